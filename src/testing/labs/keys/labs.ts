import { type MaybePromise, whenReady } from '#concurrency.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { ExchangeRecording } from '#journal/recording/exchange-recording.ts';
import { createRecordedFields, type RecordedFields } from '#journal/recording/recorded-fields.ts';
import { readRequestFields } from '#journal/recording/request-fields.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { checkKeyName } from './key-name.ts';
import type { AttemptInProgress, DefinedKey, KeyRecord, KeyStore } from './key-store.ts';
import type { KeyRequest, KeyType } from './key-type.ts';
import type { Lab, LabDefinition } from './lab.ts';
import { LocalKeys } from './local-keys.ts';
import { RemoteKeys } from './remote-keys.ts';

/** Data of keys, by the setting of their lab and by key: `{ sequences: { a1: { steps: ['status=503'] } } }`. Other members are ignored. */
export type LabSeeds = Readonly<Record<string, unknown>>;

export interface LabsOptions {
  readonly labs: readonly Lab[];
  readonly limits: Limits;
  readonly runtime: Runtime;
  /** The primary process of workers has the keys. */
  readonly shared: Pick<SharedState, 'primary' | 'gather'>;
  /** Names of header fields, in lower case, whose values are not kept. */
  readonly redacted: readonly string[];
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
}

/** The labs with memory, for this process: it parses definitions, and records the exchanges of attempts. */
export class Labs {
  readonly all: readonly Lab[];
  readonly #keys: KeyStore;
  readonly #limits: Limits;
  readonly #runtime: Runtime;
  readonly #fields: RecordedFields;
  readonly #binHeader: string | undefined;

  constructor({ labs, limits, runtime, shared, redacted, binHeader }: LabsOptions) {
    this.all = labs;
    this.#limits = limits;
    this.#runtime = runtime;
    this.#fields = createRecordedFields(redacted);
    this.#binHeader = binHeader;
    const { primary } = shared;
    this.#keys = primary ? new RemoteKeys(primary) : new LocalKeys(typesOf(labs), runtime);
    if (primary) shared.gather(SETTLED, () => afterEnds(runtime));
  }

  /** The definition of the lab of this name; undefined without one. */
  definition(name: string): LabDefinition | undefined {
    return this.all.find((lab) => lab.name === name)?.definition;
  }

  /** Defines a key by data that match the schema of its lab, and forgets the attempts at it. @throws HttpError 400 for the key; InvalidInputError */
  define(name: string, key: string, data: unknown): MaybePromise<KeyRecord> {
    checkKeyName(key);
    const definition = this.definition(name);
    if (!definition) throw new Error(`The lab ${name} has no definition`);
    return this.#keys.define({ lab: name, key, definition: definition.parse(data, this.#limits) });
  }

  /** Defines the keys that exist after each reset. @throws InvalidInputError with the invalid key. */
  start(seeds: LabSeeds): MaybePromise<void> {
    return this.#keys.start(this.#parse(seeds));
  }

  /** @throws InvalidInputError with the invalid key. */
  check(seeds: LabSeeds): void {
    this.#parse(seeds);
  }

  /** Defines the keys of a seed. @throws InvalidInputError with the invalid key. */
  seed(seeds: LabSeeds): MaybePromise<void> {
    return this.#keys.seed(this.#parse(seeds));
  }

  /** Removes all keys, and defines those that existed at the start. */
  reset(): MaybePromise<void> {
    return this.#keys.reset();
  }

  /** Removes all keys. */
  clear(): MaybePromise<void> {
    return this.#keys.clear();
  }

  /** @throws HttpError 400 for an invalid name. */
  read(lab: string, key: string): MaybePromise<KeyRecord | undefined> {
    checkKeyName(key);
    return this.#keys.read(lab, key);
  }

  /** The keys of all labs, the one without a request for the longest time first. */
  list(): ReturnType<KeyStore['list']> {
    return this.#keys.list();
  }

  /** @returns whether there was such a key. @throws HttpError 400 for an invalid name. */
  delete(lab: string, key: string): MaybePromise<boolean> {
    checkKeyName(key);
    return this.#keys.delete(lab, key);
  }

  /** As `waitForEnds` of the keys. */
  waitForEnds(...[lab, key, ...rest]: Parameters<KeyStore['waitForEnds']>): Promise<number> {
    checkKeyName(key);
    return this.#keys.waitForEnds(lab, key, ...rest);
  }

  /** Checks a request that is not sent, to a key with a valid name. @throws HttpError as `begin`. */
  checkRequest(type: KeyType, key: string, request: KeyRequest): MaybePromise<void> {
    return this.#keys.check(type, key, request);
  }

  /**
   * Decides on a request, and records its exchange as the next attempt at the key, in one step. Called once for each exchange,
   * when its head has been read.
   * @throws HttpError 400 for an invalid key, 404 without a key, 409 for another definition; these do not count.
   */
  begin<Request extends KeyRequest, Result, Report>(
    type: KeyType<Request, Result, Report>,
    key: string,
    exchange: Exchange,
    request: Request,
  ): MaybePromise<AttemptInProgress<Result, Report>>;
  begin(
    type: KeyType,
    key: string,
    exchange: Exchange,
    request: KeyRequest,
  ): MaybePromise<AttemptInProgress> {
    checkKeyName(key);
    const recording = this.#recordingOf(exchange);
    const at = this.#runtime.systemMonotonic();
    return whenReady(this.#keys.begin({ type, key, request, recording, at }), accept);
  }

  #parse(seeds: LabSeeds): DefinedKey[] {
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

/** Name of the query to which workers respond when they have reported the ends of all exchanges whose responses are complete. */
export const SETTLED = 'settled';

/** An exchange can end some iterations of the event loop after the last bytes of its response. */
async function afterEnds({ nextIteration }: Pick<Runtime, 'nextIteration'>): Promise<string> {
  for (let iteration = 0; iteration < 3; iteration++) await nextIteration();
  return '';
}

/** The types of the keys of labs. */
export function typesOf(labs: readonly Lab[]): KeyType[] {
  return labs.map(({ keys }) => keys);
}

/** @throws HttpError for a rejected request. */
function accept(attempt: AttemptInProgress): AttemptInProgress {
  if (attempt.rejection) throw attempt.rejection;
  return attempt;
}
