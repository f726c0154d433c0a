import type { WireTimes } from '../socket/options.ts';

/**
 * Milliseconds beyond the time that `Keep-Alive` announces: a request that a client sends at the last moment must not meet the end of
 * the connection.
 */
const KEEP_ALIVE_RESERVE = 1000;

/** What a connection of HTTP/1 waits for. */
export type Http1Phase =
  | 'first-head'
  | 'idle'
  | 'head'
  | 'content'
  /** The response to a request whose content has failed. */
  | 'last-response'
  | 'response';

/**
 * The time limits of a connection, as its ticks see them: nothing is stored when a phase begins, so a request costs nothing. They are
 * exact to two ticks.
 */
export class Http1Deadline {
  readonly #times: WireTimes;
  #phase: Http1Phase = 'first-head';
  #mark = 0;
  #since: number;

  /** @param now monotonic, in milliseconds */
  constructor(times: WireTimes, now: number) {
    this.#times = times;
    this.#since = now;
  }

  /**
   * Whether the limit of a phase has passed since the first tick with the same phase and mark.
   * @param mark distinguishes a phase from a later one of its kind: the number of the request, or of bytes that were written
   */
  isOver(phase: Http1Phase, mark: number, now: number): boolean {
    if (phase !== this.#phase || mark !== this.#mark) {
      this.#phase = phase;
      this.#mark = mark;
      this.#since = now;
    }
    return now - this.#since >= this.#limitOf(phase);
  }

  #limitOf(phase: Http1Phase): number {
    const { head, body, keepAlive, stall } = this.#times;
    switch (phase) {
      case 'first-head':
      case 'head':
        return head;
      case 'content':
        return body;
      case 'idle':
        return keepAlive > 0 ? keepAlive + KEEP_ALIVE_RESERVE : Number.POSITIVE_INFINITY;
      case 'last-response':
        return stall;
      case 'response':
        return Number.POSITIVE_INFINITY;
    }
  }
}
