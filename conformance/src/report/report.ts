import { type Static, Type } from 'typebox';
import { type Hello, SUITE_VERSION } from '../adapter/messages.ts';
import type { CaseResult } from '../run/run-suite.ts';
import { groupOf, LEVELS } from '../verdict/case.ts';

const Results = Type.Enum(['pass', 'fail', 'unsupported', 'inconclusive', 'value', 'skipped']);
const Count = Type.Integer({ minimum: 0 });
/** Names and values. A tuple of TypeBox is none of JSON Schema 2020-12. */
const Pairs = Type.Array(
  Type.Unsafe<[string, string]>(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
);

export const CaseReport = Type.Object({
  id: Type.String(),
  revision: Type.Integer(),
  since: Type.String(),
  level: Type.Enum([...LEVELS]),
  clause: Type.String(),
  quote: Type.Optional(Type.String({ description: 'The sentence of the clause, word by word.' })),
  because: Type.Optional(
    Type.String({ description: 'Why the case has its level, if the sentence has no word for it.' }),
  ),
  group: Type.String(),
  expected: Type.String({ description: 'The rule in one sentence.' }),
  result: Results,
  reason: Type.Optional(
    Type.String({ description: 'wrong, hang or crash of a failure; a text for others.' }),
  ),
  got: Type.Optional(Type.String()),
  value: Type.Optional(Type.String({ description: 'The choice of the client, of level I.' })),
  repeats: Type.Array(Type.String(), { description: 'The results of all runs of the case.' }),
  ms: Type.Number(),
  requests: Type.Optional(Type.Array(Type.Unknown())),
  outcomes: Type.Optional(Type.Array(Type.Unknown())),
  transcript: Type.Optional(
    Type.Array(
      Type.Object({
        port: Type.String(),
        connection: Type.Integer(),
        from: Type.Enum(['client', 'server']),
        ms: Type.Number(),
        text: Type.Optional(Type.String()),
        base64: Type.Optional(Type.String()),
        end: Type.Optional(Type.Enum(['FIN', 'RST'])),
        cut: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  journal: Type.Optional(
    Type.Array(
      Type.Object({
        port: Type.String(),
        connection: Type.Integer(),
        ms: Type.Number(),
        method: Type.String(),
        target: Type.String(),
        fields: Pairs,
        trailers: Type.Optional(Pairs),
        framing: Type.Enum(['none', 'length', 'chunked']),
        content: Type.Object({ length: Count, sha256: Type.String() }),
        isComplete: Type.Boolean(),
        problems: Type.Optional(Type.Array(Type.String(), { description: 'What RFC 9112 forbids in it.' })),
      }),
      { description: 'The requests, as the suite read them from the bytes.' },
    ),
  ),
});
export type CaseReport = Static<typeof CaseReport>;

const Counts = Type.Object({
  pass: Count,
  fail: Count,
  unsupported: Count,
  inconclusive: Count,
  value: Count,
});

/** The report of one run. Its schema is published. */
export const ConformanceReport = Type.Object({
  format: Type.Literal(1),
  suite: Type.String(),
  server: Type.String({ description: 'The version of Sparring.' }),
  client: Type.Object({
    name: Type.String(),
    version: Type.String(),
    versions: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The runtime of the client, its library of TLS, and the packages beneath.',
      }),
    ),
    language: Type.Optional(Type.String()),
    adapter: Type.Optional(Type.String()),
    notes: Type.Optional(Type.String()),
    supports: Type.Array(Type.String()),
    defaults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  platform: Type.String(),
  started: Type.String(),
  ms: Type.Number(),
  partial: Type.Boolean({ description: 'Whether the run ended before its last case.' }),
  flags: Type.Record(Type.String(), Type.Unknown()),
  counts: Type.Object({ R: Counts, X: Counts, B: Counts, S: Counts, I: Counts }),
  cases: Type.Array(CaseReport),
  unsent: Type.Integer({
    minimum: 0,
    description: 'Number of inconclusive cases whose response the server did not send as declared.',
  }),
  problem: Type.Optional(
    Type.String({ description: 'Why the run proves little, such as `nothing was tested`.' }),
  ),
  noise: Type.Object({
    lines: Count,
    first: Type.Array(Type.String()),
    late: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Outcomes of requests that had ended: after their deadline, or a second one.',
      }),
    ),
  }),
  restarts: Count,
});
export type ConformanceReport = Static<typeof ConformanceReport>;

/** The published schema of `--format json`. */
export function buildReportSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Report of sparring conformance',
    ...ConformanceReport,
  };
}

export type LevelCounts = Static<typeof Counts>;

export interface ReportInput {
  readonly results: readonly CaseResult[];
  readonly hello: Hello;
  readonly server: string;
  readonly platform: string;
  readonly started: string;
  readonly ms: number;
  readonly partial: boolean;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly noise: readonly string[];
  readonly noiseCount: number;
  readonly lateCount: number;
  readonly restarts: number;
  readonly transcripts: 'fail' | 'all' | 'none';
}

export function buildReport(input: ReportInput): ConformanceReport {
  const { hello, results, transcripts } = input;
  const { language, adapter, notes, defaults, versions } = hello;
  const cases = results.map((result) => buildCaseReport(result, transcripts));
  const report: ConformanceReport = {
    format: 1,
    suite: SUITE_VERSION,
    server: input.server,
    client: {
      name: hello.client,
      version: hello.version,
      ...(versions !== undefined && { versions }),
      ...(language !== undefined && { language }),
      ...(adapter !== undefined && { adapter }),
      ...(notes !== undefined && { notes }),
      supports: hello.supports ?? [],
      ...(defaults !== undefined && { defaults }),
    },
    platform: input.platform,
    started: input.started,
    ms: input.ms,
    partial: input.partial,
    flags: { ...input.flags },
    counts: countsOf(cases),
    cases,
    unsent: results.filter(({ verdict }) => verdict.isUnsent === true).length,
    noise: {
      lines: input.noiseCount,
      first: [...input.noise],
      ...(input.lateCount > 0 && { late: input.lateCount }),
    },
    restarts: input.restarts,
  };
  const problem = problemOf(report);
  return problem === undefined ? report : { ...report, problem };
}

function buildCaseReport(
  { case: declared, verdict, repeats, run }: CaseResult,
  transcripts: ReportInput['transcripts'],
): CaseReport {
  const { id, revision, since, level, clause, quote, because, expect } = declared;
  const { result, reason, got, value } = verdict;
  const isDetailed =
    transcripts === 'all' || (transcripts === 'fail' && (result === 'fail' || result === 'inconclusive'));
  return {
    id,
    revision,
    since,
    level,
    clause,
    ...(quote !== undefined && { quote }),
    ...(because !== undefined && { because }),
    group: groupOf(declared),
    expected: expect.text,
    result,
    ...(reason !== undefined && { reason }),
    ...(got !== undefined && { got }),
    ...(value !== undefined && { value }),
    repeats: [...repeats],
    ms: run?.ms ?? 0,
    ...(isDetailed &&
      run && {
        requests: [...run.requests],
        outcomes: [...run.outcomes],
        transcript: [...run.transcript],
        journal: [...run.journal],
      }),
  };
}

function countsOf(cases: readonly Pick<CaseReport, 'level' | 'result'>[]): ConformanceReport['counts'] {
  const count = (level: string, result: string) =>
    cases.filter((each) => each.level === level && each.result === result).length;
  const ofLevel = (level: string): LevelCounts => ({
    pass: count(level, 'pass'),
    fail: count(level, 'fail'),
    unsupported: count(level, 'unsupported'),
    inconclusive: count(level, 'inconclusive'),
    value: count(level, 'value'),
  });
  return { R: ofLevel('R'), X: ofLevel('X'), B: ofLevel('B'), S: ofLevel('S'), I: ofLevel('I') };
}

/** A few cases can end before the server has sent everything; more of them show that it does not send what it should. */
const [MAX_UNSENT, MAX_UNSENT_SHARE] = [2, 0.05];

/** Whether the server did not send the responses of so many cases that the run proves little. */
export function isUntrusted({ cases, unsent }: Pick<ConformanceReport, 'cases' | 'unsent'>): boolean {
  return unsent > MAX_UNSENT && unsent > cases.length * MAX_UNSENT_SHARE;
}

/** Whether no case has a result of the client. */
export function isNothingTested({ cases }: Pick<ConformanceReport, 'cases'>): boolean {
  return cases.every(({ result }) => result === 'unsupported' || result === 'inconclusive');
}

/** Why a run proves little, in the words of its reports. */
function problemOf(report: Pick<ConformanceReport, 'cases' | 'unsent'>): string | undefined {
  if (isUntrusted(report))
    return `the suite failed: the server did not send the responses of ${report.unsent} cases as declared`;
  return isNothingTested(report) ? 'nothing was tested' : undefined;
}
