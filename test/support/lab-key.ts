import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { Decision, KeyRequest, LabLogic } from '#testing/labs/keys/logic.ts';
import { recordingOf } from './exchange-summary.ts';

/** The key `k` of a lab, whose functions are called directly. Its state is passed on as JSON, and cannot be changed. */
export class LogicKey<State, Request extends KeyRequest, Result> {
  /** Milliseconds, by the clock of the server. */
  now = 0;
  readonly #logic: LabLogic<State, Request, Result>;
  #state: State;
  #attempts = 0;

  constructor(logic: LabLogic<State, Request, Result>, definition: NonNullable<Request['definition']>) {
    this.#logic = logic;
    this.#state = copy(logic.create(definition));
  }

  accept(request: Request): void {
    this.#state = copy(this.#logic.accept(this.#state, request, 'k'));
  }

  /** Decides on the next attempt. */
  begin(request: Request): Decision<State, Result> & { readonly n: number } {
    const n = ++this.#attempts;
    return { ...this.again(n, request), n };
  }

  /** Decides on an attempt once more. */
  again(n: number, request: Request): Decision<State, Result> {
    const decision = this.#logic.decide(this.#state, request, { key: 'k', n, now: this.now });
    this.#state = copy(decision.state);
    return decision;
  }

  end(n: number, chosenStatus = 0, exchange: Partial<ExchangeSummary> = {}): void {
    const summary = recordingOf({ ended: 'answered', isBodyComplete: true, ...exchange }).summarize();
    this.#state = copy(this.#logic.ended(this.#state, { n, exchange: summary, chosenStatus }));
  }

  view(): Readonly<Record<string, unknown>> {
    return this.#logic.view(this.#state, this.now);
  }
}

function copy<State>(state: State): State {
  return JSON.parse(JSON.stringify(state), (_name, value: unknown) => Object.freeze(value));
}
