import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { JournalEntry } from './record.ts';

/** Requests to the target are not recorded. The request is not processed. */
export const UNRECORDED = 'unrecorded';

/** The entry of a repeated exchange, or why there is none. */
export type ReplayEnd = JournalEntry | typeof UNRECORDED;

interface ExpectedReplay {
  /** The id of the repeated exchange. */
  readonly id: number;
  readonly onUnrecorded: () => void;
}

/** The repetitions of exchanges that clients of this server are about to send. */
export class ExpectedReplays {
  /** By the address and port of the client. */
  readonly #replays = new Map<string, ExpectedReplay>();

  /**
   * The next request from this address and port repeats an exchange.
   * @param onUnrecorded called if requests to the target are not recorded, in place of the repetition.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  expect(remote: string, id: number, onUnrecorded: () => void): () => void {
    this.#replays.set(remote, { id, onUnrecorded });
    return () => this.#replays.delete(remote);
  }

  /** The id of the exchange that a request of this connection repeats, once; otherwise null. */
  take(connection: Pick<ConnectionInfo, 'remote'>): number | null {
    return this.#take(connection)?.id ?? null;
  }

  /** Whether a request repeats an exchange, once. Reports that requests to its target are not recorded. */
  refuse(connection: Pick<ConnectionInfo, 'remote'>): boolean {
    const replay = this.#take(connection);
    replay?.onUnrecorded();
    return replay !== undefined;
  }

  #take({ remote }: Pick<ConnectionInfo, 'remote'>): ExpectedReplay | undefined {
    if (this.#replays.size === 0) return undefined;
    const replay = this.#replays.get(remote);
    this.#replays.delete(remote);
    return replay;
  }
}
