import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CaseReport, type ConformanceReport, stableText } from '@sparring/conformance';
import { type Static, Type } from 'typebox';
import { matches } from '#http/message/validation.ts';

/** The committed results of all clients, of which the table is made. */
export const RESULTS_FILE = 'conformance/results/results.json';

/** A result of an earlier revision of its case is not shown. */
const Cell = Type.Pick(CaseReport, ['result', 'revision', 'reason', 'got', 'value']);
export type Cell = Static<typeof Cell>;

const ClientResults = Type.Object({
  client: Type.String(),
  version: Type.String(),
  versions: Type.Optional(Type.Record(Type.String(), Type.String())),
  language: Type.String(),
  platform: Type.String(),
  /** The time of the last run of all cases. */
  date: Type.String(),
  cases: Type.Record(Type.String(), Cell),
});
export type ClientResults = Static<typeof ClientResults>;

/** By the name of the adapter, LANGUAGE/CLIENT. */
const AllResults = Type.Record(Type.String(), ClientResults);
export type AllResults = Readonly<Record<string, ClientResults>>;

/** What is published of a run. Results of level X other than a pass are not: the maintainers of the client learn of them first. */
export function selectResults({ client, platform, started, cases }: ConformanceReport): ClientResults {
  return {
    client: client.name,
    version: client.version,
    ...(client.versions && { versions: client.versions }),
    language: client.language ?? '',
    platform: platform.split(' ', 1)[0] ?? '',
    date: started.slice(0, 10),
    cases: Object.fromEntries(
      cases
        .filter(({ level, result }) => level !== 'X' || result === 'pass')
        .map((each) => [each.id, toCell(each)]),
    ),
  };
}

function toCell({ result, revision, reason, got, value }: CaseReport): Cell {
  return {
    result,
    revision,
    ...(result === 'fail' && reason !== undefined && { reason }),
    ...(got !== undefined && { got: stableText(got).slice(0, 200) }),
    ...(value !== undefined && { value: stableText(value) }),
  };
}

/**
 * The results of a client after a run of some cases.
 * @throws Error where there are no earlier results of the same version, because the others would be missing or of another one.
 */
export function renewResults(earlier: ClientResults | undefined, report: ConformanceReport): ClientResults {
  const { client, version, cases } = selectResults(report);
  if (earlier?.version !== version || earlier.client !== client)
    throw new Error(
      `${RESULTS_FILE} has ${earlier ? `${earlier.client} ${earlier.version}` : 'no results of this client'}, not ${client} ${version}; run all of its cases.`,
    );
  const run = new Set(report.cases.map(({ id }) => id));
  const others = Object.entries(earlier.cases).filter(([id]) => !run.has(id));
  return { ...earlier, cases: { ...Object.fromEntries(others), ...cases } };
}

/** Sorted, one case a line, so that a renewal changes the lines of its cases only. */
export function printResults(results: AllResults): string {
  const clients = entriesOf(results).map(([name, { cases, ...about }]) => {
    const lines = entriesOf(cases).map(
      ([id, cell]) => `      ${JSON.stringify(id)}: ${JSON.stringify(cell)}`,
    );
    const facts = Object.entries(about).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
    );
    return `  ${JSON.stringify(name)}: {\n${facts.join('')}    "cases": {\n${lines.join(',\n')}\n    }\n  }`;
  });
  return `{\n${clients.join(',\n')}\n}\n`;
}

/** The members in the order of their names. */
export function entriesOf<Value>(record: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The committed results. */
export async function readResults(): Promise<AllResults> {
  return parseResults(await readFile(path.join(import.meta.dirname, '../..', RESULTS_FILE), 'utf8'));
}

/** @throws Error for a text that is not the file of results. */
export function parseResults(text: string): AllResults {
  const value: unknown = JSON.parse(text);
  if (!matches(AllResults, value)) throw new Error(`${RESULTS_FILE} has another form.`);
  return value;
}
