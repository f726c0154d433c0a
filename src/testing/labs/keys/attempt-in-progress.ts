import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import { own } from '#wire/bytes.ts';
import type { AttemptCall, BegunAttempt, Decided, KeyAttempt } from './key-store.ts';
import { type KeyRequest, toError } from './logic.ts';

/** An attempt, as its endpoint uses it. */
export interface LabExchange<Request extends KeyRequest = KeyRequest, Result = unknown> {
  /** What the lab has decided. */
  readonly result: Result;
  /** The status that is chosen for the response; 0 before. */
  chosenStatus: number;
  summarize(): ExchangeSummary;
  /** Lets the lab decide again. @throws HttpError for a rejected request, and 409 after the end of the exchange. */
  decide(request: Request): Promise<Result>;
}

/** The recording of an exchange. */
export interface AttemptRecording {
  summarize(): ExchangeSummary;
  /** Reports the end of the exchange to the attempt, at once if it has ended. */
  follow(attempt: RecordedAttempt): void;
}

/** An attempt whose exchange is in this process. */
export class AttemptInProgress implements LabExchange, RecordedAttempt {
  /** Null until the lab has decided. */
  lab: LabAttempt | null = null;
  result: unknown;
  chosenStatus = 0;
  readonly #recording: AttemptRecording;
  readonly #attempt: KeyAttempt;
  #hasEnded = false;
  #isSettled = false;

  constructor(recording: AttemptRecording, attempt: KeyAttempt) {
    this.#recording = recording;
    this.#attempt = attempt;
  }

  /**
   * Begins the attempt, and calls `respond`: at once if the keys are in this process. The call is not kept, because the recording
   * keeps the attempt.
   * @throws HttpError for a rejected request
   */
  begin(call: AttemptCall, respond: (attempt: LabExchange) => void | Promise<void>): void | Promise<void> {
    const begun = this.#attempt.begin(call, this.#recording);
    if (begun instanceof Promise) return this.#whenBegun(call, begun).then(() => respond(this));
    this.#accept(call, begun);
    this.#recording.follow(this);
    this.#apply(begun);
    return respond(this);
  }

  async decide(request: KeyRequest): Promise<unknown> {
    this.#apply(await this.#attempt.decide(request));
    return this.result;
  }

  summarize(): ExchangeSummary {
    return this.#recording.summarize();
  }

  settled(): void {
    this.#isSettled = true;
    if (this.#hasEnded) this.#end();
  }

  ended(): void {
    this.#hasEnded = true;
    this.#end();
  }

  async #whenBegun(call: AttemptCall, begun: Promise<BegunAttempt>): Promise<void> {
    // Also of a request that fails, which counts if the database has saved it.
    this.#recording.follow(this);
    this.#accept(call, await begun);
    this.#apply(await begun);
  }

  #accept({ lab: name, key }: AttemptCall, { n: attempt }: BegunAttempt): void {
    this.lab = { name, key: own(key), attempt };
  }

  #apply({ result, rejection }: Decided): void {
    if (rejection) throw toError(rejection);
    this.result = result;
  }

  #end(): void {
    const exchange = this.#recording;
    this.#attempt.end({ exchange, chosenStatus: this.chosenStatus, isSettled: this.#isSettled });
  }
}
