import { HttpError } from '#http/errors/errors.ts';
import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import type { PrimaryCalls } from '#shared/shared-state.ts';
import type { KeyCalls, KeyMethods } from './key-service.ts';
import type { KeyRequest, Rejection } from './logic.ts';
import type { AttemptCall, AttemptInProgress, MemoryAttempt } from './memory-keys.ts';

/** The recording of an exchange in this process. */
export interface AttemptRecording {
  summarize(): ExchangeSummary;
  /** Reports the end of the exchange to the attempt, at once if it has ended; to none when it is undefined. */
  follow(attempt: RecordedAttempt | undefined): void;
}

/**
 * The keys of the primary process, as a worker uses them. Calls reject with StoreUnavailableError when the primary process does
 * not respond.
 */
export class WorkerKeys {
  readonly #primary: PrimaryCalls;
  /** The latest number of an attempt or a wait. */
  #lastId = 0;

  constructor(primary: PrimaryCalls) {
    this.#primary = primary;
  }

  call(method: keyof KeyMethods, parameters: readonly unknown[]): Promise<unknown> {
    return this.#primary.call(method, parameters);
  }

  async begin(call: AttemptCall, recording: AttemptRecording): Promise<WorkerAttempt> {
    const id = ++this.#lastId;
    // The copy reads the definition: an invalid one is rejected before anything is sent.
    const sent = { ...call, request: { ...call.request } };
    const called = callPrimary(this.#primary, 0, 'begin', id, sent, recording.summarize());
    const attempt = new WorkerAttempt(id, recording, this.#primary);
    recording.follow(attempt);
    try {
      attempt.begin(await called);
    } catch (error) {
      // The primary process has rejected the request, which is no attempt. Without a response, it can become one.
      if (error instanceof HttpError) recording.follow(undefined);
      throw error;
    }
    return attempt;
  }

  async waitForEnds(
    lab: string,
    key: string,
    count: number,
    within: number,
    signal: AbortSignal,
  ): Promise<number> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => {
      this.#primary.send('endWait', [id]);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort);
    try {
      const waiting = callPrimary(this.#primary, within, 'wait', id, lab, key, count, within);
      return await Promise.race([waiting, aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }
}

/** The primary process runs the same code, so the types are those of the calls. */
function callPrimary<Name extends keyof KeyCalls>(
  primary: PrimaryCalls,
  duration: number,
  method: Name,
  ...parameters: Parameters<KeyCalls[Name]>
): Promise<Awaited<ReturnType<KeyCalls[Name]>>>;
function callPrimary(
  primary: PrimaryCalls,
  duration: number,
  method: string,
  ...parameters: unknown[]
): Promise<unknown> {
  return primary.call(method, parameters, duration);
}

/** An attempt at a key of the primary process. */
class WorkerAttempt implements AttemptInProgress, RecordedAttempt {
  /** Null until the primary process has responded. */
  lab: LabAttempt | null = null;
  result: unknown;
  rejection: Rejection | undefined;
  chosenStatus = 0;
  readonly #id: number;
  readonly #recording: AttemptRecording;
  readonly #primary: PrimaryCalls;
  #hasEnded = false;
  #isSettled = false;

  constructor(id: number, recording: AttemptRecording, primary: PrimaryCalls) {
    this.#id = id;
    this.#recording = recording;
    this.#primary = primary;
  }

  get exchange(): ExchangeSummary {
    return this.#recording.summarize();
  }

  begin({ lab, result, rejection }: Pick<MemoryAttempt, 'lab' | 'result' | 'rejection'>): void {
    this.lab = lab;
    this.result = result;
    this.rejection = rejection;
  }

  decide(request: KeyRequest): Promise<unknown> {
    return callPrimary(this.#primary, 0, 'decide', this.#id, { ...request });
  }

  settled(): void {
    this.#isSettled = true;
    if (this.#hasEnded) this.#send();
  }

  ended(): void {
    this.#hasEnded = true;
    this.#send();
  }

  #send(): void {
    this.#primary.send('end', [this.#id, this.exchange, this.chosenStatus, this.#isSettled]);
  }
}
