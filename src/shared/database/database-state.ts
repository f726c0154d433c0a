import { StoreUnavailableError } from '#database/errors.ts';
import type { Replica, SharedState, SharedValue } from '../shared-state.ts';
import type { StateEngine } from './engine.ts';
import { type NamedValue, TEXT_PREFIX } from './value-table.ts';

/** The state of one process among several, which share it by a database. */
export interface DatabaseState extends SharedState {
  /** Reads the values that others have changed. Resolves when this process has applied them. */
  readAgain(): Promise<void>;
}

export interface DatabaseStateOptions {
  readonly worker?: number | undefined;
  /** The ID of the server of the worker. */
  readonly server?: string | undefined;
  /** Called after each change. Resolves when the other workers of the machine have it, or later, with whether all have. */
  readonly announce?: () => Promise<boolean>;
  /** Takes an error of an event handler. */
  readonly report: (error: unknown) => void;
}

export function createDatabaseState(
  engine: StateEngine,
  { worker, server, announce = async () => true, report }: DatabaseStateOptions,
): DatabaseState {
  const entries = new Map<string, Entry>();

  function add(name: string, apply: (text: string | null) => void | Promise<void>): Entry {
    if (entries.has(name)) throw new Error(`The shared value ${name} is attached already`);
    const entry = new Entry(name, { engine, announce }, async (text) => {
      try {
        await apply(text);
      } catch (error) {
        report(error);
      }
    });
    entries.set(name, entry);
    return entry;
  }

  async function readAgain(names?: readonly string[]): Promise<void> {
    const stale = names ?? (await findStale());
    const known = stale.filter((name) => entries.has(name));
    if (known.length > 0)
      for (const value of await engine.values.read(known)) void entries.get(value.name)?.adopt(value);
    // Also those that another call has read.
    await Promise.all([...entries.values()].map((entry) => entry.applied));
  }

  async function findStale(): Promise<string[]> {
    const versions = await engine.values.versions();
    const stale = versions.filter(({ name, version }) => version > (entries.get(name)?.version ?? Infinity));
    return stale.map(({ name }) => name);
  }

  engine.watch(readAgain);

  return {
    worker,
    isShared: true,
    node: engine.node,
    server,
    attach: (name, replica) => createSharedValue(name, replica, add),

    event(name, handle) {
      const entry = add(`event ${name}`, handle);
      // The change of the version is the event.
      return async () => (await entry.update(() => null)).isAnnounced;
    },

    collect(name, produce) {
      if (worker === undefined) return async () => [{ worker, text: await produce() }];
      const prefix = `${TEXT_PREFIX}${name} ${engine.node ?? ''}/`;
      const entry = add(`texts ${name}`, async (text) =>
        engine.values.put(`${prefix}${worker}`, Number(text), await produce()),
      );
      return async () => {
        const { text: number } = await entry.update((text) => String(Number(text) + 1));
        const texts = await engine.values.readAll(prefix);
        return texts.map(({ name, version, text }) => ({
          worker: Number(name.slice(prefix.length)),
          text: text !== null && version >= Number(number) ? text : undefined,
        }));
      };
    },

    counters: engine.counters,
    records: engine.records,

    async exclusive(name, action) {
      const release = await engine.acquire(name);
      try {
        return await action();
      } finally {
        release();
      }
    },

    otherNodes: engine.otherNodes,
    async start() {
      await engine.start();
      await readAgain();
    },
    readAgain: () => readAgain(),
  };
}

type AddEntry = (name: string, apply: (text: string | null) => void) => Entry;

function createSharedValue<Value>(name: string, replica: Replica<Value>, add: AddEntry): SharedValue<Value> {
  const initial = JSON.stringify(replica.read());
  /** @throws Error when the value is not valid. */
  function parse(text: string | null): Value {
    const value = JSON.parse(text ?? initial);
    if (replica.isValid?.(value) === false) throw new Error(`The shared value ${name} is not valid: ${text}`);
    return value;
  }
  /** The shared value, or the value of this process where another process has set one that is not valid. */
  function parseCurrent(text: string | null): Value {
    try {
      return parse(text);
    } catch {
      return replica.read();
    }
  }
  const entry = add(name, (text) => replica.apply(parse(text)));
  return {
    async update(change) {
      const { text } = await entry.update((current) => JSON.stringify(change(parseCurrent(current))));
      return parse(text);
    },
    async reset() {
      return parse((await entry.update(() => null)).text);
    },
  };
}

interface SharedBy {
  readonly engine: StateEngine;
  readonly announce: () => Promise<boolean>;
}

/** What an update has set, and whether all workers of the machine have it. */
interface Updated {
  readonly text: string | null;
  readonly isAnnounced: boolean;
}

/** The version of a value that this process has applied. */
class Entry {
  readonly #name: string;
  readonly #shared: SharedBy;
  readonly #apply: (text: string | null) => Promise<void>;
  #version = 0;
  #text: string | null = null;
  #applied: Promise<void> = Promise.resolve();
  #updated: Promise<unknown> = Promise.resolve();

  constructor(name: string, shared: SharedBy, apply: (text: string | null) => Promise<void>) {
    this.#name = name;
    this.#shared = shared;
    this.#apply = apply;
  }

  get version(): number {
    return this.#version;
  }

  /** Resolves when the latest version is applied. */
  get applied(): Promise<void> {
    return this.#applied;
  }

  /** Applies a newer version. Resolves when it is applied. */
  adopt({ version, text }: NamedValue): Promise<void> {
    if (version > this.#version) {
      this.#version = version;
      this.#text = text;
      this.#applied = this.#applied.then(() => this.#apply(text));
    }
    return this.#applied;
  }

  /** One update of this process at a time, so that its updates do not conflict with each other. */
  update(change: (text: string | null) => string | null): Promise<Updated> {
    const updating = this.#updated.then(() => this.#replace(change));
    this.#updated = updating.catch(() => {});
    return updating;
  }

  async #replace(change: (text: string | null) => string | null): Promise<Updated> {
    const { engine, announce } = this.#shared;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const set = await engine.values.set(this.#name, this.#version, change(this.#text));
      if (set) {
        const [isAnnounced] = await Promise.all([announce(), this.adopt(set)]);
        return { text: set.text, isAnnounced };
      }
      const [current] = await engine.values.read([this.#name]);
      if (!current) throw new Error(`The shared value ${this.#name} was deleted`);
      await this.adopt(current);
    }
    throw new StoreUnavailableError('Other processes change the same state.', {
      advice: 'Repeat the request later.',
    });
  }
}

/** Maximum number of attempts of an update. Each that fails is a change by another process. */
const MAX_ATTEMPTS = 1000;
