import type { PrimaryCalls } from '#shared/workers/worker-channel.ts';
import type { MemoryKeys } from './memory-keys.ts';

/** The keys of the labs, as a process calls them: its own ones, or those of the primary process of workers. */
export class KeyStore {
  /** The keys, if they are in this process. */
  readonly local: MemoryKeys | undefined;
  readonly #calls: PrimaryCalls;

  constructor(keys: MemoryKeys | PrimaryCalls) {
    this.local = 'send' in keys ? undefined : keys;
    this.#calls = 'send' in keys ? keys : callsOf(keys);
  }

  /**
   * @param duration milliseconds that the call itself can take.
   * @throws StoreUnavailableError when the primary process does not respond
   */
  call<Name extends keyof MemoryKeys>(
    method: Name,
    parameters: Parameters<MemoryKeys[Name]>,
    duration?: number,
  ): Promise<Awaited<ReturnType<MemoryKeys[Name]>>>;
  call(method: string, parameters: readonly unknown[], duration = 0): Promise<unknown> {
    return this.#calls.call(method, parameters, duration);
  }

  /** A call without a response. */
  send<Name extends keyof MemoryKeys>(method: Name, parameters: Parameters<MemoryKeys[Name]>): void {
    this.#calls.send(method, parameters);
  }
}

function callsOf(keys: MemoryKeys): PrimaryCalls {
  const send = (method: string, parameters: readonly unknown[]): unknown =>
    Reflect.apply(Reflect.get(keys, method), keys, parameters);
  return { call: async (method, parameters) => send(method, parameters), send };
}
