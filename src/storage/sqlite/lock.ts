/** Gives one holder after another its turn, first come, first served. Costs nothing while it is free. */
export class Lock<Holder extends object> {
  #holder: Holder | undefined;
  readonly #waiting: { holder: Holder; begin: () => void }[] = [];

  isHeldBy(holder: Holder): boolean {
    return this.#holder === holder;
  }

  isFree(): boolean {
    return this.#holder === undefined;
  }

  async take(holder: Holder): Promise<void> {
    if (this.#holder === undefined) {
      this.#holder = holder;
      return;
    }
    await new Promise<void>((begin) => this.#waiting.push({ holder, begin }));
  }

  release(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.holder;
    next?.begin();
  }
}
