import type { HttpError } from '#http/errors/errors.ts';
import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import {
  type BeginResponse,
  type KeyCalls,
  packRecord,
  type SentAttempt,
  type SentError,
} from './key-calls.ts';
import type { AttemptRecording } from './key-store.ts';
import type { KeyType } from './key-type.ts';
import { hasEnded, type LocalAttempt, type LocalKeys } from './local-keys.ts';

/** Executes the calls of one worker about the keys of this process. */
export class KeyService {
  /** The attempts of the worker whose exchange can still change, by their number in the worker. */
  readonly #attempts = new Map<number, SharedAttempt>();
  readonly #waits = new Map<number, AbortController>();
  readonly #calls: KeyCalls;

  /** @param settle resolves when the workers have reported the ends of all exchanges whose responses are complete. */
  constructor(keys: LocalKeys, settle: () => Promise<void>) {
    this.#calls = {
      begin: (sent) => {
        const type = keys.typeOf(sent.lab);
        const shared = { recording: new RemoteRecording(sent), attempt: undefined };
        this.#attempts.set(sent.id, shared);
        if (!keys.isOccupied(type, sent.key, sent.request)) return this.#begin(keys, type, sent, shared);
        return settle().then(() => this.#begin(keys, type, sent, shared));
      },
      check: (lab, key, request) => keys.check(keys.typeOf(lab), key, request),
      proceed: (id, report) => {
        const attempt = this.#attempts.get(id)?.attempt;
        if (!attempt) throw hasEnded();
        return attempt.proceed(report);
      },
      end: (id, summary, isSettled) => {
        this.#attempts.get(id)?.recording.end(summary, isSettled);
        if (isSettled) this.#attempts.delete(id);
      },
      read: async (lab, key) => {
        let record = keys.read(lab, key);
        if (record && record.ended < record.count) {
          await settle();
          record = keys.read(lab, key);
        }
        return record && packRecord(record);
      },
      list: () => keys.list(),
      define: (key) => packRecord(keys.define(key)),
      seed: (all) => keys.seed(all),
      delete: (lab, key) => keys.delete(lab, key),
      start: (all) => keys.start(all),
      reset: () => keys.reset(),
      clear: () => keys.clear(),
      wait: async (id, lab, key, count, within) => {
        const controller = new AbortController();
        this.#waits.set(id, controller);
        try {
          return await keys.waitForEnds(lab, key, count, within, controller.signal);
        } finally {
          this.#waits.delete(id);
        }
      },
      endWait: (id) => this.#waits.get(id)?.abort(),
    };
  }

  #begin(
    keys: LocalKeys,
    type: KeyType,
    { id, key, request, at }: SentAttempt,
    shared: SharedAttempt,
  ): BeginResponse {
    const { recording } = shared;
    try {
      const attempt = keys.begin({ type, key, request, recording, at });
      shared.attempt = attempt;
      const { lab, result, rejection } = attempt;
      return { n: lab.attempt, result, rejection: rejection && toSentError(rejection) };
    } catch (error) {
      this.#attempts.delete(id);
      throw error;
    }
  }

  call(method: string, parameters: readonly unknown[]): unknown {
    return Reflect.apply(Reflect.get(this.#calls, method), this.#calls, parameters);
  }

  /** The worker has ended, and the system has closed its connections. */
  end(): void {
    for (const { recording } of this.#attempts.values()) recording.lose();
    for (const wait of this.#waits.values()) wait.abort();
  }
}

interface SharedAttempt {
  readonly recording: RemoteRecording;
  /** Undefined until the request has been decided on. */
  attempt: LocalAttempt | undefined;
}

/** The recording of an exchange in a worker, as far as the worker has sent it. */
class RemoteRecording implements AttemptRecording {
  readonly target: string;
  readonly rawFields: readonly string[];
  #summary: ExchangeSummary;
  #attempt: RecordedAttempt | undefined;
  #isSettled = false;

  constructor({ target, rawFields, summary }: SentAttempt) {
    this.target = target;
    this.rawFields = rawFields;
    this.#summary = summary;
  }

  summarize(): ExchangeSummary {
    return this.#summary;
  }

  follow(attempt: RecordedAttempt | undefined): void {
    this.#attempt = attempt;
    if (this.#isSettled) attempt?.settled();
    if (this.#summary.ended !== null) attempt?.ended();
  }

  end(summary: ExchangeSummary, isSettled: boolean): void {
    const hadEnded = this.#summary.ended !== null;
    this.#summary = summary;
    this.#isSettled = isSettled;
    if (isSettled) this.#attempt?.settled();
    if (!hadEnded) this.#attempt?.ended();
  }

  /** The worker has ended before the exchange, or before the body of its request. */
  lose(): void {
    this.end({ ...this.#summary, ended: this.#summary.ended ?? 'server-rst' }, true);
  }
}

function toSentError({ status, message, problems }: HttpError): SentError {
  return { status, message, problems };
}
