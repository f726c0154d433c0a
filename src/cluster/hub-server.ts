import type { Log } from '../http/routing/service.ts';
import type { Runtime } from '../runtime.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { Hub } from './hub.ts';
import type { Channel, HubMessage, HubMethods, HubRequest } from './messages.ts';

export interface HubServerOptions {
  readonly runtime: Pick<Runtime, 'timeout'>;
  readonly log: Log;
  /** The name of the worker in the log. */
  readonly name: string;
}

/**
 * Gives one worker access to the hub of its primary process. The worker gets changes of values from the time that it has
 * loaded the values; before, changes do not wait for it.
 * @returns a function for the end of the worker: changes do not wait for it any more, and its locks are released.
 */
export function serveHub(
  hub: Hub,
  channel: Channel<HubMessage, HubRequest>,
  { runtime, log, name }: HubServerOptions,
): () => void {
  const unanswered = new Map<number, (text?: string) => void>();
  const locks = new Map<number, () => void>();
  let latestId = 0;
  let hasEnded = false;
  let unsubscribe: (() => void)[] = [];

  function subscribe(): void {
    unsubscribe = [
      hub.onChange(async (value) => void (await ask((id) => ({ type: 'change', id, value })))),
      hub.onGather((wanted) => ask((id) => ({ type: 'gather', id, name: wanted }))),
    ];
  }

  /** Sends a message and waits for its answer; undefined when the worker does not respond or ends. */
  function ask(createMessage: (id: number) => HubMessage): Promise<string | undefined> {
    return new Promise((resolve) => {
      const id = ++latestId;
      const cancel = runtime.timeout(RESPONSE_TIMEOUT, () => {
        log.warn(`${name} does not respond`);
        unanswered.delete(id);
        resolve(undefined);
      });
      unanswered.set(id, (text) => {
        cancel();
        resolve(text);
      });
      channel.send(createMessage(id));
    });
  }

  const methods: HubMethods = {
    load() {
      if (unsubscribe.length === 0) subscribe();
      return hub.load();
    },
    compareAndSet: hub.compareAndSet,
    gather: hub.gather,
    add: (set, ...rest) => hub.counters(...set).add(...rest),
    subtract: (set, ...rest) => hub.counters(...set).subtract(...rest),
    read: (set, keys) => hub.counters(...set).read(keys),
    delete: (set, keys) => hub.counters(...set).delete(keys),
    clear: (set) => hub.counters(...set).clear(),

    async acquire(name) {
      const free = await hub.acquire(name);
      // The worker can end while it waits.
      if (hasEnded) {
        free();
        return 0;
      }
      const id = ++latestId;
      locks.set(id, free);
      return id;
    },

    async release(id) {
      locks.get(id)?.();
      locks.delete(id);
    },
  };

  async function respond({ id, method, parameters }: HubRequest & { readonly type: 'call' }): Promise<void> {
    try {
      const result: unknown = await Reflect.apply(methods[method], methods, parameters);
      channel.send({ type: 'result', id, result });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      const retryAfter = error instanceof StoreUnavailableError ? error.retryAfter : undefined;
      channel.send({ type: 'error', id, name, message, retryAfter });
    }
  }

  channel.onMessage((message) => {
    if (message.type === 'call') return void respond(message);
    unanswered.get(message.id)?.(message.type === 'gathered' ? message.text : undefined);
    unanswered.delete(message.id);
  });

  return () => {
    hasEnded = true;
    for (const end of unsubscribe) end();
    for (const answer of unanswered.values()) answer();
    for (const free of locks.values()) free();
    unanswered.clear();
    locks.clear();
  };
}

/** Milliseconds for which a change waits for a worker that does not respond. */
export const RESPONSE_TIMEOUT = 10_000;
