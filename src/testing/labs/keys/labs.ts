import type { Exchange } from '#http/message/exchange.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { ExchangeRecording } from '#journal/recording/exchange-recording.ts';
import { createRecordedFields, type RecordedFields } from '#journal/recording/recorded-fields.ts';
import { readRequestFields } from '#journal/recording/request-fields.ts';
import type { Runtime } from '#runtime.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { AttemptInProgress, type LabExchange } from './attempt-in-progress.ts';
import { joinHead } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import { checkKeyName } from './key-name.ts';
import type { DefinedKey, KeyStore, KeySummary } from './key-store.ts';
import type { Lab, LabDefinition } from './lab.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import { MemoryKeys } from './memory-keys.ts';

/** Data of keys, by the setting of their lab and by key: `{ sequences: { a1: { steps: ['status=503'] } } }`. Other members are ignored. */
export type LabSeeds = Readonly<Record<string, unknown>>;

export interface LabsOptions {
  readonly labs: readonly Lab[];
  readonly limits: Limits;
  readonly runtime: Runtime;
  /** The keys that several processes share; by default, those of this process. */
  readonly keys?: KeyStore | undefined;
  /** Names of header fields, in lower case, whose values are not kept. */
  readonly redacted: readonly string[];
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
}

/** The labs with keys, for this process: it parses definitions, and records the exchanges of attempts. */
export class Labs {
  readonly all: readonly Lab[];
  readonly #keys: KeyStore;
  readonly #limits: Limits;
  readonly #runtime: Runtime;
  readonly #fields: RecordedFields;
  readonly #binHeader: string | undefined;
  /** The keys that exist after each reset. */
  #initial: readonly DefinedKey[] = [];

  constructor({ labs, limits, runtime, keys, redacted, binHeader }: LabsOptions) {
    this.all = labs;
    this.#limits = limits;
    this.#runtime = runtime;
    this.#fields = createRecordedFields(redacted);
    this.#binHeader = binHeader;
    this.#keys = keys ?? new MemoryKeys(logicOf(labs), runtime);
  }

  /** The keys of a server of one process, for calls that cannot wait. @throws TypeError with several processes. */
  get local(): MemoryKeys {
    if (this.#keys instanceof MemoryKeys) return this.#keys;
    throw new TypeError('The keys of the labs are not in this process');
  }

  /** The definition of the lab of this name; undefined without one. */
  definition(name: string): LabDefinition | undefined {
    return this.all.find((lab) => lab.name === name)?.definition;
  }

  /** The key that data define, which match the schema of its lab. @throws HttpError 400 for the key; InvalidInputError */
  parseKey(lab: string, key: string, data: unknown): DefinedKey {
    checkKeyName(key);
    const definition = this.definition(lab);
    if (!definition) throw new Error(`The lab ${lab} has no definition`);
    return { lab, key, definition: definition.parse(data, this.#limits) };
  }

  /** The keys that a seed defines. @throws InvalidInputError with the invalid key. */
  parseSeeds(seeds: LabSeeds): DefinedKey[] {
    return this.all.flatMap((lab) =>
      Object.entries(seeds[lab.setting] ?? {}).flatMap(([key, data]: [string, unknown]) => {
        if (!lab.definition) return [];
        try {
          return [{ lab: lab.name, key, definition: lab.definition.parse(data, this.#limits) }];
        } catch (error) {
          if (!(error instanceof InvalidInputError)) throw error;
          const at = [lab.setting, key];
          throw new InvalidInputError(
            error.problems.map((problem) => ({ ...problem, path: [...at, ...problem.path] })),
          );
        }
      }),
    );
  }

  /** Sets the definition of a key, and forgets its attempts. @throws as `parseKey` */
  async define(lab: string, key: string, data: unknown): Promise<KeyRecord> {
    return this.#keys.define(this.parseKey(lab, key, data));
  }

  /** Defines the keys that exist after each reset. @throws InvalidInputError with the invalid key. */
  async start(seeds: LabSeeds): Promise<void> {
    this.#initial = this.parseSeeds(seeds);
    await this.#keys.start(this.#initial);
  }

  /** Defines the keys of a seed. @throws InvalidInputError with the invalid key. */
  async seed(seeds: LabSeeds): Promise<void> {
    await this.#keys.seed(this.parseSeeds(seeds));
  }

  /** Removes all keys, and defines those that existed at the start. */
  async reset(): Promise<void> {
    await this.#keys.replace(this.#initial);
  }

  /** Removes all keys. */
  async clear(): Promise<void> {
    await this.#keys.replace([]);
  }

  /** @throws HttpError 400 for an invalid name. */
  async read(lab: string, key: string): Promise<KeyRecord | undefined> {
    checkKeyName(key);
    return this.#keys.read(lab, key);
  }

  /** The keys of all labs, the one without a request for the longest time first. */
  async list(): Promise<readonly KeySummary[]> {
    return this.#keys.list();
  }

  /** @returns whether there was such a key. @throws HttpError 400 for an invalid name. */
  async delete(lab: string, key: string): Promise<boolean> {
    checkKeyName(key);
    return this.#keys.delete(lab, key);
  }

  /**
   * Waits until so many attempts at a key have ended. The key need not exist at the start.
   * @param within milliseconds of real time.
   * @returns the number of attempts that have ended. Rejects with the reason of the signal.
   * @throws HttpError 400 for an invalid name.
   */
  async waitForEnds(
    lab: string,
    key: string,
    count: number,
    within: number,
    signal: AbortSignal,
  ): Promise<number> {
    checkKeyName(key);
    signal.throwIfAborted();
    const { promise: isOver, resolve, reject } = Promise.withResolvers<void>();
    let latest = 0;
    const abort = () => reject(signal.reason);
    const cancel = this.#runtime.timeout(within, resolve);
    signal.addEventListener('abort', abort);
    const unwatch = this.#keys.watch(lab, key, {
      report(ended) {
        latest = ended;
        if (ended >= count) resolve();
      },
      fail: reject,
    });
    try {
      await isOver;
      return latest >= count ? latest : await this.#keys.countEnded(lab, key);
    } finally {
      unwatch();
      cancel();
      signal.removeEventListener('abort', abort);
    }
  }

  /** Checks a request that is not sent, to a key with a valid name. @throws HttpError as `begin`. */
  async checkRequest(lab: string, key: string, request: KeyRequest): Promise<void> {
    await this.#keys.check(lab, key, request);
  }

  /**
   * Decides on a request, records its exchange as the next attempt at the key, in one step, and calls `respond`: at once if the
   * keys are in this process. Called once for each exchange, when its head has been read.
   * @throws HttpError for a rejected request. It does not count if the key is invalid (400), does not exist (404), or has
   * another definition (409).
   */
  begin<Request extends KeyRequest, Result>(
    logic: LabLogic<unknown, Request, Result>,
    key: string,
    exchange: Exchange,
    request: Request,
    respond: (attempt: LabExchange<Request, Result>) => void | Promise<void>,
  ): void | Promise<void>;
  begin(
    { lab }: LabLogic,
    key: string,
    exchange: Exchange,
    request: KeyRequest,
    respond: (attempt: LabExchange) => void | Promise<void>,
  ): void | Promise<void> {
    checkKeyName(key);
    const recording = this.#recordingOf(exchange);
    const head = joinHead(recording.target, recording.rawFields);
    return new AttemptInProgress(recording, this.#keys.createAttempt()).begin(
      { lab, key, request, head },
      respond,
    );
  }

  /** The recording of an exchange: that of the journal, or one for the lab alone, which keeps no bodies. */
  #recordingOf(exchange: Exchange): ExchangeRecording {
    const { recorder, rawFields, target } = exchange;
    if (recorder instanceof ExchangeRecording) return recorder;
    const recording = new ExchangeRecording(
      0,
      exchange,
      {
        runtime: this.#runtime,
        bodySize: 0,
        contentSize: undefined,
        fields: this.#fields,
        bodyReceived() {},
        grown() {},
        done: () => recorder?.ended(),
      },
      readRequestFields(rawFields, target, this.#binHeader),
      null,
    );
    exchange.recorder = recording;
    exchange.onClose(() => recording.ended());
    return recording;
  }
}

/** How each lab decides. */
export function logicOf(labs: readonly Lab[]): LabLogic[] {
  return labs.map(({ logic }) => logic);
}
