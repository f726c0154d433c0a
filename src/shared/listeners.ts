/** Listeners of one process, which are called together. */
export class Listeners<Value, Result> {
  readonly #listeners = new Set<(value: Value) => Result | Promise<Result>>();

  /** Returns a function that removes the listener. */
  readonly add = (listener: (value: Value) => Result | Promise<Result>): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves with the results of all listeners. */
  async call(value: Value): Promise<Result[]> {
    return await Promise.all([...this.#listeners].map((listener) => listener(value)));
  }
}
