import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import { ExchangeRecording } from '../../journal/recording/exchange-recording.ts';
import { createRecordedFields, type RecordedFields } from '../../journal/recording/recorded-fields.ts';
import { readRequestFields } from '../../journal/recording/request-fields.ts';
import type { Runtime } from '../../runtime.ts';
import { type Attempt, type AttemptFacts, joinHead } from './attempt.ts';
import { KeyedState, type LabKey } from './keyed-state.ts';
import type { DefinitionContext, Lab, LabDefinition } from './lab.ts';

/** Data of keys, by the setting of their lab and by key: `{ sequences: { a1: { steps: ['status=503'] } } }`. Other members are ignored. */
export type LabSeeds = Readonly<Record<string, unknown>>;

export interface LabsOptions {
  readonly labs: readonly Lab[];
  readonly context: DefinitionContext;
  readonly runtime: Runtime;
  /** Whether another process may receive the next request of a client. */
  readonly hasWorkers: boolean;
  /** Names of header fields, in lower case, whose values are not kept. */
  readonly redacted: readonly string[];
}

/** The labs with memory: their keys, and the attempts at each key. */
export class Labs {
  readonly state: KeyedState;
  readonly all: readonly Lab[];
  readonly #context: DefinitionContext;
  readonly #runtime: Runtime;
  readonly #hasWorkers: boolean;
  /** The keys that exist after a start and after a reset. */
  #initial: LabSeeds = {};
  readonly #fields: RecordedFields;
  /** Time of the latest attempt of a key, in real time. */
  readonly #latest = new WeakMap<LabKey, number>();
  /** Called at the end of each attempt. */
  readonly #listeners = new Set<() => void>();

  constructor({ labs, context, runtime, hasWorkers, redacted }: LabsOptions) {
    this.all = labs;
    this.#context = context;
    this.#runtime = runtime;
    this.#hasWorkers = hasWorkers;
    this.#fields = createRecordedFields(redacted);
    this.state = new KeyedState({ hasWorkers });
  }

  /** The definition of the lab of this name; undefined without one. */
  definition(name: string): LabDefinition | undefined {
    return this.all.find((lab) => lab.name === name)?.definition;
  }

  /** Defines a key by data that match the schema of its lab, and forgets the attempts at it. @throws HttpError 400, 501 */
  define(name: string, key: string, data: unknown): LabKey {
    const definition = this.definition(name);
    if (!definition) throw new Error(`The lab ${name} has no definition`);
    return this.state.replace(name, key, definition.create(data, this.#context));
  }

  /** Defines the keys that exist after each reset. @throws HttpError 400 with the invalid key. */
  start(seeds: LabSeeds): void {
    this.check(seeds);
    this.#initial = seeds;
    this.reset();
  }

  /** @throws HttpError 400 with the invalid key. */
  check(seeds: LabSeeds): void {
    for (const { lab, key, data } of this.#entries(seeds)) {
      try {
        lab.definition?.create(data, this.#context);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const { status, message, problems } = error;
        throw new HttpError(status, `${lab.setting}.${key}: ${message}`, { problems });
      }
    }
  }

  /** Defines the keys of a seed. Those of a server with several workers respond with 501. */
  seed(seeds: LabSeeds): void {
    if (this.#hasWorkers) return;
    for (const { lab, key, data } of this.#entries(seeds)) this.define(lab.name, key, data);
  }

  /** Removes all keys, and defines the initial ones. */
  reset(): void {
    this.state.clear();
    this.seed(this.#initial);
  }

  #entries(seeds: LabSeeds): { readonly lab: Lab; readonly key: string; readonly data: unknown }[] {
    return this.all
      .filter(({ definition }) => definition)
      .flatMap((lab) =>
        Object.entries(seeds[lab.setting] ?? {}).map(([key, data]: [string, unknown]) => ({
          lab,
          key,
          data,
        })),
      );
  }

  /** Records the exchange as the next attempt of the key. Called once for each exchange, when its head has been read. */
  begin(key: LabKey, exchange: Exchange, facts: AttemptFacts = {}): Attempt {
    const { log } = key;
    const now = this.#runtime.monotonic();
    const previous = this.#latest.get(key);
    this.#latest.set(key, now);
    const recording = this.#recordingOf(exchange);
    const before = log.headSize;
    const attempt = log.add({
      time: this.#runtime.now(),
      gap: previous === undefined ? null : Math.round((now - previous) * 1000),
      head: joinHead(recording.target, recording.rawFields),
      recording,
      facts,
    });
    this.state.resize(before, key);
    recording.attempt = {
      lab: { name: key.lab, key: key.key, attempt: attempt.n },
      settled: () => log.settle(attempt),
      ended: () => {
        log.end();
        for (const listener of this.#listeners) listener();
      },
    };
    return attempt;
  }

  /** The recording of an exchange: that of the journal, or one for the lab alone, which keeps no bodies. */
  #recordingOf(exchange: Exchange): ExchangeRecording {
    const { recorder, rawFields, target, reply } = exchange;
    if (recorder instanceof ExchangeRecording) return recorder;
    const recording = new ExchangeRecording(
      0,
      exchange,
      {
        runtime: this.#runtime,
        bodySize: 0,
        recordsContent: false,
        fields: this.#fields,
        bodyReceived() {},
        done: () => recorder?.ended(),
      },
      readRequestFields(rawFields, target),
      null,
    );
    exchange.recorder = recording;
    reply.once('close', () => recording.ended());
    return recording;
  }

  /**
   * Waits until so many attempts at a key have ended. The key need not exist at the start.
   * @param within milliseconds of real time.
   * @returns whether they have ended in time. Rejects with the reason of the signal.
   */
  async untilEnded(
    { lab, key }: Pick<LabKey, 'lab' | 'key'>,
    count: number,
    within: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isComplete = () => (this.state.find(lab, key)?.log.ended ?? 0) >= count;
    if (isComplete()) return true;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const abort = () => reject(signal.reason);
    const listener = () => {
      if (isComplete()) resolve(true);
    };
    const cancel = this.#runtime.timeout(within, () => resolve(false));
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
}
