import { Type } from 'typebox';
import { splitBin } from '#bins/bin-prefix.ts';
import { binFieldsOf, readBin } from '#bins/request-bin.ts';
import { InputError } from '#http/message/input-error.ts';
import { type Fields, findField } from '#http/syntax/fields.ts';
import { parseTarget } from '#http/syntax/target.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { NO_RESPONSE, toBody } from '#journal/views/received-exchange.ts';
import type { ComparedRule } from '#rules/compared-rule.ts';
import { type Outcome, outcomeOf } from '#rules/phases/unmatched-phase.ts';
import type { RuleService } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import { describeUnfit } from '#rules/unfit-effect.ts';
import type { FoundRoute, OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { findExchange, redactionFor, secrets } from '../requests/journal-access.ts';
import { toBinMember } from '../state/scopes.ts';
import { type RuleReport, RuleSubject, reportRules } from './rule-report.ts';

const ExplainedRule = Type.Object({
  id: Type.String(),
  bin: Type.Optional(Type.String()),
  phase: Type.String(),
  matches: Type.Boolean({ description: 'Whether the conditions hold.' }),
  applies: Type.Boolean({
    description:
      'Whether the rule applies to the next such request. With a probability or toxicity below 1, it may apply.',
  }),
  state: Type.Optional(
    Type.String({
      description: 'Why a rule does not apply though its conditions hold: `disabled` or `used up, 2 of 2`.',
    }),
  ),
  differences: Type.Array(Type.Object({ part: Type.String(), text: Type.String() })),
});

/** A request, or one of the journal. */
export const RequestToExplain = inputOf({
  method: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The default is GET.' })),
  target: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8192,
      description: 'The request target, such as `/v1/users/1?page=2`.',
    }),
  ),
  headers: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$" }),
      Type.Union([
        Type.String({ maxLength: 8192 }),
        Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 100 }),
      ]),
      { maxProperties: 100, description: 'Header fields, each with a value or a list of values.' },
    ),
  ),
  body: Type.Optional(Type.String({ description: 'The body as text.' })),
  request: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The id of an entry of the journal, in place of the other members.',
    }),
  ),
  secrets,
});

/** Which rules apply to a request. */
export const Explanation = Type.Object({
  text: Type.String({ description: 'The result in sentences.' }),
  outcome: Type.Enum(['rule', 'endpoint', '404', '400'], {
    description:
      'What responds: a rule, the endpoint, 404 because no rule takes the request, or 400 because the request cannot carry the fault of a rule. Then no rule is counted.',
  }),
  unmatched: Type.Boolean({ description: 'Whether the request counts as unmatched.' }),
  rules: Type.Array(ExplainedRule, {
    description: 'The rules of the bin and of the server for the service, in the order of their use.',
  }),
});

export const explainRequest = operation({
  name: 'rules-explain',
  summary: 'Explains which rules apply to a request, and why others do not, without applying them.',
  input: RequestToExplain,
  output: Explanation,
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'POST /_sparring/rules/explain',
    tag: 'Rules',
    description:
      'The request is described by its members, or it is one of the journal. No count and no position changes, and the journal has no entry. WebSocket handshakes, CONNECT and requests that the parser rejects never reach rules.',
    query: ['secrets'],
    examples: [
      { title: 'A target', path: '/_sparring/rules/explain', body: '{"target":"/v1/users/1"}', status: 200 },
      {
        title: 'A complete request in a bin',
        path: '/_sparring/rules/explain',
        body: '{"method":"POST","target":"/bin/one/stream/3","headers":{"Accept":"*/*"},"body":"{}"}',
        status: 200,
      },
      {
        title: 'A request that is not recorded',
        path: '/_sparring/rules/explain',
        body: '{"request":999999}',
        status: 404,
      },
    ],
  },
  async run({ request, secrets: shown, ...described }, context) {
    await context.rules.refresh();
    if ((request === undefined) === (described.target === undefined))
      throw new InputError('target', 'must be given, or request in its place');
    const exchange =
      request === undefined ? buildExchange(described, context) : await findExchange(context, request);
    return explain(exchange, context, redactionFor(context, shown));
  },
});

interface DescribedRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** The request that a caller describes, as an entry of the journal. */
function buildExchange(
  { method = 'GET', target: input = '/', headers = {}, body = '' }: DescribedRequest,
  { findRoute, binHeader }: Pick<OperationContext, 'findRoute' | 'binHeader'>,
): RecordedExchange {
  const target = parseTarget(input);
  const fields: Fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as const),
  );
  const host = findField(fields, 'Host');
  const { service, endpoint } = findRoute(input, host);
  return {
    ...NO_RESPONSE,
    bin: readBin(binFieldsOf(fields, binHeader), splitBin(target) ?? target, host).bin,
    service: service ?? 'control',
    connection: { id: 0, remote: '', tls: null, requestNumber: 1, protocol: 'HTTP/1.1', stream: null },
    request: {
      method,
      target: input,
      headers: fields,
      trailers: [],
      body: toBody(Buffer.from(body)),
      expect: null,
      aborted: false,
    },
    endpoint,
  };
}

/** Explains a request. The rules have the counts that this process knows. */
function explain(
  exchange: RecordedExchange,
  { rules, findRoute, responseLimits }: Pick<OperationContext, 'rules' | 'findRoute' | 'responseLimits'>,
  redaction: Parameters<typeof reportRules>[3],
) {
  const { target, headers } = exchange.request;
  const route = findRoute(target, findField(headers, 'Host'));
  if (route.service === null)
    return {
      text: 'No rule acts on the control API.',
      outcome: 'endpoint' as const,
      unmatched: false,
      rules: [],
    };
  const report = reportRules(exchange, route.service, rules, redaction);
  const chosen = appliedRules(report.compared);
  const unfit = describeUnfit(
    chosen.map(({ rule }) => rule),
    { methods: [exchange.request.method], isOverHttp2: exchange.connection.protocol === 'HTTP/2' },
    responseLimits.maxDuration,
  );
  const applied = unfit === undefined ? chosen : [];
  const outcome = unfit === undefined ? decide(exchange, route, applied, rules) : ('400' as const);
  return {
    text: unfit ?? describe(report, applied, outcome),
    outcome: outcome === 'uncounted' || outcome === 'unmatched' ? ('404' as const) : outcome,
    unmatched: outcome === 'unmatched',
    rules: report.compared.map((compared) => {
      const { rule, matches, state, differences } = compared;
      const { id } = rule.stored;
      const { bin, phase } = rule.stored.rule;
      return {
        id,
        ...toBinMember(bin),
        phase,
        matches,
        applies: applied.includes(compared),
        ...(state !== null && { state }),
        differences: differences.map((difference) => ({ ...difference })),
      };
    }),
  };
}

/** The rules that apply: in each phase the first one, and after one that only delays or that may not be drawn, the next one too. */
function appliedRules(compared: readonly ComparedRule[]): readonly ComparedRule[] {
  const applied: ComparedRule[] = [];
  const ended = new Set<string>();
  for (const each of compared) {
    const { phase, probability, toxicity } = each.rule.stored.rule;
    const isUsable = each.matches && each.state === null && probability > 0 && toxicity > 0;
    if (!isUsable || ended.has(phase) || ended.has('request')) continue;
    applied.push(each);
    if (!each.rule.onlyDelays && probability === 1 && toxicity === 1) ended.add(phase);
  }
  return applied;
}

function decide(
  exchange: RecordedExchange,
  { service, isKnown }: FoundRoute,
  applied: readonly ComparedRule[],
  rules: RuleSet,
): Outcome | 'rule' {
  const ending = applied.find(({ rule }) => {
    const { phase } = rule.stored.rule;
    return phase === 'respond' || (phase === 'request' && !rule.onlyDelays);
  });
  if (ending) return ending.rule.stored.rule.effects.pass ? 'endpoint' : 'rule';
  if (service !== ('testing' satisfies RuleService)) return 'endpoint';
  return outcomeOf(new RuleSubject(exchange), isKnown, rules.of('testing', 'respond'), rules);
}

function describe(
  { text }: RuleReport,
  applied: readonly ComparedRule[],
  outcome: Outcome | 'rule' | '400',
): string {
  if (outcome === 'unmatched' || outcome === 'uncounted') return text;
  const names = applied.map(({ rule: { stored } }) => `${stored.id} (${stored.rule.phase})`);
  const responder = outcome === 'rule' ? 'a rule' : 'the endpoint';
  const sentence = `The request gets the response of ${responder}.`;
  if (names.length === 0) return `No rule applies. ${sentence}`;
  return `The ${names.length === 1 ? 'rule' : 'rules'} ${names.join(', ')} ${names.length === 1 ? 'applies' : 'apply'}. ${sentence}`;
}
