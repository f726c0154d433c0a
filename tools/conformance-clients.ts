import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  ConformanceReport,
  columnTitle,
  compareReports,
  renderComparison,
  runConformance,
  transcriptText,
} from '@sparring/conformance';
import { matches } from '#http/message/validation.ts';
import { createRuntime } from '#runtime.ts';
import { clientsPage } from './clients-table/page.ts';
import {
  type AllResults,
  printResults,
  RESULTS_FILE,
  readResults,
  renewResults,
  selectResults,
} from './clients-table/results.ts';
import { adapterNames, prepareAdapter } from './conformance-adapters.ts';

/**
 * Writes the table of clients: `node tools/conformance-clients.ts [--only CASE]… [LANGUAGE/CLIENT…]`. It runs all adapters, or
 * those that are named, and all cases, or those of `--only`, which renews their cells alone. A client that cannot be run keeps
 * its results, and the exit code is 1. Failures of safety are not in the results: they go, from the reports of this machine
 * in `build/conformance-clients`, to a file that git ignores, so that the maintainers of the clients are told first.
 */
const FINDINGS = 'conformance-findings.md';
const REPORTS = 'build/conformance-clients';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});
const names = adapterNames();
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`There is no adapter ${unknown}; there are ${names.join(', ')}.`);
await mkdir(REPORTS, { recursive: true });
let results = await readResults();
for (const name of positionals.length > 0 ? positionals : names) {
  try {
    results = { ...results, [name]: await runAdapter(name) };
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    process.stderr.write(`${name}: ${line}\n`);
    process.exitCode = 1;
  }
  // After each client, so that an interruption loses one only.
  await writeFile(RESULTS_FILE, printResults(results));
}
await writeFile(path.join(path.dirname(RESULTS_FILE), 'README.md'), clientsPage(results));
const reports = (await Promise.all(names.map(readReport))).filter((report) => report !== undefined);
await writeFile(`${REPORTS}/index.html`, renderComparison(reports, compareReports(reports)));
await writeFile(FINDINGS, `${['# Failures of safety', ...reports.flatMap(findings)].join('\n\n')}\n`);

async function runAdapter(name: string): Promise<AllResults[string]> {
  const adapter = await prepareAdapter(name);
  const report = await runConformance({ adapter, only: flags.only }, createRuntime());
  const renewed = flags.only ? renewResults(results[name], report) : selectResults(report);
  const earlier = flags.only && (await readReport(name));
  const kept = earlier ? withCases(earlier, report) : report;
  await writeFile(reportFile(name), `${JSON.stringify(kept)}\n`);
  const { R, X, B } = report.counts;
  const text = [R, X, B].map(({ pass, fail }) => `${pass}/${pass + fail}`).join(' ');
  process.stderr.write(`${name}: R X B ${text}, ${Math.round(report.ms / 1000)} s\n`);
  return renewed;
}

function reportFile(name: string): string {
  return path.join(REPORTS, `${name.replace('/', '-')}.json`);
}

/** The report of this or an earlier run on this machine. */
async function readReport(name: string): Promise<ConformanceReport | undefined> {
  const value: unknown = JSON.parse(await readFile(reportFile(name), 'utf8').catch(() => 'null'));
  return matches(ConformanceReport, value) ? value : undefined;
}

/** A report in which the cases of another run replace the earlier ones. */
function withCases(earlier: ConformanceReport, { cases }: ConformanceReport): ConformanceReport {
  const renewed = new Map(cases.map((each) => [each.id, each]));
  return { ...earlier, cases: earlier.cases.map((each) => renewed.get(each.id) ?? each) };
}

function findings(report: ConformanceReport): string[] {
  const failed = report.cases.filter(({ level, result }) => level === 'X' && result === 'fail');
  return [
    `## ${columnTitle(report)}`,
    ...failed.map(({ id, clause, got, expected, transcript = [] }) =>
      [
        `### ${id} (${clause})`,
        `Got ${got}; expected ${expected}.`,
        `Reproduction: \`sparring conformance --only ${id}\` with the adapter of the client.`,
        `\`\`\`text\n${transcriptText(transcript)}\n\`\`\``,
      ].join('\n\n'),
    ),
  ];
}
