import { type Static, Type } from 'typebox';
import { ProblemDetails } from '#http/message/problem-details.ts';
import { describedResponse } from '#http/message/response.ts';
import type { ReadableJournal } from '#journal/reading/readable-journal.ts';
import type { ActiveRuleView } from '#rules/rule.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { UnmatchedView, unmatchedViews } from '../server/unmatched.ts';
import { OperationError } from '../state/errors.ts';
import { isOfScope, scope } from '../state/scopes.ts';
import { reportRules } from './rule-report.ts';

const Findings = Type.Object({
  unmatched: Type.Array(UnmatchedView),
  unused: Type.Array(Type.Object({ id: Type.String(), bin: Type.Optional(Type.String()) }), {
    description: 'The required rules that were not used.',
  }),
});

const Report = Type.Object(
  { ...ProblemDetails.properties, ...Findings.properties },
  {
    title: 'RuleReport',
    description: 'An error (RFC 9457), with the unmatched requests and the unused required rules.',
  },
);

export const verifyRules = operation({
  name: 'rules-verify',
  summary: 'Checks that every request matched a rule, and that every required rule was used.',
  input: inputOf({
    bin: scope,
    unmatched: Type.Optional(
      Type.Boolean({ description: 'Whether unmatched requests are findings. The default is true.' }),
    ),
    unused: Type.Optional(
      Type.Enum(['required', 'added'], {
        description:
          'The unused rules that are findings: the required ones (the default), or also all enabled ones that no seed has added.',
      }),
    ),
  }),
  output: Type.Object({ rules: Type.Integer({ description: 'Number of rules in the scopes.' }) }),
  http: {
    route: 'POST /_sparring/rules/verify',
    tag: 'Rules',
    description:
      'Without `bin`, of all scopes; with an empty `bin`, of the server. Without a journal, the report names method and path of unmatched requests, without the nearest rules.',
    responses: {
      409: describedResponse('Requests matched no rule, or required rules were not used.', {
        'application/problem+json': Report,
      }),
    },
    examples: [{ path: '/_sparring/rules/verify', body: '{"bin":"t2"}', status: 200 }],
  },
  async run(verification, context) {
    await context.rules.refresh();
    const { count, findings, text } = verify(context, verification, await context.journal?.read());
    if (text === undefined) return { rules: count };
    throw new OperationError('conflict', text, { details: findings });
  },
});

export interface VerificationOptions {
  /** Undefined for all scopes. */
  readonly bin?: string | undefined;
  /** Whether unmatched requests are findings. The default is true. */
  readonly unmatched?: boolean | undefined;
  /** The unused rules that are findings: the required ones, or also those that no seed has added. The default is `required`. */
  readonly unused?: 'required' | 'added' | undefined;
}

/**
 * What a verification finds, with the counts that this process knows, in sentences; undefined if it finds nothing.
 * @param journal has the unmatched requests, so that their nearest rules are named
 */
export function verify(
  context: Pick<OperationContext, 'rules' | 'redaction'>,
  { bin, unmatched: isMatched = true, unused: kind = 'required' }: VerificationOptions,
  journal: Pick<ReadableJournal, 'latest'> | undefined,
) {
  const { rules } = context;
  const inScope = rules.list().filter((rule) => isOfScope(rule.bin ?? null, bin));
  const unmatched = isMatched ? unmatchedViews(rules.unmatched, bin) : [];
  const notUsed = inScope
    .filter(({ required, enabled, source }) => required || (kind === 'added' && enabled && source !== 'seed'))
    .filter(({ applied }) => applied === 0);
  const unused = notUsed.map((rule) => ({ id: rule.id, ...(rule.bin !== undefined && { bin: rule.bin }) }));
  const findings = { unmatched, unused };
  const sentences = [
    ...unmatched.flatMap((scope) => describeUnmatched(scope, context, journal)),
    ...notUsed.map((rule) => `The rule ${describeRule(rule)} was not used.`),
  ];
  const text = sentences.length === 0 ? undefined : sentences.join('\n');
  return { count: inScope.length, findings, text };
}

/** With the place of the call that has added it, if code has. */
function describeRule({ id, bin, source }: ActiveRuleView): string {
  return `${id}${describeBin(bin)}${/:\d+$/.test(source) ? ` (${source})` : ''}`;
}

/** The unmatched requests of a scope in sentences; with the nearest rules of the latest, if the journal has their entries. */
function describeUnmatched(
  { bin, count, requests }: Static<typeof UnmatchedView>,
  { rules, redaction }: Pick<OperationContext, 'rules' | 'redaction'>,
  journal: Pick<ReadableJournal, 'latest'> | undefined,
): string[] {
  const sentence = `${count === 1 ? '1 request' : `${count} requests`}${describeBin(bin)} matched no rule:`;
  const reports: string[] = [];
  for (const entry of journal?.latest() ?? []) {
    if (entry.kind !== 'exchange' || !entry.unmatched || entry.bin !== (bin ?? null)) continue;
    reports.unshift(reportRules(entry, 'testing', rules, redaction).text);
    // Earlier entries are those of requests that have been forgotten since.
    if (reports.length === Math.min(count, MAX_REPORTS)) break;
  }
  const others = requests.slice(-MAX_LINES).map(({ method, path }) => `${method} ${redaction.text(path)}`);
  return [sentence, ...(reports.length > 0 ? reports : [...others, NO_ENTRY]).map(indent)];
}

const NO_ENTRY =
  'The journal has no entry of them to name the nearest rules; the 404 of each request names them.';

/** Number of requests whose nearest rules are named. */
const MAX_REPORTS = 5;

/** Number of requests that are named otherwise. */
const MAX_LINES = 20;

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function describeBin(bin: string | undefined): string {
  return bin === undefined ? '' : ` in bin ${JSON.stringify(bin)}`;
}
