import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Log } from '#http/routing/service.ts';
import { Navigation } from '#pages/navigation.ts';
import type { Runtime } from '#runtime.ts';
import type { Hub } from '#shared/hub.ts';
import { serveHub, type WorkerService } from '#shared/hub-server.ts';
import type { HubRequest } from '#shared/messages.ts';
import { createStamps } from '#shared/stamps.ts';
import type { ConnectionDistributor, ConnectionTarget } from './connection-distributor.ts';
import type { ServerAddress } from './serving.ts';
import {
  type PrimaryMessage,
  type SentAddress,
  WORKER_ARGUMENT,
  type WorkerMessage,
  type WorkerPlan,
} from './worker-messages.ts';

export interface WorkerDependencies {
  readonly hub: Hub;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly connections: ConnectionDistributor;
  /** Creates what executes the calls of a worker. */
  readonly openService: () => WorkerService;
  /** The time of the stamp 0, in microseconds of the clock of the system. */
  readonly origin: number;
}

/** One worker, as the primary process sees it. */
export class WorkerProcess implements ConnectionTarget {
  /** Rejects when the worker ends before it listens. */
  readonly ready: Promise<ServerAddress>;
  /** Resolves with the reason, such as `SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  /** Resolves when the worker has no connections after its close, or has ended. */
  readonly drained: Promise<void>;
  readonly #child: ChildProcess;

  /** @param createPlan called when the worker has loaded its code. */
  constructor(
    number: number,
    createPlan: () => WorkerPlan,
    { hub, runtime, log, connections, openService, origin }: WorkerDependencies,
  ) {
    // The worker must not follow the parent of this process, nor report to its watcher.
    const child = fork(process.argv[1] ?? '', [WORKER_ARGUMENT], {
      env: { ...process.env, npm_lifecycle_event: undefined, WATCH_REPORT_DEPENDENCIES: undefined },
      serialization: 'advanced',
    });
    this.#child = child;
    const { promise: ready, resolve, reject } = Promise.withResolvers<ServerAddress>();
    const { promise: whenDrained, resolve: drain } = Promise.withResolvers<void>();
    this.drained = whenDrained;
    let receiveHubRequest: (request: HubRequest) => void = () => {};
    const endHub = serveHub(
      hub,
      {
        send: (message) => this.send(message),
        onMessage: (listener) => {
          receiveHubRequest = listener;
        },
      },
      {
        runtime,
        log,
        worker: number,
        stamps: createStamps(runtime, origin, 0),
        service: openService(),
      },
    );
    child.on('message', (message: WorkerMessage) => {
      switch (message.type) {
        case 'loaded':
          return this.send({ type: 'plan', plan: createPlan() });
        case 'ready':
          connections.add(this);
          return resolve(toServerAddress(message.address));
        case 'received':
          return connections.received(this, message.id);
        case 'closed':
          return connections.closed(this, message.count);
        case 'drained':
          return drain();
        case 'failed':
          return reject(toError(message));
        default:
          receiveHubRequest(message);
      }
    });
    this.ended = new Promise((resolveEnded) => {
      const end = (reason: string) => {
        endHub();
        connections.remove(this);
        drain();
        reject(new Error(`Worker ${number} ended before it was ready (${reason}).`));
        resolveEnded(reason);
      };
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
      child.on('error', (error) => {
        // A process that could not be created has no exit. Other errors are about messages.
        if (child.pid === undefined) end(error.message);
      });
    });
    this.ready = ready;
    ready.catch(() => {});
  }

  send(message: PrimaryMessage): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  passConnection(id: number, port: number, socket: Socket): void {
    if (this.#child.connected)
      this.#child.send({ type: 'connection', id, port }, socket, { keepOpen: true }, () => {});
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** The error of a worker. Its name decides on the exit code of the command. */
function toError({ name, message }: { readonly name: string; readonly message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
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
