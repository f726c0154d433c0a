import { HttpError } from '#http/errors/errors.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import type { Runtime } from '#runtime.ts';
import { own } from '#wire/bytes.ts';
import { type Attempt, joinHead } from './attempt.ts';
import type {
  AttemptCall,
  AttemptInProgress,
  AttemptRecording,
  DefinedKey,
  KeyRecord,
  KeyStore,
} from './key-store.ts';
import type { Begun, KeyRequest, KeyType, LabValue } from './key-type.ts';
import { KeyedState, type LabKey } from './keyed-state.ts';

/** The keys in the memory of this process. Every method has its whole effect before it returns. */
export class LocalKeys implements KeyStore {
  readonly #state = new KeyedState();
  readonly #types: ReadonlyMap<string, KeyType>;
  readonly #runtime: Pick<Runtime, 'now' | 'timeout'>;
  #initial: readonly DefinedKey[] | undefined;
  /** Called at the end of each attempt. */
  readonly #listeners = new Set<() => void>();

  constructor(types: readonly KeyType[], runtime: Pick<Runtime, 'now' | 'timeout'>) {
    this.#types = new Map(types.map((type) => [type.lab, type]));
    this.#runtime = runtime;
  }

  typeOf(lab: string): KeyType {
    const type = this.#types.get(lab);
    if (!type) throw new Error(`There is no lab ${lab}`);
    return type;
  }

  begin({ type, key, request, recording, at }: AttemptCall): LocalAttempt {
    const value = this.#find(type, key, request);
    const opened = this.#state.open(type.lab, key, () => value);
    const { log } = opened;
    const before = log.headSize;
    const head = joinHead(recording.target, recording.rawFields);
    const attempt = log.add({ time: this.#runtime.now(), at, head, recording });
    this.#state.resize(before, opened);
    const inProgress = new LocalAttempt(opened, attempt, recording, this.#listeners);
    try {
      inProgress.decide(() => value.begin(attempt, request));
    } finally {
      recording.follow(inProgress);
    }
    return inProgress;
  }

  /** As `isOccupied` of the value of the key. */
  isOccupied(type: KeyType, key: string, request: KeyRequest): boolean {
    return this.#state.find(type.lab, key)?.value.isOccupied?.(request) ?? false;
  }

  check(type: KeyType, key: string, request: KeyRequest): void {
    this.#find(type, key, request);
  }

  read(lab: string, key: string): KeyRecord | undefined {
    const found = this.#state.find(lab, key);
    return found && toRecord(found);
  }

  list(): Pick<KeyRecord, 'lab' | 'key' | 'count'>[] {
    return this.#state.list().map(({ lab, key, log: { count } }) => ({ lab, key, count }));
  }

  define({ lab, key, definition }: DefinedKey): KeyRecord {
    return toRecord(this.#state.replace(lab, key, this.#create(this.typeOf(lab), key, { definition })));
  }

  seed(keys: readonly DefinedKey[]): void {
    for (const each of keys) this.define(each);
  }

  delete(lab: string, key: string): boolean {
    return this.#state.delete(lab, key);
  }

  start(keys: readonly DefinedKey[]): void {
    if (this.#initial) return;
    this.#initial = keys;
    this.reset();
  }

  reset(): void {
    this.clear();
    this.seed(this.#initial ?? []);
  }

  clear(): void {
    this.#state.clear();
  }

  async waitForEnds(
    lab: string,
    key: string,
    count: number,
    within: number,
    signal: AbortSignal,
  ): Promise<number> {
    const ended = () => this.#state.find(lab, key)?.log.ended ?? 0;
    if (ended() >= count) return ended();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const abort = () => reject(signal.reason);
    const listener = () => {
      if (ended() >= count) resolve(ended());
    };
    const cancel = this.#runtime.timeout(within, () => resolve(ended()));
    this.#listeners.add(listener);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      return await promise;
    } finally {
      cancel();
      this.#listeners.delete(listener);
      signal.removeEventListener('abort', abort);
    }
  }

  /** The value of a key, which accepts the request. */
  #find(type: KeyType, key: string, request: KeyRequest): LabValue {
    const value = this.#state.find(type.lab, key)?.value ?? this.#create(type, key, request);
    value.check?.(request);
    return value;
  }

  #create(type: KeyType, key: string, { definition }: KeyRequest): LabValue {
    if (definition === undefined || definition === null) throw new HttpError(404, type.missing(key));
    return type.create(own(key), definition, this.#runtime);
  }
}

/** An attempt at a key of this process. */
export class LocalAttempt implements AttemptInProgress {
  readonly lab: LabAttempt;
  readonly recording: AttemptRecording;
  result: unknown;
  rejection: HttpError | undefined;
  readonly #log: LabKey['log'];
  readonly #attempt: Attempt;
  readonly #listeners: Iterable<() => void>;
  /** Undefined for a rejected request, and after the end of the exchange. */
  #begun: Begun | undefined;

  constructor(
    { lab: name, key, log }: LabKey,
    attempt: Attempt,
    recording: AttemptRecording,
    listeners: Iterable<() => void>,
  ) {
    this.lab = { name, key, attempt: attempt.n };
    this.recording = recording;
    this.#log = log;
    this.#attempt = attempt;
    this.#listeners = listeners;
  }

  decide(begin: () => Begun): void {
    try {
      this.#begun = begin();
      this.result = this.#begun.result;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.rejection = error;
    }
  }

  proceed(report: unknown): unknown {
    if (!this.#begun?.proceed) throw hasEnded();
    return this.#begun.proceed(report);
  }

  settled(): void {
    this.#log.settle(this.#attempt);
  }

  ended(): void {
    this.#log.end();
    this.#begun?.ended?.(this.#attempt);
    this.#begun = undefined;
    for (const listener of this.#listeners) listener();
  }
}

/** For a request whose client does not get it any more. */
export function hasEnded(): HttpError {
  return new HttpError(409, 'The exchange of the attempt has ended.');
}

/** The key, as it is now. */
export function toRecord({ lab, key, value, log: { count, ended, attempts } }: LabKey): KeyRecord {
  return { lab, key, view: value.view(), count, ended, attempts: [...attempts] };
}
