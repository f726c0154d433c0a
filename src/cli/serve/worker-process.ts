import cluster, { type Worker } from 'node:cluster';
import type { Log } from '#http/routing/service.ts';
import { Navigation } from '#pages/navigation.ts';
import type { Runtime } from '#runtime.ts';
import type { StateEngine } from '#shared/database/engine.ts';
import type { ReadAgainRelay } from '#shared/database/read-again.ts';
import { watchConnections } from './passed-connections.ts';
import type { ServerAddress } from './serving.ts';
import type { PrimaryMessage, SentAddress, SentError, WorkerMessage, WorkerPlan } from './worker-messages.ts';

export interface WorkerDependencies {
  readonly engine: Pick<StateEngine, 'endOwner'>;
  readonly relay: ReadAgainRelay;
  readonly runtime: Runtime;
  readonly log: Log;
}

/** One worker, as the primary process sees it. */
export class WorkerProcess {
  /** Rejects when the worker ends before it listens. */
  readonly ready: Promise<ServerAddress>;
  /** Resolves with the reason, such as `SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  /** Resolves when the worker has no connections after its close, or has ended. */
  readonly drained: Promise<void>;
  readonly #worker: Worker;
  #isReady = false;

  /**
   * @param createPlan called when the worker has loaded its code.
   * @param hasOthers whether another worker serves.
   */
  constructor(
    number: number,
    createPlan: () => WorkerPlan,
    hasOthers: () => boolean,
    { engine, relay, runtime }: WorkerDependencies,
  ) {
    // The worker must not follow the parent of this process, nor report to its watcher.
    const worker = cluster.fork({ npm_lifecycle_event: undefined, WATCH_REPORT_DEPENDENCIES: undefined });
    this.#worker = worker;
    watchConnections(worker, runtime, hasOthers);
    const { promise: ready, resolve, reject } = Promise.withResolvers<ServerAddress>();
    const { promise: whenDrained, resolve: drain } = Promise.withResolvers<void>();
    this.drained = whenDrained;
    const readAgain = relay.add(number, (message) => this.send(message));
    worker.on('message', (message: WorkerMessage) => {
      switch (message.type) {
        case 'loaded':
          return this.send({ type: 'plan', plan: createPlan() });
        case 'ready':
          this.#isReady = true;
          return resolve(toServerAddress(message.address));
        case 'drained':
          return drain();
        case 'failed':
          return reject(toError(message.error));
        case 'reading':
        case 'changed':
        case 'has read':
          return void readAgain.receive(message);
      }
    });
    this.ended = new Promise((resolveEnded) => {
      const end = (reason: string) => {
        readAgain.end();
        void endOwner(engine, String(worker.process.pid), runtime);
        drain();
        reject(new Error(`Worker ${number} ended before it was ready (${reason}).`));
        resolveEnded(reason);
      };
      worker.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
      worker.on('error', (error) => {
        // A process that could not be created has no exit. Other errors are about messages.
        if (worker.process.pid === undefined) end(error.message);
      });
    });
    this.ready = ready;
    ready.catch(() => {});
  }

  get isServing(): boolean {
    return this.#isReady && this.#worker.isConnected();
  }

  send(message: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}

/** Releases what a process had, which others wait for, also when the database is not available at once. */
async function endOwner(
  engine: WorkerDependencies['engine'],
  owner: string,
  { after }: Pick<Runtime, 'after'>,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++)
    try {
      return await engine.endOwner(owner);
    } catch {
      await new Promise<void>((resolve) => after(RETRY_DELAY_MS, resolve));
    }
}

const MAX_ATTEMPTS = 60;

const RETRY_DELAY_MS = 1000;

function toError({ message, ...members }: SentError): Error {
  return Object.assign(new Error(message), members);
}

function toServerAddress({ services, ...address }: SentAddress): ServerAddress {
  return {
    ...address,
    services: services.map(({ name, prefix, navigation }) => ({
      name,
      prefix,
      ...(navigation && { extension: new Navigation(navigation.pages, navigation.entryPath) }),
    })),
  };
}
