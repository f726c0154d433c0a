import { HttpError } from '#http/errors/errors.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import type { PrimaryCalls } from '#shared/shared-state.ts';
import { type BeginResponse, type KeyCalls, unpackRecord } from './key-calls.ts';
import type {
  AttemptCall,
  AttemptInProgress,
  AttemptRecording,
  DefinedKey,
  KeyRecord,
  KeyStore,
} from './key-store.ts';
import type { KeyRequest, KeyType } from './key-type.ts';

/** The keys of the primary process, as a worker uses them. */
export class RemoteKeys implements KeyStore {
  readonly #primary: PrimaryCalls;
  /** The latest number of an attempt or a wait. */
  #lastId = 0;

  constructor(primary: PrimaryCalls) {
    this.#primary = primary;
  }

  async begin({ type, key, request, recording, at }: AttemptCall): Promise<AttemptInProgress> {
    const { target, rawFields } = recording;
    const id = ++this.#lastId;
    // The copy reads the definition: an invalid one is rejected before anything is sent.
    const sent = { id, lab: type.lab, key, request: { ...request }, at, target, rawFields };
    const called = this.#call('begin', { ...sent, summary: recording.summarize() });
    const attempt = new RemoteAttempt(id, recording, this.#primary);
    recording.follow(attempt);
    try {
      attempt.begin({ name: type.lab, key }, await called);
    } catch (error) {
      // The primary process has rejected the request, which is no attempt. Without a response, it can become one.
      if (error instanceof HttpError) recording.follow(undefined);
      throw error;
    }
    return attempt;
  }

  async check({ lab }: KeyType, key: string, request: KeyRequest): Promise<void> {
    await this.#call('check', lab, key, { ...request });
  }

  async read(lab: string, key: string): Promise<KeyRecord | undefined> {
    const record = await this.#call('read', lab, key);
    return record && unpackRecord(record);
  }

  list() {
    return this.#call('list');
  }

  async define(key: DefinedKey): Promise<KeyRecord> {
    return unpackRecord(await this.#call('define', key));
  }

  seed(keys: readonly DefinedKey[]): Promise<void> {
    return this.#call('seed', keys);
  }

  delete(lab: string, key: string): Promise<boolean> {
    return this.#call('delete', lab, key);
  }

  start(keys: readonly DefinedKey[]): Promise<void> {
    return this.#call('start', keys);
  }

  reset(): Promise<void> {
    return this.#call('reset');
  }

  clear(): Promise<void> {
    return this.#call('clear');
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
      return await Promise.race([
        callPrimary(this.#primary, within, 'wait', id, lab, key, count, within),
        aborted,
      ]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #call<Name extends keyof KeyCalls>(method: Name, ...parameters: Parameters<KeyCalls[Name]>) {
    return callPrimary(this.#primary, 0, method, ...parameters);
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
class RemoteAttempt implements AttemptInProgress {
  lab: LabAttempt | null = null;
  result: unknown;
  rejection: HttpError | undefined;
  readonly recording: AttemptRecording;
  readonly #id: number;
  readonly #primary: PrimaryCalls;
  #hasEnded = false;
  #isSettled = false;

  constructor(id: number, recording: AttemptRecording, primary: PrimaryCalls) {
    this.#id = id;
    this.recording = recording;
    this.#primary = primary;
  }

  begin(key: Pick<LabAttempt, 'name' | 'key'>, { n, result, rejection }: BeginResponse): void {
    this.lab = { ...key, attempt: n };
    this.result = result;
    if (rejection) {
      const { status, message, problems } = rejection;
      this.rejection = new HttpError(status, message, { problems });
    }
  }

  proceed(report: unknown): Promise<unknown> {
    return this.#primary.call('proceed', [this.#id, report]);
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
    this.#primary.send('end', [this.#id, this.recording.summarize(), this.#isSettled]);
  }
}
