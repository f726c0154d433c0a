import { CombinedRuns } from '#concurrency.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedRecords } from '#shared/shared-records.ts';
import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import { AttemptEnds } from './attempt-ends.ts';
import type { KeyRecord } from './attempt-view.ts';
import { type AttemptContext, DatabaseAttempt } from './database-attempt.ts';
import { EndedWatches } from './ended-watches.ts';
import { acceptRequest } from './key-state.ts';
import {
  type DefinedKey,
  type EndWatch,
  formatName,
  type KeyStore,
  type KeySummary,
  MAX_HEAD_SIZE,
  MAX_KEYS,
  parseName,
} from './key-store.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import { endAttemptsOf } from './lost-attempts.ts';
import {
  createStoredKey,
  forgetHeads,
  type StoredKey,
  type StoredValue,
  viewStoredKey,
} from './stored-key.ts';

export interface DatabaseKeysOptions {
  readonly records: SharedRecords;
  readonly shared: Pick<SharedState, 'attach' | 'event' | 'exclusive' | 'otherNodes'>;
  readonly logic: readonly LabLogic[];
  readonly runtime: Pick<Runtime, 'now' | 'wait' | 'after' | 'uniqueId' | 'nextIteration'>;
}

/**
 * The keys of all labs in the database of several processes. Each step on a key is a transaction that holds its record. The process that
 * serves the exchange of an attempt writes its end: together with others, or at once when a process needs it.
 */
export class DatabaseKeys implements KeyStore {
  readonly #records: SharedRecords;
  readonly #shared: DatabaseKeysOptions['shared'];
  readonly #logic: readonly LabLogic[];
  readonly #runtime: DatabaseKeysOptions['runtime'];
  readonly #ends: AttemptEnds;
  readonly #watches: EndedWatches;
  /** Resolves when all workers of the machine have written the ends of exchanges whose responses are complete. */
  readonly #settled: CombinedRuns;
  readonly #trimming = new CombinedRuns(() => this.#trim());
  /** Whether the keys of the start are defined. */
  readonly #hasStarted: SharedValue<boolean>;
  readonly #context: AttemptContext;

  /** Created before the shared state starts. */
  constructor({ records, shared, logic, runtime }: DatabaseKeysOptions) {
    this.#records = records;
    this.#shared = shared;
    this.#logic = logic;
    this.#runtime = runtime;
    this.#ends = new AttemptEnds(records, runtime);
    this.#watches = new EndedWatches(records, runtime);
    this.#settled = new CombinedRuns(shared.event('ends of attempts', () => this.writeEnds()));
    this.#hasStarted = shared.attach('labs', { read: () => false, apply() {} });
    records.onOwnerEnd((owner) => endAttemptsOf(owner, records, logic));
    this.#context = {
      records,
      runtime,
      ends: this.#ends,
      logicOf: (lab) => this.#logicOf(lab),
      settling: () => this.#settling(),
      grown: () => void this.#trimming.run().catch(ignore),
    };
  }

  createAttempt(): DatabaseAttempt {
    return new DatabaseAttempt(this.#context, this.#runtime.uniqueId());
  }

  async check(lab: string, key: string, request: KeyRequest): Promise<void> {
    const found = await this.#find(lab, key);
    acceptRequest(this.#logicOf(lab), found?.state, { key, request });
  }

  async read(lab: string, key: string): Promise<KeyRecord | undefined> {
    let found = await this.#find(lab, key);
    for (const settle of this.#settling()) {
      if (!found || found.state.ended === found.state.count) break;
      await settle();
      found = await this.#find(lab, key);
    }
    return found && viewStoredKey(this.#logicOf(lab), key, found, this.#runtime.now());
  }

  async list(): Promise<KeySummary[]> {
    return (await this.#records.list()).map(({ name, count }) => ({ ...parseName(name), count }));
  }

  async define(key: DefinedKey): Promise<KeyRecord> {
    const state = this.#create(key);
    await this.seed([key]);
    return viewStoredKey(this.#logicOf(key.lab), key.key, { state, items: [] }, this.#runtime.now());
  }

  async seed(keys: readonly DefinedKey[]): Promise<void> {
    await this.#set(keys, 'kept');
    await this.#trimming.run().catch(ignore);
  }

  delete(lab: string, key: string): Promise<boolean> {
    return this.#records.change(formatName(lab, key), (draft) => {
      const exists = draft.id !== undefined;
      if (exists) draft.delete();
      return exists;
    });
  }

  async replace(keys: readonly DefinedKey[]): Promise<void> {
    await this.#set(keys, 'deleted');
  }

  async start(keys: readonly DefinedKey[]): Promise<void> {
    await this.#shared.exclusive('labs', async () => {
      // Reads the latest value, which this process may not have applied.
      const hasStarted = await this.#hasStarted.update((value) => value);
      if (hasStarted) return;
      await this.replace(keys);
      await this.#hasStarted.update(() => true);
    });
  }

  async countEnded(lab: string, key: string): Promise<number> {
    return (await this.read(lab, key))?.ended ?? 0;
  }

  watch(lab: string, key: string, watch: EndWatch): () => void {
    return this.#watches.add(formatName(lab, key), watch);
  }

  /** Writes the ends of exchanges whose responses are complete. After a failure of the database, they are written later. */
  async writeEnds(): Promise<void> {
    // An exchange can end some iterations of the event loop after the last bytes of its response.
    for (let iteration = 0; iteration < 3; iteration++) await this.#runtime.nextIteration();
    await this.#ends.write().catch(ignore);
  }

  #find(lab: string, key: string) {
    return this.#records.read<StoredKey, StoredValue>(formatName(lab, key));
  }

  #logicOf(lab: string): LabLogic {
    const logic = this.#logic.find((each) => each.lab === lab);
    if (!logic) throw new Error(`There is no lab ${lab}`);
    return logic;
  }

  #create({ lab, key, definition }: DefinedKey): StoredKey {
    return createStoredKey(this.#logicOf(lab), key, definition);
  }

  #set(keys: readonly DefinedKey[], others: 'kept' | 'deleted'): Promise<void> {
    const records = keys.map((each) => ({ name: formatName(each.lab, each.key), state: this.#create(each) }));
    return this.#records.replace(records, others);
  }

  /** Another node does not confirm that it has written its ends. */
  #settling(): (() => Promise<void>)[] {
    const hasOtherNodes = (this.#shared.otherNodes() ?? []).length > 0;
    const settle = () => this.#settled.run();
    return hasOtherNodes ? [settle, () => this.#runtime.wait(NODE_DELAY_MS)] : [settle];
  }

  /** Removes the keys without a request for the longest time above the maximum number, and their heads above the maximum size. */
  async #trim(): Promise<void> {
    const usage = await this.#records.usage();
    if (usage.count > MAX_KEYS) await this.#records.prune(MAX_KEYS);
    if (usage.size <= MAX_HEAD_SIZE) return;
    let size = usage.size;
    for (const key of await this.#records.list()) {
      if (size <= MAX_HEAD_SIZE) return;
      if (key.size > 0) await this.#records.change(key.name, forgetHeads);
      size -= key.size;
    }
  }
}

/** Milliseconds within which another node writes the ends of its exchanges. */
const NODE_DELAY_MS = 100;

function ignore(): void {}
