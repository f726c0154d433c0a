import { Socket } from 'node:net';
import type { Runtime } from '#runtime.ts';
import type { ConnectionSource } from '#wire/driver/connection-port.ts';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.ts';

type ConnectionMessage = PrimaryMessage & { readonly type: 'connection' };

/** The connections that the primary process has accepted for this worker. */
export class ReceivedConnections {
  readonly #send: (message: WorkerMessage, onSent?: () => void) => void;
  readonly #runtime: Pick<Runtime, 'nextIteration'>;
  readonly #listeners = new Map<number, (socket: Socket) => void>();
  /** Number of closed connections that are not reported. */
  #closed = 0;

  /** @param send calls `onSent` when the system has the message. */
  constructor(
    send: (message: WorkerMessage, onSent?: () => void) => void,
    runtime: Pick<Runtime, 'nextIteration'>,
  ) {
    this.#send = send;
    this.#runtime = runtime;
  }

  openSource(port: number): ConnectionSource {
    return { port, accept: (listener) => void this.#listeners.set(port, listener) };
  }

  receive({ id, port }: ConnectionMessage, handle: unknown): void {
    if (handle instanceof Socket) handle.on('error', () => {});
    // A connection that is not reported can be passed to another worker, so it is not read before.
    this.#send({ type: 'received', id }, () => {
      const listener = this.#listeners.get(port);
      // Without a handle, the client has closed the connection.
      if (!listener || !(handle instanceof Socket) || handle.destroyed) return this.#close();
      handle.once('close', () => this.#close());
      listener(handle);
    });
  }

  #close(): void {
    this.#closed++;
    if (this.#closed === 1) void this.#report();
  }

  /** One message for all connections that close together. */
  async #report(): Promise<void> {
    await this.#runtime.nextIteration();
    this.#send({ type: 'closed', count: this.#closed });
    this.#closed = 0;
  }
}
