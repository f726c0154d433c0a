interface Waiter {
  /** Number of bytes that the system must have. */
  readonly position: number;
  readonly resolve: (isSent: boolean) => void;
}

/** Who waits until the system has what was written to a connection. */
export class FlushWaiters {
  #waiters: Waiter[] = [];

  /**
   * Resolves when the system has so many bytes since the start of the connection: true. False if they are lost.
   * @param position infinite for the end of the connection
   */
  wait(position: number): Promise<boolean> {
    return new Promise((resolve) => this.#waiters.push({ position, resolve }));
  }

  /** The system has so many bytes since the start. */
  sent(position: number): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((waiter) => waiter.position > position);
    for (const waiter of waiters) if (waiter.position <= position) waiter.resolve(true);
  }

  /** The system gets no more bytes. */
  lost(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { resolve } of waiters) resolve(false);
  }
}
