import cluster from 'node:cluster';
import type { Starter } from '#control/seed/starter.ts';
import type { ServerAddress } from './serving.ts';
import { WORKER_ARGUMENT, type WorkerPlan } from './worker-messages.ts';
import { type WorkerDependencies, WorkerProcess } from './worker-process.ts';

/** Keeps a number of workers running. `node:cluster` passes the connections to them in turn. */
export class Supervisor {
  readonly #plan: Omit<WorkerPlan, 'number' | 'starter'>;
  readonly #dependencies: WorkerDependencies;
  /** The current process of each worker, by number. */
  readonly #workers = new Map<number, WorkerProcess>();
  #starter: Starter | undefined;
  #isClosing = false;

  constructor(plan: Omit<WorkerPlan, 'number' | 'starter'>, dependencies: WorkerDependencies) {
    this.#plan = plan;
    this.#dependencies = dependencies;
  }

  /** Resolves when all workers serve. @throws the error of the first worker that does not start. */
  async start(count: number): Promise<ServerAddress> {
    process.on('exit', () => this.#killAll());
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({
      exec: process.argv[1] ?? '',
      args: [WORKER_ARGUMENT],
      serialization: 'advanced',
    });
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const begun = this.#dependencies.runtime.monotonic();
    try {
      const [address] = await Promise.all(numbers.map((number) => this.#fork(number).ready));
      if (!address) throw new RangeError('A server has at least one worker');
      for (const number of numbers) void this.#watch(number, begun);
      return address;
    } catch (error) {
      this.#killAll();
      throw error;
    }
  }

  /** Passes the starter to all workers, for resets. */
  setStarter(starter: Starter | undefined): void {
    this.#starter = starter;
    for (const worker of this.#workers.values()) worker.send({ type: 'starter', starter });
  }

  /** Closes all workers. Each one waits for its requests in progress, within the limit of a server. */
  async close(signal: NodeJS.Signals | undefined, grace?: number): Promise<void> {
    this.#isClosing = true;
    const workers = [...this.#workers.values()];
    for (const worker of workers) worker.send({ type: 'close', signal });
    const limit = grace ?? this.#plan.settings.maxDuration + CLOSING_LIMIT;
    const cancel = this.#dependencies.runtime.timeout(limit, () => this.#killAll());
    await Promise.all(workers.map(({ drained }) => drained));
    for (const worker of workers) worker.send({ type: 'exit' });
    await Promise.all(workers.map(({ ended }) => ended));
    cancel();
  }

  /** Replaces the process of a worker each time that it ends. */
  async #watch(number: number, begun: number): Promise<void> {
    const { runtime, log } = this.#dependencies;
    let failures = 0;
    let startedAt = begun;
    for (;;) {
      const reason = await this.#workers.get(number)?.ended;
      if (this.#isClosing) return;
      failures = runtime.monotonic() - startedAt < STABLE ? failures + 1 : 1;
      const delay = computeDelay(failures);
      log.warn(`Worker ${number} ended (${reason}). Another process starts in ${delay / 1000} s.`);
      await runtime.wait(delay);
      if (this.#isClosing) return;
      startedAt = runtime.monotonic();
      await this.#restart(number);
    }
  }

  async #restart(number: number): Promise<void> {
    const { log } = this.#dependencies;
    const worker = this.#fork(number);
    try {
      await worker.ready;
      log.info(`Worker ${number} serves again`);
    } catch (error) {
      if (this.#isClosing) return;
      log.error(`Worker ${number} does not start`, { error });
      worker.kill();
    }
  }

  #fork(number: number): WorkerProcess {
    const createPlan = () => ({ ...this.#plan, number, starter: this.#starter });
    const hasOthers = () => this.#workers.values().some(({ isServing }) => isServing);
    const worker = new WorkerProcess(number, createPlan, hasOthers, this.#dependencies);
    this.#workers.set(number, worker);
    return worker;
  }

  #killAll(): void {
    for (const worker of this.#workers.values()) worker.kill();
  }
}

/** Milliseconds until a worker that has ended is replaced: at once, then later each time that it ends soon. */
function computeDelay(failures: number): number {
  return failures === 1 ? 0 : Math.min(MIN_DELAY * 2 ** (failures - 2), MAX_DELAY);
}

/** Milliseconds after which the end of a worker is not related to its start. */
const STABLE = 10_000;

const MIN_DELAY = 100;
const MAX_DELAY = 10_000;

/** Milliseconds beyond the maximum delay of a response until workers that have not ended are killed. */
const CLOSING_LIMIT = 6000;
