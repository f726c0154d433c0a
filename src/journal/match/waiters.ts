/** Callers that wait for requests, up to a maximum number. */
export class Waiters {
  readonly #maximum: number;
  #count = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get isFull(): boolean {
    return this.#count >= this.#maximum;
  }

  async run<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#count++;
    try {
      return await wait();
    } finally {
      this.#count--;
    }
  }
}
