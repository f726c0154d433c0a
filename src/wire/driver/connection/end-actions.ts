/** What is called at the end of an exchange: each action once, in the order of the calls. */
export class EndActions {
  readonly #report: ((error: unknown) => void) | undefined;
  #actions: (() => void)[] = [];

  /** @param report receives what an action throws */
  constructor(report?: (error: unknown) => void) {
    this.#report = report;
  }

  add(action: () => void): void {
    this.#actions.push(action);
  }

  run(): void {
    const actions = this.#actions;
    this.#actions = [];
    for (const action of actions) runAction(action, this.#report);
  }
}

/** An action that throws keeps neither the others from running nor the connection from going on. */
export function runAction(action: () => void, report?: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    report?.(error);
  }
}
