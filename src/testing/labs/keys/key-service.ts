import type { MemoryKeys } from './memory-keys.ts';

/** The calls that take more than a call of the keys. */
type Calls = {
  [Name in 'begin' | 'end' | 'read' | 'wait']: (
    ...parameters: Parameters<MemoryKeys[Name]>
  ) => ReturnType<MemoryKeys[Name]> | Promise<Awaited<ReturnType<MemoryKeys[Name]>>>;
};

/** Executes the calls of one worker about the keys of this process. */
export class KeyService {
  readonly #keys: MemoryKeys;
  /** The attempts whose exchange can still change, by ID, with what their decision waits for. */
  readonly #attempts = new Map<string, Promise<void> | undefined>();
  readonly #waits = new Set<string>();
  readonly #calls: Calls;

  /** @param settle resolves when the workers have reported the ends of all exchanges whose responses are complete. */
  constructor(keys: MemoryKeys, settle: () => Promise<void>) {
    this.#keys = keys;
    this.#calls = {
      begin: async (call, exchange) => {
        const waiting = keys.isOccupied(call) ? settle() : undefined;
        this.#attempts.set(call.id, waiting);
        try {
          if (waiting) await waiting;
          this.#attempts.set(call.id, undefined);
          return keys.begin(call, exchange);
        } catch (error) {
          this.#attempts.delete(call.id);
          throw error;
        }
      },
      end: (id, end) =>
        this.#whenDecided(id, () => {
          keys.end(id, end);
          if (end.isSettled) this.#attempts.delete(id);
        }),
      read: async (lab, key) => {
        const record = keys.read(lab, key);
        if (!record || record.ended === record.count) return record;
        await settle();
        return keys.read(lab, key);
      },
      wait: async (id, ...wait) => {
        this.#waits.add(id);
        const ended = await keys.wait(id, ...wait);
        this.#waits.delete(id);
        return ended;
      },
    };
  }

  call(method: string, parameters: readonly unknown[]): unknown {
    const target = method in this.#calls ? this.#calls : this.#keys;
    return Reflect.apply(Reflect.get(target, method), target, parameters);
  }

  /** The worker has ended, and the system has closed its connections. */
  end(): void {
    for (const id of this.#attempts.keys()) void this.#whenDecided(id, () => this.#keys.lose(id));
    for (const id of this.#waits) this.#keys.endWait(id);
  }

  /** At once, unless the decision waits. A request that is not decided is no attempt. */
  #whenDecided(id: string, action: () => void): void | Promise<void> {
    const waiting = this.#attempts.get(id);
    return waiting ? waiting.then(action, action) : action();
  }
}
