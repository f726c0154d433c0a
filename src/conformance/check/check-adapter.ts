import { findViolations } from '../../http/routing/validation.ts';
import type { Runtime } from '../../runtime.ts';
import { type AdapterCommand, AdapterProcess } from '../adapter/adapter-process.ts';
import { FEATURES, type Hello, Outcome } from '../adapter/messages.ts';
import type { CasePorts } from '../case-port/case-port.ts';
import { Observation } from '../verdict/observation.ts';
import { BASIC_PROBES, PARALLEL_PROBE } from './basic-probes.ts';
import { FEATURE_PROBES } from './feature-probes.ts';
import { contradictionOf, type Probe } from './probe.ts';

/** What the check of an adapter found. */
export interface AdapterCheck {
  readonly hello: Hello;
  readonly requests: number;
  /** Each names the request, and the member or what contradicts the record of the server. */
  readonly problems: readonly string[];
  /** What is no mistake, and better said otherwise. */
  readonly advice: readonly string[];
  /** What was sent to the adapter, and its answers, for tests of the published schema. */
  readonly messages: readonly object[];
}

/** An answer that comes later was not flushed, or its request hangs. */
const ANSWER_LIMIT_MS = 5000;
/** A second answer of the same request comes at once. */
const QUIET_MS = 30;

/** The probes for what an adapter declares. */
function probesFor({ supports = [], parallel = 1 }: Hello): readonly Probe[] {
  const declared = FEATURES.filter((feature) => supports.includes(feature)).flatMap((feature) => {
    const probe = FEATURE_PROBES[feature];
    return probe ? [{ what: `the feature ${feature}`, session: feature, ...probe }] : [];
  });
  return [...BASIC_PROBES, ...(parallel > 1 ? [PARALLEL_PROBE] : []), ...declared];
}

/**
 * Makes correct exchanges with an adapter, and compares what it tells with what the server recorded: a few that every client
 * can do, and one for each feature that it declares. Each answer is also checked by the schema.
 * @throws AdapterError
 */
export async function checkAdapter(
  command: AdapterCommand,
  casePorts: CasePorts,
  runtime: Runtime,
): Promise<AdapterCheck> {
  const problems: string[] = [];
  const advice: string[] = [];
  const messages: object[] = [];
  const answers = new Map<number, Outcome[]>();
  /** Requests that the client still repeats. */
  const repeating = new Set<number>();
  let notify = () => {};
  let isComplete = false;
  let last = 0;
  const report = (problem: string, number = last) => problems.push(`line ${number}: ${problem}`);
  const take = (value: Readonly<Record<string, unknown>>) => {
    messages.push(value);
    const id = Number(value.id);
    if (repeating.has(id)) return;
    const open = answers.get(id);
    const violations = findViolations(Outcome, value);
    for (const { path, message } of violations) report(`${path.join('.') || 'the line'} ${message}`);
    for (const problem of missingMembers(value)) report(problem);
    if (!open) report(`an answer with the id ${JSON.stringify(value.id)}, which is not open`);
    else {
      open.push(isOutcome(value) ? value : { id, adapterError: 'the line is invalid' });
      if (open.length === 2) report('two answers', id);
    }
    notify();
  };
  const { process, hello } = await AdapterProcess.start(
    command,
    {
      line: take,
      noise(line) {
        report(`no outcome, because it has no integer id: ${line.slice(0, 100)}`);
      },
      ended: (how) => {
        if (!isComplete) report(`the adapter ended (${how})`);
        notify();
      },
    },
    runtime,
  );
  messages.push(hello);

  const isAnswered = (ids: readonly number[]) =>
    process.isEnded || ids.every((id) => (answers.get(id)?.length ?? 0) > 0);
  /** Waits for the answers. @returns whether they came. */
  const answered = async (ids: readonly number[], limit: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = runtime.timeout(limit, () => resolve(false));
    notify = () => {
      if (isAnswered(ids)) resolve(true);
    };
    notify();
    const isInTime = await promise;
    cancel();
    return isInTime;
  };

  /** @returns whether the adapter can be asked for more. */
  const check = async (probe: Probe): Promise<boolean> => {
    const { serve, ask, together, session = 'check', limit = ANSWER_LIMIT_MS } = probe;
    const open = await casePorts.open(
      serve,
      ask.map(({ url = '' }) => url),
    );
    const before = problems.length;
    const ids: number[] = [];
    answers.clear();
    try {
      for (const step of ask) {
        const id = ++last;
        ids.push(id);
        answers.set(id, []);
        const request = {
          ...{ id, case: 'check', session, timeout: 4, method: 'GET', redirects: false },
          ...step,
          url: open.fill(step.url ?? 'http://{a}/'),
          ...(step.proxy !== undefined && { proxy: open.fill(step.proxy) }),
        };
        messages.push(request);
        process.send(request);
        const isLast = ids.length === ask.length;
        if ((!together || isLast) && !(await answered(ids, limit))) {
          if (probe.mayRepeat && (open.ports.get('a')?.connections.length ?? 0) > 1) {
            repeating.add(id);
            return true;
          }
          report(`no answer within ${limit / 1000} s; flush each line`);
          return false;
        }
      }
      await runtime.wait(QUIET_MS);
      // What the schema rejects is no statement that the record could contradict.
      if (!process.isEnded && problems.length === before) {
        const outcomes = ids.flatMap((id) => answers.get(id)?.slice(0, 1) ?? []);
        const seen = new Observation(hello, outcomes, [], open.ports, open.fill);
        const contradiction = contradictionOf(probe, seen);
        if (contradiction !== undefined) report(`${probe.what}: ${contradiction}`);
        const advised = contradiction === undefined ? probe.advice?.(seen) : undefined;
        if (advised !== undefined) advice.push(`line ${last}: ${probe.what}: ${advised}`);
      }
      return !process.isEnded;
    } finally {
      if (session !== 'check') process.send({ end: session });
      await open.close();
    }
  };
  for (const probe of probesFor(hello)) if (!(await check(probe))) break;
  isComplete = true;
  await process.close();
  return { hello, requests: last, problems, advice, messages };
}

function isOutcome(value: object): value is Outcome {
  return findViolations(Outcome, value).length === 0;
}

function missingMembers(value: Readonly<Record<string, unknown>>): string[] {
  const isOther = ['error', 'unsupported', 'adapterError'].some((name) => value[name] !== undefined);
  if (isOther) return [];
  const missing = value.status === undefined ? ['status is missing, and there is no error'] : [];
  const hasContent = value.body !== undefined || value.size !== undefined;
  return hasContent ? missing : [...missing, 'body is missing; it is base64, empty without content'];
}
