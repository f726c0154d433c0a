import cluster, { type Worker } from 'node:cluster';
import type { Hub } from '../../cluster/hub.ts';
import { serveHub } from '../../cluster/hub-server.ts';
import type { HubRequest } from '../../cluster/messages.ts';
import type { Log } from '../../http/routing/service.ts';
import type { Runtime } from '../../runtime.ts';
import type { ServerAddress } from './serving.ts';
import type { PrimaryMessage, WorkerMessage, WorkerPlan } from './worker-messages.ts';

export interface WorkerDependencies {
  readonly hub: Hub;
  readonly runtime: Runtime;
  readonly log: Log;
}

/** One worker, as the primary process sees it. */
export class WorkerProcess {
  /** Rejects when the worker ends before it listens. */
  readonly ready: Promise<ServerAddress>;
  /** Resolves with the reason, such as `SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;

  /** @param createPlan called when the worker has loaded its code. */
  constructor(number: number, createPlan: () => WorkerPlan, { hub, runtime, log }: WorkerDependencies) {
    // The worker must not follow the parent of this process, nor report to its watcher.
    const worker = cluster.fork({ npm_lifecycle_event: undefined, WATCH_REPORT_DEPENDENCIES: undefined });
    this.#worker = worker;
    const { promise: ready, resolve, reject } = Promise.withResolvers<ServerAddress>();
    let receiveHubRequest: (request: HubRequest) => void = () => {};
    const endHub = serveHub(
      hub,
      {
        send: (message) => this.send(message),
        onMessage: (listener) => {
          receiveHubRequest = listener;
        },
      },
      { runtime, log, name: `Worker ${number}` },
    );
    worker.on('message', (message: WorkerMessage) => {
      switch (message.type) {
        case 'loaded':
          return this.send({ type: 'plan', plan: createPlan() });
        case 'ready':
          return resolve(message.address);
        case 'failed':
          return reject(toError(message));
        default:
          receiveHubRequest(message);
      }
    });
    this.ended = new Promise((resolveEnded) => {
      const end = (reason: string) => {
        endHub();
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

  send(message: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}

/** The error of a worker. Its name decides on the exit code of the command. */
function toError({ name, message }: { readonly name: string; readonly message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
