import type { WireRuntime } from '../socket/options.ts';

/** The value of `Date` (RFC 9110 §6.6.1), which is formatted once for each second. */
export class HttpDate {
  readonly #runtime: Pick<WireRuntime, 'machineNow'>;
  #second = -1;
  #text = '';

  constructor(runtime: Pick<WireRuntime, 'machineNow'>) {
    this.#runtime = runtime;
  }

  now(): string {
    const second = Math.floor(this.#runtime.machineNow() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      // ECMAScript specifies the same format as RFC 9110 §5.6.7.
      this.#text = new Date(second * 1000).toUTCString();
    }
    return this.#text;
  }
}
