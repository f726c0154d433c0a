import { HttpError } from '#http/errors/errors.ts';
import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import { own } from '#wire/bytes.ts';
import type { KeyStore } from './key-store.ts';
import { type KeyRequest, toError } from './logic.ts';
import type { AttemptCall, Decided } from './memory-keys.ts';

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

/** The recording of an exchange in this process. */
export interface AttemptRecording {
  summarize(): ExchangeSummary;
  /** Reports the end of the exchange to the attempt, at once if it has ended; to none when it is undefined. */
  follow(attempt: RecordedAttempt | undefined): void;
}

/** An attempt whose exchange is in this process. The keys can be in another one. */
export class AttemptInProgress implements LabExchange, RecordedAttempt {
  /** Null until the lab has decided. */
  lab: LabAttempt | null = null;
  result: unknown;
  chosenStatus = 0;
  readonly #id: string;
  readonly #recording: AttemptRecording;
  readonly #keys: KeyStore;
  #hasEnded = false;
  #isSettled = false;

  constructor(id: string, recording: AttemptRecording, keys: KeyStore) {
    this.#id = id;
    this.#recording = recording;
    this.#keys = keys;
  }

  /**
   * Begins the attempt, and calls `respond`: at once if the keys are in this process. The call is not kept, because the recording
   * keeps the attempt.
   * @throws HttpError for a rejected request
   */
  begin(call: AttemptCall, respond: (attempt: LabExchange) => void | Promise<void>): void | Promise<void> {
    const { local } = this.#keys;
    if (!local) return this.#beginElsewhere(call).then(() => respond(this));
    const begun = local.begin(call, this.#recording);
    this.#accept(call, begun.n);
    this.#recording.follow(this);
    this.#apply(begun);
    return respond(this);
  }

  async decide(request: KeyRequest): Promise<unknown> {
    this.#apply(await this.#keys.call('decide', [this.#id, { ...request }]));
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

  async #beginElsewhere(call: AttemptCall): Promise<void> {
    // The copy reads the definition: an invalid one is rejected before anything is sent.
    const sent = { ...call, request: { ...call.request } };
    const begun = this.#keys.call('begin', [sent, this.summarize()]);
    this.#recording.follow(this);
    try {
      this.#accept(call, (await begun).n);
    } catch (error) {
      // The primary process has rejected the request, which is no attempt. Without a response, it can become one.
      if (error instanceof HttpError) this.#recording.follow(undefined);
      throw error;
    }
    this.#apply(await begun);
  }

  #accept({ lab: name, key }: AttemptCall, attempt: number): void {
    this.lab = { name, key: own(key), attempt };
  }

  #apply({ result, rejection }: Decided): void {
    if (rejection) throw toError(rejection);
    this.result = result;
  }

  #end(): void {
    // In this process, the recording is read until it is settled.
    const exchange = this.#keys.local && !this.#isSettled ? this.#recording : this.summarize();
    const end = { exchange, chosenStatus: this.chosenStatus, isSettled: this.#isSettled };
    this.#keys.send('end', [this.#id, end]);
  }
}
