import { createServer, type Server, type Socket } from 'node:net';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import { listenOnAll, portOf } from '#wire/driver/connection-port.ts';

/** A process that serves connections. */
export interface ConnectionTarget {
  /** Passes a copy of the connection. The process reports that it has it by the id. */
  passConnection(id: number, port: number, socket: Socket): void;
}

interface AcceptedConnection {
  readonly id: number;
  readonly port: number;
  readonly socket: Socket;
}

/** The connections of one process. */
interface TargetState {
  /** Number of connections that it has, or gets. */
  open: number;
  /** Sent, but not reported by the process. One at a time, because messages to the process wait for it. */
  passing: AcceptedConnection | undefined;
  readonly queue: AcceptedConnection[];
  /** Whether the process has not reported a connection in time. It gets no further ones until it does. */
  isStalled: boolean;
  cancel(): void;
}

/**
 * Accepts the connections of a server, and passes each one to the process with the fewest open connections. It does not read from
 * them: a connection that a process has not reported when it ends is passed to another one.
 */
export class ConnectionDistributor {
  readonly #runtime: Pick<Runtime, 'timeout'>;
  readonly #log: Log;
  readonly #servers: Server[] = [];
  /** The process that got a connection last is the last one. */
  readonly #targets = new Map<ConnectionTarget, TargetState>();
  /** Connections while no process serves. */
  #waiting: AcceptedConnection[] = [];
  #lastId = 0;

  constructor({ runtime, log }: { readonly runtime: Pick<Runtime, 'timeout'>; readonly log: Log }) {
    this.#runtime = runtime;
    this.#log = log;
  }

  /** @returns the number of the port. @throws the error of the system, such as EADDRINUSE. */
  async listen(hosts: readonly string[], port: number): Promise<number> {
    const accept = (socket: Socket) => {
      // Its process notices the error.
      socket.on('error', () => {});
      this.#assign({ id: ++this.#lastId, port: socket.localPort ?? port, socket });
    };
    const servers = await listenOnAll(hosts, port, () =>
      createServer({ pauseOnConnect: true, noDelay: true }, accept),
    );
    this.#servers.push(...servers);
    for (const server of servers)
      server.on('error', (error) => this.#log.warn('A connection was not accepted', { error }));
    return portOf(servers);
  }

  add(target: ConnectionTarget): void {
    this.#targets.set(target, {
      open: 0,
      passing: undefined,
      queue: [],
      isStalled: false,
      cancel() {},
    });
    this.#assignWaiting();
  }

  /** The process has ended. Other processes get the connections that it does not have. */
  remove(target: ConnectionTarget): void {
    const state = this.#targets.get(target);
    if (!state) return;
    this.#targets.delete(target);
    state.cancel();
    if (state.passing) this.#assign(state.passing);
    for (const connection of state.queue) this.#assign(connection);
  }

  /** The process has the connection. */
  received(target: ConnectionTarget, id: number): void {
    const state = this.#targets.get(target);
    if (state?.passing?.id !== id) return;
    state.cancel();
    state.passing.socket.destroy();
    state.passing = undefined;
    state.isStalled = false;
    this.#passNext(target, state);
    this.#assignWaiting();
  }

  /** The process has closed connections. */
  closed(target: ConnectionTarget, count: number): void {
    const state = this.#targets.get(target);
    if (state) state.open -= count;
  }

  /** Accepts no more connections, and closes those that no process has. */
  close(): void {
    for (const server of this.#servers) server.close();
    for (const { socket } of this.#waiting) socket.destroy();
    for (const { queue } of this.#targets.values()) {
      for (const { socket } of queue.splice(0)) socket.destroy();
    }
    this.#waiting = [];
  }

  #assign(connection: AcceptedConnection): void {
    let target: ConnectionTarget | undefined;
    let state: TargetState | undefined;
    for (const [each, candidate] of this.#targets) {
      if (candidate.isStalled || (state && candidate.open >= state.open)) continue;
      [target, state] = [each, candidate];
    }
    if (!target || !state) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(connection);
      else connection.socket.destroy();
      return;
    }
    // The next of several processes with as many connections is another one.
    this.#targets.delete(target);
    this.#targets.set(target, state);
    state.open++;
    state.queue.push(connection);
    this.#passNext(target, state);
  }

  #assignWaiting(): void {
    for (const connection of this.#waiting.splice(0)) this.#assign(connection);
  }

  #passNext(target: ConnectionTarget, state: TargetState): void {
    if (state.passing) return;
    const connection = state.queue.shift();
    if (!connection) return;
    state.passing = connection;
    state.cancel = this.#runtime.timeout(STALL_MS, () => {
      state.isStalled = true;
      state.open -= state.queue.length;
      for (const queued of state.queue.splice(0)) this.#assign(queued);
    });
    target.passConnection(connection.id, connection.port, connection.socket);
  }
}

/** Maximum number of connections that wait for a process. */
const MAX_WAITING = 1000;

/** Milliseconds until a process that has not reported a connection gets no further ones. */
const STALL_MS = 1000;
