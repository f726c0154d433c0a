import type { ConnectionInfo } from '../../http/transport/connections/connection-info.ts';

/** The repetitions of exchanges that clients of this server are about to send. */
export class ExpectedReplays {
  /** The id of the repeated exchange, by the address and port of the client. */
  readonly #ids = new Map<string, number>();

  /**
   * The next request from this address and port repeats an exchange.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  expect(remote: string, id: number): () => void {
    this.#ids.set(remote, id);
    return () => this.#ids.delete(remote);
  }

  /** The id of the exchange that a request of this connection repeats, once; otherwise null. */
  take(connection: Pick<ConnectionInfo, 'remote'>): number | null {
    if (this.#ids.size === 0) return null;
    const { remote } = connection;
    const id = this.#ids.get(remote) ?? null;
    this.#ids.delete(remote);
    return id;
  }
}
