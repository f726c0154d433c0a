/**
 * How long a connection has been in a phase, as its ticks see it: nothing is stored when a phase begins, so a request costs nothing.
 * It is exact to two ticks.
 */
export class PhaseDeadline {
  #phase: number;
  #mark: number;
  #since: number;

  /** @param since monotonic, in milliseconds: the start of the first phase */
  constructor(phase: number, mark: number, since: number) {
    this.#phase = phase;
    this.#mark = mark;
    this.#since = since;
  }

  /**
   * Milliseconds since the first tick with the same phase and mark.
   * @param mark distinguishes a phase from a later one of its kind: the number of the request, or of bytes that were written
   */
  elapsed(phase: number, mark: number, now: number): number {
    if (phase !== this.#phase || mark !== this.#mark) {
      this.#phase = phase;
      this.#mark = mark;
      this.#since = now;
    }
    return now - this.#since;
  }
}
