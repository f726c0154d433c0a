import { type Static, Type } from 'typebox';
import { ProblemDetails } from '../http/message/problem-details.ts';
import { describedResponse } from '../http/message/response.ts';
import type { OperationContext } from './context.ts';
import { OperationError } from './errors.ts';
import { inputOf, operation } from './operation.ts';
import { reportRules } from './rule-report.ts';
import { isOfScope, scope } from './scopes.ts';
import { UnmatchedView, unmatchedViews } from './unmatched.ts';

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
  input: inputOf({ bin: scope }),
  output: Type.Object({ rules: Type.Integer({ description: 'Number of rules in the scopes.' }) }),
  http: {
    route: 'POST /_sparring/rules/verify',
    tag: 'Rules',
    description: 'Without `bin`, of all scopes; with an empty `bin`, of the server.',
    responses: {
      409: describedResponse('Requests matched no rule, or required rules were not used.', {
        'application/problem+json': Report,
      }),
    },
    examples: [{ path: '/_sparring/rules/verify', body: '{"bin":"t2"}', status: 200 }],
  },
  async run({ bin }, context) {
    await context.rules.refresh();
    const { count, unmatched, unused } = verify(context, bin);
    if (unmatched.length + unused.length === 0) return { rules: count };
    throw new OperationError('conflict', describeFindings({ unmatched, unused }, context), {
      details: { unmatched, unused },
    });
  },
});

type Findings = Static<typeof Findings>;

/** The findings of a verification, with the counts that this process knows. @param bin undefined for all scopes. */
function verify({ rules }: Pick<OperationContext, 'rules'>, bin: string | undefined) {
  const inScope = rules.list().filter((rule) => isOfScope(rule.bin ?? null, bin));
  return {
    count: inScope.length,
    unmatched: unmatchedViews(rules.unmatched, bin),
    unused: inScope
      .filter(({ required, applied }) => required && applied === 0)
      .map((rule) => ({ id: rule.id, ...(rule.bin !== undefined && { bin: rule.bin }) })),
  };
}

/** The findings in sentences; with the nearest rules of the latest unmatched requests, if this process has their entries. */
function describeFindings(
  { unmatched, unused }: Findings,
  context: Pick<OperationContext, 'rules' | 'localJournal' | 'redaction'>,
): string {
  return [
    ...unmatched.flatMap((scope) => describeUnmatched(scope, context)),
    ...unused.map(({ id, bin }) => `The rule ${id}${describeBin(bin)} was not used.`),
  ].join('\n');
}

function describeUnmatched(
  { bin, count, requests }: Static<typeof UnmatchedView>,
  { rules, localJournal, redaction }: Pick<OperationContext, 'rules' | 'localJournal' | 'redaction'>,
): string[] {
  const sentence = `${count === 1 ? '1 request' : `${count} requests`}${describeBin(bin)} matched no rule:`;
  const reports: string[] = [];
  for (const entry of localJournal?.latest() ?? []) {
    if (entry.kind !== 'exchange' || !entry.unmatched || entry.bin !== (bin ?? null)) continue;
    reports.unshift(reportRules(entry, 'testing', rules, redaction).text);
    if (reports.length === MAX_REPORTS) break;
  }
  const others = requests.slice(-MAX_LINES).map(({ method, path }) => `${method} ${redaction.text(path)}`);
  return [sentence, ...(reports.length > 0 ? reports : others).map(indent)];
}

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
