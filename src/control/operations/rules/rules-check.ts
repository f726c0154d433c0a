import { Type } from 'typebox';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { compileMatch } from '#journal/match/exchange-match.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { type NormalizedRule, RuleInput } from '#rules/rule.ts';
import { previewComposition } from '#testing/generation/preview.ts';
import { composeResponse } from '#testing/responses/composition/composed-response.ts';
import type { StepForm } from '#testing/responses/composition/json-form.ts';
import { previewResponse } from '#testing/responses/send/preview.ts';
import { ResponsePreview } from '#testing/responses/send/preview-schema.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { MAX_MATCH_SIZE } from '../requests/journal-access.ts';
import { normalizeRules } from '../state/normalize-rules.ts';

export const checkRule = operation({
  name: 'rules-check',
  summary: 'Checks a rule without adding it, and counts the requests of the journal that it matches.',
  input: inputOf({ rule: RuleInput }),
  output: Type.Object({
    matched: Type.Integer({
      description:
        'Number of requests of the journal that the conditions match, those for the caller excepted.',
    }),
    compared: Type.Integer({ description: 'Number of requests of the journal.' }),
    latest: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: Type.Integer({ description: 'Milliseconds since the epoch.' }),
        method: Type.String(),
        target: Type.String(),
        status: Type.Optional(Type.Integer()),
        pending: Type.Optional(Type.Boolean({ description: 'Whether the exchange is in progress.' })),
        ended: Type.Optional(Type.String({ description: 'How it ended, unless with its response.' })),
        ms: Type.Optional(Type.Number({ description: 'Milliseconds to the end of the exchange.' })),
      }),
      { description: 'The latest of the requests that the conditions match, the newest first.' },
    ),
    preview: Type.Union([ResponsePreview, Type.Null()], {
      description: 'The first response of `respond`; null for a rule without it.',
    }),
  }),
  errors: ['invalid', 'unavailable'],
  http: {
    route: 'POST /_sparring/rules/check',
    tag: 'Rules',
    description: 'Without the journal, both numbers are 0.',
    success: 200,
    body: 'rule',
    bounded: { description: 'A rule.', maxSize: MAX_MATCH_SIZE, isChecked: false },
    examples: [
      {
        title: 'A valid rule',
        path: '/_sparring/rules/check',
        body: '{"match":{"path":"/get"},"delay":1}',
        status: 200,
      },
      {
        title: 'A delay that is negative',
        path: '/_sparring/rules/check',
        body: '{"delay":-1}',
        status: 422,
      },
    ],
  },
  async run({ rule }, context) {
    const [normalized] = normalizeRules(context.rules, rule);
    const preview = (normalized && previewRule(normalized, context)) ?? null;
    const { journal } = context;
    if (!journal || !normalized) return { matched: 0, compared: 0, latest: [], preview };
    const { caller: _caller, service: _service, ...conditions } = normalized.match;
    const exchanges = (await journal.read()).exchanges();
    const matches = compileMatch({
      ...conditions,
      ...(normalized.bin !== null && { bin: normalized.bin }),
    });
    const matched = exchanges.filter(matches);
    const latest = matched
      .slice(-MAX_LATEST)
      .map((exchange) => summarize(context.redaction.exchange(exchange)));
    return { matched: matched.length, compared: exchanges.length, latest: latest.reverse(), preview };
  },
});

/** Number of matching requests that are listed. */
const MAX_LATEST = 4;

function summarize({ id, startedAt, request, response, ms, ended }: RecordedExchange) {
  return {
    id,
    at: startedAt,
    method: request.method,
    target: request.target,
    ...(response && { status: response.status }),
    ...(ended === null ? { pending: true } : ended !== 'answered' && { ended }),
    ...(ms.done !== null && { ms: ms.done }),
  };
}

/** Other services than the testing service add fields of their own, which are left out. */
function previewRule(
  { effects, service }: NormalizedRule,
  { responseLimits, runtime }: OperationContext,
): ResponsePreview | undefined {
  const [first] = [effects.respond].flat();
  if (!first) return undefined;
  const { times: _times, open: _open, ...form }: StepForm = first;
  const { fault = form.fault } = effects;
  const { sample } = composeResponse({ ...form, ...(fault !== undefined && { fault }) }, responseLimits);
  return service === 'testing'
    ? previewComposition(sample, runtime)
    : previewResponse(sample, { commonFields: [], reasonPhrase }, runtime);
}
