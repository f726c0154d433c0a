import { type AdapterCommand, AdapterProcess } from '../adapter/adapter-process.ts';
import { FEATURES, type Hello } from '../adapter/messages.ts';
import type { CasePorts, OpenCase } from '../case-port/case-port.ts';
import type { Runtime } from '../server.ts';
import { Observation } from '../verdict/observation.ts';
import { BASIC_PROBES, PARALLEL_PROBE } from './basic-probes.ts';
import { Dialogue } from './dialogue.ts';
import { FEATURE_PROBES } from './feature-probes.ts';
import { contradictionOf, type Probe, type ProbeStep } from './probe.ts';

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
 * Makes correct exchanges with an adapter, and compares what it reports with what the server recorded: a few that every client
 * can do, and one for each feature that it declares. Each answer is also checked by the schema.
 * @throws AdapterError
 */
export async function checkAdapter(
  command: AdapterCommand,
  casePorts: CasePorts,
  runtime: Runtime,
): Promise<AdapterCheck> {
  const dialogue = new Dialogue();
  const { process, hello } = await AdapterProcess.start(command, dialogue, runtime);
  dialogue.messages.push(hello);
  const checker = new Checker(dialogue, process, hello, casePorts, runtime);
  for (const probe of probesFor(hello)) if (!(await checker.check(probe))) break;
  dialogue.isComplete = true;
  await process.close();
  const { lastId: requests, problems, messages } = dialogue;
  return { hello, requests, problems, advice: checker.advice, messages };
}

/** Makes the exchanges of probes, one after the other. */
class Checker {
  readonly advice: string[] = [];
  readonly #dialogue: Dialogue;
  readonly #process: AdapterProcess;
  readonly #hello: Hello;
  readonly #casePorts: CasePorts;
  readonly #runtime: Runtime;

  constructor(
    dialogue: Dialogue,
    process: AdapterProcess,
    hello: Hello,
    casePorts: CasePorts,
    runtime: Runtime,
  ) {
    this.#dialogue = dialogue;
    this.#process = process;
    this.#hello = hello;
    this.#casePorts = casePorts;
    this.#runtime = runtime;
  }

  /** @returns whether the adapter can be asked for more. */
  async check(probe: Probe): Promise<boolean> {
    const { serve, ask, session = SHARED_SESSION } = probe;
    const urls = ask.map(({ url = '' }) => url);
    const open = await this.#casePorts.open(serve, urls);
    const before = this.#dialogue.problems.length;
    try {
      const ids = await this.#ask(probe, open, session);
      if (ids === undefined) return false;
      await this.#runtime.wait(QUIET_MS);
      // What the schema rejects is no statement that the record could contradict.
      const isValid = this.#dialogue.problems.length === before;
      const isRepeating = ids.some((id) => this.#dialogue.repeating.has(id));
      if (isValid && !isRepeating && !this.#process.isEnded) this.#compare(probe, open, ids);
      return !this.#process.isEnded;
    } finally {
      if (session !== SHARED_SESSION) this.#process.send({ end: session });
      await open.close();
    }
  }

  /** Sends the requests of a probe. @returns their ids; undefined if an answer is missing. */
  async #ask(probe: Probe, open: OpenCase, session: string): Promise<number[] | undefined> {
    const { ask, together, mayRepeat, limit = ANSWER_LIMIT_MS } = probe;
    const { answers, messages, repeating } = this.#dialogue;
    const ids: number[] = [];
    answers.clear();
    for (const step of ask) {
      const id = ++this.#dialogue.lastId;
      ids.push(id);
      answers.set(id, []);
      const request = buildRequest(step, id, session, open);
      messages.push(request);
      this.#process.send(request);
      if (together && ids.length < ask.length) continue;
      if (await this.#isAnswered(ids, limit)) continue;
      if (mayRepeat && (open.ports.get('a')?.connections.length ?? 0) > 1) repeating.add(id);
      else {
        this.#dialogue.report(`no answer within ${limit / 1000} s; flush each line`);
        return undefined;
      }
    }
    return ids;
  }

  /** Waits for the answers, or for the end of the adapter. @returns whether they came in time. */
  async #isAnswered(ids: readonly number[], limit: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = this.#runtime.timeout(limit, () => resolve(false));
    const resolveIfAnswered = () => {
      const isAnswered = ids.every((id) => (this.#dialogue.answers.get(id)?.length ?? 0) > 0);
      if (isAnswered || this.#process.isEnded) resolve(true);
    };
    this.#dialogue.onChange = resolveIfAnswered;
    resolveIfAnswered();
    const isInTime = await promise;
    cancel();
    return isInTime;
  }

  #compare(probe: Probe, open: OpenCase, ids: readonly number[]): void {
    const { answers, lastId } = this.#dialogue;
    const outcomes = ids.flatMap((id) => answers.get(id)?.slice(0, 1) ?? []);
    const seen = new Observation(this.#hello, outcomes, [], open.ports, open.fill);
    const contradiction = contradictionOf(probe, seen);
    if (contradiction !== undefined) {
      this.#dialogue.report(`${probe.what}: ${contradiction}`);
      return;
    }
    const advice = probe.advice?.(seen);
    if (advice !== undefined) this.advice.push(`line ${lastId}: ${probe.what}: ${advice}`);
  }
}

/** The session of the probes that have none of their own. */
const SHARED_SESSION = 'check';

function buildRequest(
  step: ProbeStep,
  id: number,
  session: string,
  { fill }: OpenCase,
): Record<string, unknown> {
  return {
    id,
    case: 'check',
    session,
    timeout: 4,
    method: 'GET',
    redirects: false,
    ...step,
    url: fill(step.url ?? 'http://{a}/'),
    ...(step.proxy !== undefined && { proxy: fill(step.proxy) }),
  };
}
