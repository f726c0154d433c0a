import { findViolations, matches, type Runtime } from '../server.ts';
import { AdapterError } from './adapter-error.ts';
import { type AdapterCommand, AdapterProcess } from './adapter-process.ts';
import { type AdapterRequest, type Hello, Outcome } from './messages.ts';

/** What became of one request to the adapter. */
export type AdapterResult =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** A line with the `id` that the schema rejects. */
  | { readonly kind: 'invalid'; readonly message: string }
  /** Nothing before the deadline. */
  | { readonly kind: 'hang' }
  /** The process ended, by this request or by another one. */
  | { readonly kind: 'lost'; readonly how: string };

/** A client under test. */
export interface Adapter {
  readonly hello: Hello;
  readonly noise: readonly string[];
  readonly noiseCount: number;
  /** Number of outcomes of requests that had ended: after their deadline, or a second one. */
  readonly lateCount: number;
  readonly restarts: number;
  /** Number of outcomes of all processes. */
  readonly outcomeCount: number;
  /** @throws AdapterError when the adapter cannot be started again. */
  ask(request: AdapterRequest, caseId: string, deadlineMs: number): Promise<AdapterResult>;
  endSession(session: string): void;
  close(): Promise<void>;
}

const MAX_RESTARTS = 20;
const MAX_NOISE_LINES = 20;

interface PendingRequest {
  settle(result: AdapterResult): void;
}

/** @throws AdapterError when the adapter does not start. */
export async function openAdapter(command: AdapterCommand, runtime: Runtime): Promise<Adapter> {
  const noise: string[] = [];
  let noiseCount = 0;
  let lateCount = 0;
  let restarts = 0;
  let outcomeCount = 0;
  let restartsWithoutOutcome = 0;
  let hanging = 0;
  let lastEnd = '';
  let lastId = 0;
  let current: Promise<AdapterProcess> | undefined;
  const pending = new Map<number, PendingRequest>();

  const start = async () => {
    let isCurrent = true;
    const started = await AdapterProcess.start(
      command,
      {
        line(value) {
          const request = pending.get(Number(value.id));
          if (!request && wasAsked(value.id)) lateCount++;
          else if (!request) addNoise(JSON.stringify(value));
          else if (!isCurrent) return;
          else if (matches(Outcome, value)) {
            outcomeCount++;
            restartsWithoutOutcome = 0;
            request.settle({ kind: 'outcome', outcome: value });
          } else request.settle({ kind: 'invalid', message: describeViolation(value) });
        },
        noise: addNoise,
        ended(how) {
          if (!isCurrent) return;
          isCurrent = false;
          current = undefined;
          // A request that ends the process alone is a result of its case.
          if (hanging === 0 && pending.size === 1) restartsWithoutOutcome = 0;
          for (const request of [...pending.values()]) request.settle({ kind: 'lost', how });
        },
      },
      runtime,
    );
    return started;
  };
  const wasAsked = (id: unknown) => typeof id === 'number' && id > 0 && id <= lastId;
  const addNoise = (line: string) => {
    noiseCount++;
    if (noise.length < MAX_NOISE_LINES) noise.push(line.slice(0, 500));
  };
  const first = await start();
  current = Promise.resolve(first.process);

  const restart = (): Promise<AdapterProcess> => {
    restarts++;
    restartsWithoutOutcome++;
    if (restartsWithoutOutcome > MAX_RESTARTS)
      throw new AdapterError(
        `The adapter ended ${MAX_RESTARTS} times without an outcome between, at last in the case ${lastEnd}.`,
      );
    return start().then(({ process }) => process);
  };

  return {
    hello: first.hello,
    noise,
    get noiseCount() {
      return noiseCount;
    },
    get lateCount() {
      return lateCount;
    },
    get outcomeCount() {
      return outcomeCount;
    },
    get restarts() {
      return restarts;
    },
    async ask(request, caseId, deadlineMs) {
      current ??= restart();
      const process = await current;
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<AdapterResult>();
      const cancel = runtime.timeout(deadlineMs, () => resolve({ kind: 'hang' }));
      pending.set(id, { settle: resolve });
      // It can end while its start is awaited.
      if (process.isEnded) resolve({ kind: 'lost', how: 'it ended before the request' });
      process.send({ id, case: caseId, ...request });
      const result = await promise;
      cancel();
      pending.delete(id);
      if (result.kind === 'lost') lastEnd = `${caseId} (${result.how})`;
      if (result.kind === 'hang') {
        lastEnd = `${caseId} (no outcome before the deadline)`;
        hanging++;
        await process.kill();
        hanging--;
      }
      return result;
    },
    endSession(session) {
      void current?.then((process) => process.send({ end: session })).catch(() => {});
    },
    async close() {
      const process = await current?.catch(() => undefined);
      await process?.close();
    },
  };
}

/** The first member of an outcome that its schema rejects. */
function describeViolation(value: object): string {
  const [{ path, message } = { path: [], message: 'is invalid' }] = findViolations(Outcome, value);
  return `the outcome is invalid: ${path.join('.') || 'the line'} ${message}`;
}
