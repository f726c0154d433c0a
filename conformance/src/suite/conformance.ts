import { arch, release } from 'node:os';
import { AdapterError } from '../adapter/adapter-error.ts';
import { type AdapterCommandLine, findBuiltIn } from '../adapter/find-built-in.ts';
import { openAdapterAs, type ProcessMode } from '../adapter/open-adapter.ts';
import { openCommand } from '../adapter/open-command.ts';
import { createCasePorts } from '../case-port/case-port.ts';
import type { ScriptedResponse } from '../case-port/scripted-response.ts';
import { allCases } from '../cases/index.ts';
import { buildReport, type ConformanceReport } from '../report/report.ts';
import { type CaseResult, runSuite } from '../run/run-suite.ts';
import { type Selection, selectCases } from '../run/select-cases.ts';
import { type Runtime, version } from '../server.ts';
import type { ConformanceCase } from '../verdict/case.ts';

/** How a client is tested. */
export interface ConformanceOptions extends Selection {
  /** Name of a built-in adapter, or a command with its arguments. */
  readonly adapter: string | readonly string[];
  /** Whether a process of the adapter stays, or is for a session or a request. Default `stay`. */
  readonly process?: ProcessMode | undefined;
  /** Maximum number of cases at once; at most what the adapter says. Default 8. */
  readonly parallel?: number | undefined;
  /** The limit of a request in seconds, which scales all limits. Default 1. */
  readonly timeout?: number | undefined;
  /** How often each case runs. Default 1. */
  readonly repeat?: number | undefined;
  /** Ends the run after so many failures. */
  readonly bail?: number | undefined;
  /** The cases whose bytes the report contains. Default: those that failed. */
  readonly transcripts?: 'fail' | 'all' | 'none' | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What the command adds to the options of the library. */
export interface RunHooks {
  readonly cases?: readonly ConformanceCase[] | undefined;
  readonly onResult?: ((result: CaseResult, done: number, total: number) => void) | undefined;
  /** Changes responses before they are sent, for tests of the evidence. */
  readonly alter?: ((response: ScriptedResponse) => ScriptedResponse) | undefined;
}

/**
 * Runs the cases with a client.
 * @throws AdapterError when the adapter cannot be used; UsageError for an unknown adapter or selection.
 */
export async function runConformance(
  options: ConformanceOptions,
  runtime: Runtime,
  { cases = allCases, onResult, alter }: RunHooks = {},
): Promise<ConformanceReport> {
  const { adapter: given, parallel = 8, timeout = 1, repeat = 1, bail, signal } = options;
  const selected = selectCases(cases, options);
  const line = resolveCommandLine(given);
  const started = new Date(runtime.machineNow()).toISOString();
  const start = runtime.monotonic();
  const casePorts = await createCasePorts({ runtime, ...(alter && { alter }) });
  const opened = await openCommand(line, casePorts.ca, options.variables ?? process.env);
  try {
    const adapter = await openAdapterAs(options.process ?? 'stay', opened.command, runtime).catch((error) => {
      throw withAdvice(error, line);
    });
    try {
      const results = await runSuite({
        cases: selected.cases,
        adapter,
        casePorts,
        runtime,
        parallel,
        timeout,
        repeat,
        bail,
        signal,
        onResult: (result, done) => onResult?.(result, done, selected.cases.length),
      });
      if (adapter.outcomeCount === 0 && signal?.aborted !== true)
        throw new AdapterError('The adapter answered no request.');
      const reported = results.filter((each) => selected.reported.has(each.case.id));
      return buildReport({
        results: reported,
        hello: adapter.hello,
        server: version,
        started,
        platform: `${process.platform} ${release()} ${arch()}`,
        ms: Math.round(runtime.monotonic() - start),
        partial: results.length < selected.cases.length,
        flags: { parallel, timeout, repeat, ...(bail !== undefined && { bail }) },
        noise: adapter.noise,
        noiseCount: adapter.noiseCount,
        lateCount: adapter.lateCount,
        restarts: adapter.restarts,
        transcripts: options.transcripts ?? 'fail',
      });
    } finally {
      await adapter.close();
    }
  } finally {
    await opened.close();
    await casePorts.close();
  }
}

export function resolveCommandLine(given: string | readonly string[]): AdapterCommandLine {
  if (typeof given === 'string') return findBuiltIn(given);
  const [command = '', ...args] = given;
  return { command, args };
}

function withAdvice(error: unknown, { needs }: AdapterCommandLine): unknown {
  if (!(error instanceof AdapterError) || needs === undefined) return error;
  return new AdapterError(`${error.message} This adapter needs ${needs}.`);
}
