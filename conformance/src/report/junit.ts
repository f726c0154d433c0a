import { escapeHtml } from '../server.ts';
import { describeLevel } from '../verdict/case.ts';
import type { Comparison } from './baseline.ts';
import { clauseLinks } from './clause-links.ts';
import { isFailure } from './outcome.ts';
import type { CaseReport, ConformanceReport } from './report.ts';
import { transcriptText } from './transcript-text.ts';

/** The report as JUnit XML: one suite a group, one test a case. */
export function formatJunit(
  report: ConformanceReport,
  { strict, comparison }: { readonly strict: boolean; readonly comparison: Comparison | undefined },
): string {
  const suites = [...Map.groupBy(report.cases, ({ group }) => group)].map(([group, cases]) => {
    const tests = cases.map((each) => ({ each, kind: kindOf(each, strict, comparison) }));
    const count = (kind: Kind) => tests.filter((test) => test.kind === kind).length;
    const seconds = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000;
    return [
      `  <testsuite name="${xml(group)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}" timestamp="${report.started.slice(0, 19)}">`,
      '    <properties>',
      property('client', `${report.client.name} ${report.client.version}`),
      property('suite', report.suite),
      '    </properties>',
      ...tests.map(({ each, kind }) => testCase(each, kind)),
      '  </testsuite>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sparring conformance">\n${suites.join('\n')}\n</testsuites>\n`;
}

type Kind = 'failure' | 'error' | 'skipped' | 'passed';

function kindOf(each: CaseReport, strict: boolean, comparison: Comparison | undefined): Kind {
  if (each.result === 'inconclusive') return 'error';
  if (each.result === 'unsupported') return 'skipped';
  if (each.result !== 'fail') return 'passed';
  const isKnown = comparison ? !comparison.worse.includes(each.id) : !isFailure(each, strict);
  return isKnown ? 'skipped' : 'failure';
}

function property(name: string, value: string): string {
  return `      <property name="${name}" value="${xml(value)}"/>`;
}

function testCase(each: CaseReport, kind: Kind): string {
  const { id, group, level, ms, result, reason = '', got = '', expected, clause, value } = each;
  const message = result === 'fail' ? `${clause}: got ${got}, expected ${expected}` : reason;
  const detail = {
    failure: `<failure type="${level}" message="${xml(message)}">${xml(ruleText(each))}</failure>`,
    error: `<error type="inconclusive" message="${xml(message)}">${xml(ruleText(each))}</error>`,
    skipped: `<skipped message="${xml(result === 'fail' ? `known: ${message}` : message)}"/>`,
    passed: '',
  }[kind];
  const output = value ?? transcriptText(each.transcript ?? []);
  return [
    `    <testcase name="${xml(id)}" classname="sparring.conformance.${xml(group)}" time="${(ms / 1000).toFixed(3)}">`,
    ...(detail === '' ? [] : [`      ${detail}`]),
    ...(output === '' ? [] : [`      <system-out>${xml(output)}</system-out>`]),
    '    </testcase>',
  ].join('\n');
}

/** The rule on which the case rests: its sentence, where it can be read, and why it has its level. */
function ruleText(tested: CaseReport): string {
  const { clause, quote } = tested;
  return [
    quote === undefined ? clause : `${clause}: ${quote}`,
    ...clauseLinks(clause).map(({ url }) => url),
    describeLevel(tested),
  ].join('\n');
}

/** Characters that XML 1.0 does not have are written as `\xNN`. */
function xml(text: string): string {
  return escapeHtml(
    text.replace(
      /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
      (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    ),
  );
}
