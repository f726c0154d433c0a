import type { Adapter, AdapterResult } from '../adapter/adapter.ts';
import type { AdapterRequest, Outcome } from '../adapter/messages.ts';
import type { CasePorts, OpenCase } from '../case-port/case-port.ts';
import type { Runtime } from '../server.ts';
import type { ConformanceCase, Step } from '../verdict/case.ts';
import { judge } from '../verdict/judge.ts';
import { Observation, type StepTime } from '../verdict/observation.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { buildJournal, type JournalEntry } from './journal.ts';
import { maskCredentials, maskOutcome, maskRequest } from './mask.ts';
import { deadlineOf, type Patience } from './patience.ts';
import { buildTranscript, type TranscriptLine } from './transcript.ts';

/** One run of one case. */
export interface CaseRun {
  readonly verdict: Verdict;
  /** Whether the adapter process ended during the run, by this case or by another one. */
  readonly isLost: boolean;
  readonly isHang: boolean;
  /** Whether the client reported a time-out. */
  readonly isTimedOut: boolean;
  readonly ms: number;
  readonly requests: readonly object[];
  readonly outcomes: readonly object[];
  readonly transcript: readonly TranscriptLine[];
  readonly journal: readonly JournalEntry[];
}

export interface CaseContext {
  readonly adapter: Adapter;
  readonly casePorts: CasePorts;
  readonly runtime: Runtime;
  /** Seconds, which scale every limit. */
  readonly timeout: number;
  readonly nextSession: () => string;
  /** How the client repeats requests, as far as it was measured. */
  readonly patience: () => Patience;
}

/** Runs a case once. @throws AdapterError */
export async function runCase(declared: ConformanceCase, context: CaseContext): Promise<CaseRun> {
  const { adapter, casePorts, runtime } = context;
  const start = runtime.monotonic();
  const urls = declared.ask.flatMap(({ url = '', proxy = '' }) => [url, proxy]);
  const open = await casePorts.open(declared.serve, urls);
  const sessions = new Map<string, string>();
  const requests: AdapterRequest[] = [];
  const results: AdapterResult[] = [];
  const times: StepTime[] = [];
  try {
    for (const step of open.missing() === undefined ? declared.ask : []) {
      await untilStep(step, open, runtime);
      const request = buildRequest(step, open, sessions, context);
      requests.push(request);
      const asked = runtime.monotonic();
      const result = await adapter.ask(request, declared.id, deadlineOf(request, context.patience()));
      results.push(result);
      times.push({ duration: runtime.monotonic() - asked, limit: request.timeout * 1000 });
      if (result.kind !== 'outcome' || isAlone(result.outcome)) break;
    }
    await runtime.wait(declared.settle);
    const missing = open.missing();
    const verdict: Verdict =
      missing === undefined
        ? judge(
            declared,
            results,
            new Observation(adapter.hello, outcomesOf(results), times, open.ports, open.fill),
          )
        : { result: 'unsupported', reason: `environment: no ${missing}` };
    return {
      verdict: { ...verdict, ...(verdict.got !== undefined && { got: maskCredentials(verdict.got) }) },
      isLost: results.some(({ kind }) => kind === 'lost'),
      isHang: results.some(({ kind }) => kind === 'hang'),
      isTimedOut: outcomesOf(results).some(({ error }) => error === 'timeout'),
      ms: Math.round(runtime.monotonic() - start),
      requests: requests.map(maskRequest),
      outcomes: results.map((result) => (result.kind === 'outcome' ? maskOutcome(result.outcome) : result)),
      transcript: buildTranscript(open.ports),
      journal: buildJournal(open.ports),
    };
  } finally {
    for (const session of sessions.values()) adapter.endSession(session);
    await open.close();
  }
}

function isAlone({ unsupported, adapterError }: Outcome): boolean {
  return unsupported !== undefined || adapterError !== undefined;
}

function outcomesOf(results: readonly AdapterResult[]): Outcome[] {
  return results.flatMap((result) => (result.kind === 'outcome' ? [result.outcome] : []));
}

function buildRequest(
  { session = 'one', wait: _, afterEnd: __, ...step }: Step,
  { fill }: OpenCase,
  sessions: Map<string, string>,
  { nextSession, timeout }: CaseContext,
): AdapterRequest {
  const name = sessions.get(session) ?? nextSession();
  sessions.set(session, name);
  const { headers } = step;
  return {
    method: 'GET',
    redirects: false,
    ...step,
    session: name,
    url: fill(step.url ?? 'http://{a}/'),
    ...(step.proxy !== undefined && { proxy: fill(step.proxy) }),
    timeout: (step.timeout ?? 1) * timeout,
    ...(headers && { headers: headers.map(([field, value]) => [field, fill(value)] as const) }),
  };
}

const END_LIMIT_MS = 2000;
/** A client needs this time to notice the end of an idle connection. */
const AFTER_END_MS = 100;

async function untilStep({ wait, afterEnd }: Step, { ports }: OpenCase, runtime: Runtime): Promise<void> {
  if (wait !== undefined) await runtime.wait(wait);
  if (!afterEnd) return;
  const latest = [...ports.values()].flatMap(({ connections }) => connections).at(-1);
  const limit = runtime.monotonic() + END_LIMIT_MS;
  while (latest && !latest.isEnded && runtime.monotonic() < limit) await runtime.wait(5);
  await runtime.wait(AFTER_END_MS);
}
