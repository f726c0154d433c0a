/** The number of open streams of one HTTP/2 session. */
export class SessionStreams {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** @returns the number of open streams, the new one included. */
  open(): number {
    return ++this.#count;
  }

  /** @returns the number of streams that are still open. */
  close(): number {
    this.#count--;
    for (const notify of this.#waiting) notify();
    return this.#count;
  }

  /** Resolves when at most this many streams are open, or the signal is aborted. */
  untilAtMost(count: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#count > count && !signal.aborted) return;
        this.#waiting.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      this.#waiting.add(check);
      signal.addEventListener('abort', check);
      check();
    });
  }
}

/** The open streams of all HTTP/2 sessions. */
export class OpenStreams {
  readonly #bySession = new WeakMap<object, SessionStreams>();

  of(session: object): SessionStreams {
    const known = this.#bySession.get(session);
    if (known) return known;
    const streams = new SessionStreams();
    this.#bySession.set(session, streams);
    return streams;
  }
}
