import {
  type Accept,
  type ConnectionSource,
  openPort,
  type PortOptions,
} from '#wire/driver/connection-port.ts';
import { WireListener, type WireListenerOptions } from '#wire/driver/listener.ts';

export interface ListenOptions extends WireListenerOptions, PortOptions {
  /** Replaces the port by one that the caller listens on. */
  readonly source?: ConnectionSource | undefined;
}

export interface Listener {
  readonly port: number;
  /** The address that the system reports; undefined for a port of the caller. */
  readonly address: string | undefined;
  /** The number of open connections. */
  countConnections(): number;
  /**
   * Stops accepting connections, and closes idle ones. Destroys the others when `deadline` settles. Resolves when all
   * connections are closed.
   */
  close(deadline: Promise<void>): Promise<void>;
}

/** @throws the system's error, for instance EADDRINUSE, when the address is not available. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const wire = new WireListener(options);
  const accept = wire.accept.bind(wire);
  const opened = options.source ? attach(options.source, accept) : await openPort(accept, options);
  return {
    port: opened.port,
    address: opened.address,
    countConnections: () => wire.count,
    async close(deadline) {
      const closed = opened.close();
      wire.closeIdle();
      deadline.then(() => wire.destroy());
      await Promise.all([closed, wire.closed()]);
    },
  };
}

/** The caller accepts the connections, until it closes the listener. */
function attach(source: ConnectionSource, accept: Accept) {
  source.accept(accept);
  return { port: source.port, address: undefined, close: async () => {} };
}
