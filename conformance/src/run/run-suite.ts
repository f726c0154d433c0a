import type { Adapter } from '../adapter/adapter.ts';
import type { CasePorts } from '../case-port/case-port.ts';
import type { Runtime } from '../server.ts';
import type { ConformanceCase } from '../verdict/case.ts';
import { isSameVerdict, type Verdict } from '../verdict/verdict.ts';
import { PATIENCE_CASE, patienceOf } from './patience.ts';
import { type CaseContext, type CaseRun, runCase } from './run-case.ts';

export interface SuiteOptions {
  readonly cases: readonly ConformanceCase[];
  readonly adapter: Adapter;
  readonly casePorts: CasePorts;
  readonly runtime: Runtime;
  /** Cases at once; at most what the adapter said. */
  readonly parallel: number;
  /** The limit of a request in seconds, which scales all limits. */
  readonly timeout: number;
  /** How often each case runs. */
  readonly repeat: number;
  /** Ends the run after so many failures. */
  readonly bail?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onResult?: ((result: CaseResult, done: number) => void) | undefined;
}

export interface CaseResult {
  readonly case: ConformanceCase;
  readonly verdict: Verdict;
  /** The results of all runs of the case. */
  readonly repeats: readonly string[];
  readonly run: CaseRun | undefined;
}

/** A case that runs alone, or again. */
interface Waiting {
  readonly case: ConformanceCase;
  readonly first: CaseRun | undefined;
}

/** Failed cases run so many more times, alone. */
const RERUNS = 2;

/**
 * Runs cases and judges them. Cases whose needs are judged run together. Those of which the client waited for its limit run
 * again, beside each other only; those that failed run again, alone.
 */
export async function runSuite(options: SuiteOptions): Promise<CaseResult[]> {
  const { cases, signal } = options;
  const results = new Map<string, CaseResult>();
  const state = { failures: 0 };
  const finish = (result: CaseResult) => {
    results.set(result.case.id, result);
    if (result.verdict.result === 'fail') state.failures++;
    options.onResult?.(result, results.size);
  };
  const isStopped = () =>
    signal?.aborted === true || (options.bail !== undefined && state.failures >= options.bail);
  const needed = neededFor(PATIENCE_CASE, cases);
  let lastSession = 0;
  const context: CaseContext = {
    ...options,
    nextSession: () => `s${++lastSession}`,
    patience: () => patienceOf(results.get(PATIENCE_CASE)?.run?.journal.map(({ ms }) => ms) ?? []),
  };
  for (let waiting = [...cases]; waiting.length > 0 && !isStopped(); ) {
    const isFree = needed.size === 0 || results.has(PATIENCE_CASE);
    const ready = waiting.filter(
      ({ id, needs }) => (isFree || needed.has(id)) && needs.every((need) => results.has(idOf(need))),
    );
    if (ready.length === 0) throw new Error('The needs of the cases form a cycle, or name no case.');
    waiting = waiting.filter((each) => !ready.includes(each));
    const alone: Waiting[] = [];
    const quiet: Waiting[] = [];
    await inParallel(ready, limitOf(options), isStopped, async (each) => {
      const excuse = excuseOf(each, options.adapter, results);
      if (excuse) return finish({ case: each, verdict: excuse, repeats: [], run: undefined });
      if (each.alone) return void alone.push({ case: each, first: undefined });
      const first = await runCase(each, context);
      if (options.repeat > 1 || first.isLost || needsRerun(first)) alone.push({ case: each, first });
      else if (!isDoubtful(first)) finish(buildResult(each, [first]));
      else (first.isTimedOut ? quiet : alone).push({ case: each, first });
    });
    await inParallel(quiet, limitOf(options), isStopped, async (each) => {
      const again = await runCase(each.case, context);
      if (each.first && isConfirmed(each.first, again)) finish(buildResult(each.case, [each.first, again]));
      else alone.push(each);
    });
    for (const { case: each, first } of alone) {
      if (isStopped()) break;
      finish(await runAlone(each, first, options, context));
    }
  }
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}

/** The ids of a case and of all that it needs; none if it is not among the cases. */
function neededFor(id: string, cases: readonly ConformanceCase[]): Set<string> {
  const found = cases.find((each) => each.id === id);
  const needs = found?.needs.flatMap((need) => [...neededFor(idOf(need), cases)]) ?? [];
  return new Set(found ? [id, ...needs] : []);
}

function limitOf({ parallel, adapter }: SuiteOptions): number {
  return Math.min(parallel, adapter.hello.parallel ?? 1);
}

function needsRerun({ verdict, isHang }: CaseRun): boolean {
  return verdict.result === 'fail' || isHang;
}

/** Whether the run waited for something that did not come, which can be the doing of the cases beside it. */
function isDoubtful({ verdict, isHang, isTimedOut }: CaseRun): boolean {
  return isHang || isTimedOut || verdict.result === 'inconclusive';
}

/** Whether a run that was doubtful beside others has the same verdict without them. */
function isConfirmed(first: CaseRun, again: CaseRun): boolean {
  return !again.isLost && !needsRerun(again) && isSameVerdict(again.verdict, first.verdict);
}

/**
 * Only a process that ends alone has been ended by the case, and only a time-out alone is one of the case. A hang costs
 * seconds, and runs once more only.
 */
async function runAlone(
  each: ConformanceCase,
  first: CaseRun | undefined,
  { repeat }: SuiteOptions,
  context: CaseContext,
): Promise<CaseResult> {
  const runs = first && !first.isLost ? [first] : [await runOnce(each, context)];
  if (first && !first.isLost && isDoubtful(first)) {
    const alone = await runOnce(each, context, first);
    if (isSameVerdict(alone.verdict, first.verdict)) runs.push(alone);
    else runs[0] = alone;
  }
  const [begun] = runs;
  const reruns = begun && needsRerun(begun) ? (begun.isHang ? 1 : RERUNS) : 0;
  const count = Math.max(repeat, 1 + reruns);
  while (runs.length < count) runs.push(await runOnce(each, context, begun));
  return buildResult(each, runs);
}

/** A client that waits for its limit also waits for this many times of it; one that a busy machine delays does not. */
const PATIENCE = 2;

/** Runs a case once, and again with a longer limit if it fails by a time-out, or did before. */
async function runOnce(
  each: ConformanceCase,
  context: CaseContext,
  earlier?: CaseRun | undefined,
): Promise<CaseRun> {
  const run = earlier && isLate(earlier) ? earlier : await runCase(each, context);
  return isLate(run) ? runCase(each, { ...context, timeout: context.timeout * PATIENCE }) : run;
}

function isLate({ verdict, isTimedOut }: CaseRun): boolean {
  return isTimedOut && verdict.result === 'fail';
}

function buildResult(each: ConformanceCase, runs: readonly CaseRun[]): CaseResult {
  const [first] = runs;
  const repeats = runs.map(({ verdict }) => verdict.reason ?? verdict.value ?? verdict.result);
  if (!first) throw new Error(`The case ${each.id} has no run`);
  const same = runs.filter(({ verdict }) => isSameVerdict(verdict, first.verdict)).length;
  const run = runs.at(-1);
  if (same === runs.length) return { case: each, verdict: first.verdict, repeats, run };
  const failed = runs.filter(({ verdict }) => verdict.result === 'fail');
  const reason = `${failed.length} of ${runs.length} runs failed: ${[...new Set(repeats)].join(', ')}`;
  const got = failed.at(-1)?.verdict.got;
  // The evidence is that of a failure, because it is what the reader looks for.
  return {
    case: each,
    repeats,
    run: failed.at(-1) ?? run,
    verdict: { result: 'inconclusive', reason, ...(got !== undefined && { got }) },
  };
}

/** Why a case is not run: the adapter does not support it, or a case that it needs did not pass. */
function excuseOf(
  { supports, needs }: ConformanceCase,
  { hello }: Adapter,
  results: ReadonlyMap<string, CaseResult>,
): Verdict | undefined {
  const missing = supports.find((feature) => hello.supports?.includes(feature) !== true);
  if (missing !== undefined)
    return { result: 'unsupported', reason: `the adapter does not support ${missing}` };
  for (const need of needs) {
    const verdict = results.get(idOf(need))?.verdict;
    const [, value] = need.split('=');
    if (value !== undefined && verdict?.result === 'value') {
      if (verdict.value !== value)
        return { result: 'unsupported', reason: `${idOf(need)} is ${verdict.value}` };
    } else if (verdict?.result === 'unsupported')
      return { result: 'unsupported', reason: verdict.reason ?? `needs ${need}` };
    else if (verdict?.result !== 'pass') return { result: 'inconclusive', reason: `needs ${idOf(need)}` };
  }
  return undefined;
}

export function idOf(need: string): string {
  return need.split('=', 1)[0] ?? need;
}

async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  isStopped: () => boolean,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && !isStopped(); next = queue.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: limit }, work));
}
