import type { Exchange } from '#http/message/exchange.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { ExchangeRecording } from '#journal/recording/exchange-recording.ts';
import { createRecordedFields, type RecordedFields } from '#journal/recording/recorded-fields.ts';
import { readRequestFields } from '#journal/recording/request-fields.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { joinHead } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import { checkKeyName } from './key-name.ts';
import type { KeyMethods } from './key-service.ts';
import type { Lab, LabDefinition } from './lab.ts';
import { type KeyRequest, type LabLogic, type Rejection, toError } from './logic.ts';
import { type AttemptInProgress, type DefinedKey, MemoryKeys } from './memory-keys.ts';
import { WorkerKeys } from './worker-keys.ts';

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

/** The labs with keys, for this process: it parses definitions, and records the exchanges of attempts. */
export class Labs {
  readonly all: readonly Lab[];
  readonly #keys: MemoryKeys | WorkerKeys;
  readonly #limits: Limits;
  readonly #runtime: Runtime;
  readonly #fields: RecordedFields;
  readonly #binHeader: string | undefined;
  /** The keys that exist after each reset. */
  #initial: readonly DefinedKey[] = [];

  constructor({ labs, limits, runtime, shared, redacted, binHeader }: LabsOptions) {
    this.all = labs;
    this.#limits = limits;
    this.#runtime = runtime;
    this.#fields = createRecordedFields(redacted);
    this.#binHeader = binHeader;
    const { primary } = shared;
    this.#keys = primary ? new WorkerKeys(primary) : new MemoryKeys(logicOf(labs), runtime);
    if (primary) shared.gather(SETTLED, () => afterEnds(runtime));
  }

  /** The keys of a server of one process, for calls that cannot wait. @throws TypeError with several processes. */
  get local(): MemoryKeys {
    if (this.#keys instanceof MemoryKeys) return this.#keys;
    throw new TypeError('The keys of the labs are in another process');
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
    return this.#call('define', this.parseKey(lab, key, data));
  }

  /** Defines the keys that exist after each reset. @throws InvalidInputError with the invalid key. */
  async start(seeds: LabSeeds): Promise<void> {
    this.#initial = this.parseSeeds(seeds);
    await this.#call('start', this.#initial);
  }

  /** Defines the keys of a seed. @throws InvalidInputError with the invalid key. */
  async seed(seeds: LabSeeds): Promise<void> {
    await this.#call('seed', this.parseSeeds(seeds));
  }

  /** Removes all keys, and defines those that existed at the start. */
  reset(): Promise<void> {
    return this.#call('replace', this.#initial);
  }

  /** Removes all keys. */
  clear(): Promise<void> {
    return this.#call('replace', []);
  }

  /** @throws HttpError 400 for an invalid name. */
  async read(lab: string, key: string): Promise<KeyRecord | undefined> {
    checkKeyName(key);
    return this.#call('read', lab, key);
  }

  /** The keys of all labs, the one without a request for the longest time first. */
  list(): Promise<ReturnType<KeyMethods['list']>> {
    return this.#call('list');
  }

  /** @returns whether there was such a key. @throws HttpError 400 for an invalid name. */
  async delete(lab: string, key: string): Promise<boolean> {
    checkKeyName(key);
    return this.#call('delete', lab, key);
  }

  /** As `waitForEnds` of the keys. */
  async waitForEnds(...[lab, key, ...rest]: Parameters<MemoryKeys['waitForEnds']>): Promise<number> {
    checkKeyName(key);
    return this.#keys.waitForEnds(lab, key, ...rest);
  }

  /** Checks a request that is not sent, to a key with a valid name. @throws HttpError as `begin`. */
  checkRequest(lab: string, key: string, request: KeyRequest): Promise<void> {
    return this.#call('check', lab, key, request);
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
    respond: (attempt: AttemptInProgress<Request, Result>) => void | Promise<void>,
  ): void | Promise<void>;
  begin(
    { lab }: LabLogic,
    key: string,
    exchange: Exchange,
    request: KeyRequest,
    respond: (attempt: AttemptInProgress) => void | Promise<void>,
  ): void | Promise<void> {
    checkKeyName(key);
    const recording = this.#recordingOf(exchange);
    const head = joinHead(recording.target, recording.rawFields);
    const call = { lab, key, request, head, at: this.#runtime.systemMonotonic() };
    const keys = this.#keys;
    if (keys instanceof WorkerKeys)
      return keys.begin(call, recording).then((attempt) => respond(accept(attempt)));
    const attempt = keys.begin(call, recording);
    recording.follow(attempt);
    return respond(accept(attempt));
  }

  /** Runs a method of the keys, where they are. */
  #call<Name extends keyof KeyMethods>(
    method: Name,
    ...parameters: Parameters<KeyMethods[Name]>
  ): Promise<ReturnType<KeyMethods[Name]>>;
  async #call(method: keyof KeyMethods, ...parameters: unknown[]): Promise<unknown> {
    const keys = this.#keys;
    return keys instanceof WorkerKeys
      ? keys.call(method, parameters)
      : Reflect.apply(keys[method], keys, parameters);
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

/** How each lab decides. */
export function logicOf(labs: readonly Lab[]): LabLogic[] {
  return labs.map(({ logic }) => logic);
}

/** @throws HttpError for a rejected request. */
function accept<Attempt extends { readonly rejection: Rejection | undefined }>(attempt: Attempt): Attempt {
  if (attempt.rejection) throw toError(attempt.rejection);
  return attempt;
}
