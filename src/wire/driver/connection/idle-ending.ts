import type { WireRuntime } from '../socket/options.ts';

/** The end of a connection some time after an exchange, as soon as no other one is in progress. */
export class IdleEnding {
  readonly kind: 'close' | 'reset';
  /** The time is over: the connection ends when it is idle. */
  isDue = false;
  readonly #milliseconds: number;
  #cancel: (() => void) | undefined = undefined;
  #hasStarted = false;

  constructor(milliseconds: number, kind: 'close' | 'reset') {
    this.#milliseconds = milliseconds;
    this.kind = kind;
  }

  /** The exchange has ended. @param due called later, when the time is over */
  start(runtime: Pick<WireRuntime, 'after'>, due: () => void): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    if (this.#milliseconds <= 0) {
      this.isDue = true;
      return;
    }
    this.#cancel = runtime.after(this.#milliseconds, () => {
      this.isDue = true;
      due();
    });
  }

  cancel(): void {
    this.#cancel?.();
  }
}
