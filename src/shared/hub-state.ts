import { StoreUnavailableError } from '#database/errors.ts';
import { type Hub, type NamedValue, OTHER_NODES } from './hub.ts';
import type { Replica, SharedState, SharedValue } from './shared-state.ts';

/**
 * The state of one process among several, which share it by a hub.
 * @param report takes an error of an event handler.
 */
export function createHubState(hub: Hub, report: (error: unknown) => void): SharedState {
  const entries = new Map<string, HubEntry>();
  const sources = new Map<string, (argument: string) => string | Promise<string>>();
  /** Only a process with a text takes part: the primary process of workers has none. */
  function joinQueries(): void {
    hub.onGather(async ({ name, argument }) => ({
      worker: hub.worker,
      text: await sources.get(name)?.(argument),
    }));
  }
  hub.onChange((value) => entries.get(value.name)?.adopt(value));

  function add(name: string, apply: (text: string | null) => void | Promise<void>): HubEntry {
    if (entries.has(name)) throw new Error(`The shared value ${name} is attached already`);
    const entry = new HubEntry(name, hub, async (text) => {
      try {
        await apply(text);
      } catch (error) {
        report(error);
      }
    });
    entries.set(name, entry);
    return entry;
  }

  let otherNodes: number | undefined;
  add(OTHER_NODES, (text) => {
    otherNodes = Number(text);
  });

  return {
    worker: hub.worker,
    server: hub.server,
    attach: (name, replica) => createSharedValue(name, replica, add),

    event(name, handle) {
      const entry = add(`event ${name}`, handle);
      return async () => void (await entry.update((text) => String(Number(text) + 1)));
    },

    stamps: hub.stamps,
    gather(name, produce) {
      if (sources.size === 0) joinQueries();
      sources.set(name, produce);
      return (argument = '', { worker, key } = {}) => hub.gather({ name, argument, worker, key });
    },
    forgetLost: hub.forgetLost,
    endQuery: hub.endQueries,
    post: hub.post,
    onPost: (listener) => void hub.onPost(hub.worker ?? 0, listener),

    primary: hub.primary,
    counters: hub.counters,

    async exclusive(name, action) {
      const release = await hub.acquire(name);
      try {
        return await action();
      } finally {
        release();
      }
    },

    tryAcquire: hub.tryAcquire,

    countOtherNodes: () => otherNodes,

    async start() {
      await Promise.all((await hub.load()).map((value) => entries.get(value.name)?.adopt(value)));
    },
  };
}

type AddEntry = (name: string, apply: (text: string | null) => void) => HubEntry;

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
      const text = await entry.update((current) => JSON.stringify(change(parseCurrent(current))));
      return parse(text);
    },
    async reset() {
      return parse(await entry.update(() => null));
    },
  };
}

/** The version of a value that this process has applied. */
class HubEntry {
  readonly #name: string;
  readonly #hub: Pick<Hub, 'compareAndSet'>;
  readonly #apply: (text: string | null) => Promise<void>;
  #version = 0;
  #text: string | null = null;
  #applied: Promise<void> = Promise.resolve();
  #updated: Promise<unknown> = Promise.resolve();

  constructor(name: string, hub: Pick<Hub, 'compareAndSet'>, apply: (text: string | null) => Promise<void>) {
    this.#name = name;
    this.#hub = hub;
    this.#apply = apply;
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
  update(change: (text: string | null) => string | null): Promise<string | null> {
    const updating = this.#updated.then(() => this.#replace(change));
    this.#updated = updating.catch(() => {});
    return updating;
  }

  async #replace(change: (text: string | null) => string | null): Promise<string | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { isSet, value } = await this.#hub.compareAndSet(this.#name, this.#version, change(this.#text));
      await this.adopt(value);
      if (isSet) return value.text;
    }
    throw new StoreUnavailableError('Other processes change the same state.', {
      advice: 'Repeat the request later.',
    });
  }
}

/** Maximum number of attempts of an update. Each that fails is a change by another process. */
const MAX_ATTEMPTS = 1000;
