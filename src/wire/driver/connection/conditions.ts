/** Waits for conditions without timers of their own: a change of what they depend on is followed by `check`. For rare paths. */
export class Conditions {
  #waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];

  /** Resolves when the condition is met; if it is met already, in the next microtask. */
  until(isMet: () => boolean): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ isMet, resolve }));
  }

  check(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ isMet, resolve }) => {
      if (!isMet()) return true;
      resolve();
      return false;
    });
  }
}
