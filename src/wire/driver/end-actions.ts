/** What is called at the end of an exchange: each action once, in the order of the calls. */
export class EndActions {
  #actions: (() => void)[] = [];

  add(action: () => void): void {
    this.#actions.push(action);
  }

  run(): void {
    const actions = this.#actions;
    this.#actions = [];
    for (const action of actions) runAction(action);
  }
}

/** An action that throws keeps neither the others from running nor the connection from going on. */
export function runAction(action: () => void): void {
  try {
    action();
  } catch {
    // Its own fault: nothing of the exchange depends on it.
  }
}
