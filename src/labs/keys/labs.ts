import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import { isHttp2 } from '../../http/transport/http2.ts';
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
  readonly #connections = new WeakMap<object, { readonly id: number; requests: number }>();
  /** Time of the latest attempt of a key, in real time. */
  readonly #latest = new WeakMap<LabKey, number>();
  /** Called at the end of each attempt. */
  readonly #listeners = new Set<() => void>();
  #lastConnection = 0;

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

  /**
   * Number of the connection of an exchange: that of the journal, which is 0 if the journal does not know it, or without
   * the journal, one of the labs.
   */
  connectionOf(exchange: Exchange): number {
    return exchange.recorder?.connectionId ?? this.#connection(exchange).id;
  }

  /** Records the exchange as the next attempt of the key. Called once for each exchange, when its head has been read. */
  begin(key: LabKey, exchange: Exchange, facts: AttemptFacts = {}): Attempt {
    const { reply } = exchange;
    const { log } = key;
    const now = this.#runtime.monotonic();
    const previous = this.#latest.get(key);
    this.#latest.set(key, now);
    const connection = this.#connection(exchange);
    connection.requests++;
    const recording = this.#recordingOf(exchange, connection.id);
    const before = log.headSize;
    const attempt = log.add({
      time: this.#runtime.now(),
      gap: previous === undefined ? null : Math.round((now - previous) * 1000),
      method: exchange.method,
      protocol: exchange.protocol,
      connection: recording.connectionId,
      stream: isHttp2(reply) ? (reply.stream.id ?? null) : null,
      isReused: (exchange.connection?.requestCount ?? connection.requests) > 1,
      head: joinHead(recording.target, recording.rawFields),
      facts,
    });
    this.state.resize(before, key);
    recording.describe({
      lab: { name: key.lab, key: key.key, attempt: attempt.n },
      course: attempt,
      ended: () => this.#end(key, attempt),
    });
    return attempt;
  }

  /** The recording of an exchange: that of the journal, or one for the lab alone, which keeps no bodies. */
  #recordingOf(exchange: Exchange, connection: number): ExchangeRecording {
    const { recorder, rawFields, target, reply } = exchange;
    if (recorder instanceof ExchangeRecording) return recorder;
    const recording = new ExchangeRecording(
      exchange,
      {
        id: 0,
        bin: null,
        service: '',
        connection: { id: connection, remote: '', requests: 1, hasEntry: false, tls: null },
      },
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

  #end(key: LabKey, attempt: Attempt): void {
    key.log.end(attempt);
    for (const listener of this.#listeners) listener();
  }

  #connection({ request, reply }: Exchange): { readonly id: number; requests: number } {
    const connection = (isHttp2(reply) && reply.stream.session) || request.socket;
    const known = this.#connections.get(connection);
    if (known) return known;
    const added = { id: ++this.#lastConnection, requests: 0 };
    this.#connections.set(connection, added);
    return added;
  }
}
