import { StoreUnavailableError } from '#database/errors.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { Hub } from './hub.ts';
import type { Channel, HubMessage, HubMethods, HubRequest } from './messages.ts';
import type { GatheredPart } from './shared-state.ts';
import type { Stamps } from './stamps.ts';

export interface HubServerOptions {
  readonly runtime: Pick<Runtime, 'timeout'>;
  readonly log: Log;
  readonly worker: number;
  readonly stamps: Stamps;
  /** Executes the other calls of the worker. */
  readonly service?: WorkerService;
}

/** What the primary process does for one worker, besides the hub. */
export interface WorkerService {
  call(method: string, parameters: readonly unknown[]): unknown;
  /** The worker has ended. */
  end(): void;
}

/**
 * Gives one worker access to the hub of its primary process. The worker gets changes of values from the time that it has
 * loaded the values; before, changes do not wait for it.
 * @returns a function for the end of the worker: changes do not wait for it any more, and its locks are released.
 */
export function serveHub(
  hub: Hub,
  channel: Channel<HubMessage, HubRequest>,
  { runtime, log, worker, stamps, service }: HubServerOptions,
): () => void {
  const pending = new Map<number, (text: string | undefined, isEnded?: true) => void>();
  const locks = new Map<number, () => void>();
  let latestId = 0;
  let hasEnded = false;
  let unsubscribe: (() => void)[] = [];
  let startedAt: number | undefined;

  function subscribe(): void {
    unsubscribe = [
      hub.onChange(async (value) => void (await ask((id) => ({ type: 'change', id, value })))),
      hub.onGather(async (query) => {
        if (query.worker !== undefined && query.worker !== worker) return undefined;
        return ask((id) => ({ type: 'gather', id, query }));
      }),
    ];
    startedAt = stamps.now();
    unsubscribe.push(hub.onPost(worker, (text) => channel.send({ type: 'post', text })));
  }

  /** Sends a message and waits for its response, which has no text when the worker does not respond; undefined when it ends. */
  function ask(createMessage: (id: number) => HubMessage): Promise<GatheredPart | undefined> {
    return new Promise((resolve) => {
      const id = ++latestId;
      const cancel = runtime.timeout(RESPONSE_TIMEOUT, () => {
        log.warn(`Worker ${worker} does not respond`);
        pending.delete(id);
        resolve({ worker, text: undefined });
      });
      pending.set(id, (text, isEnded) => {
        cancel();
        resolve(isEnded ? undefined : { worker, text });
      });
      channel.send(createMessage(id));
    });
  }

  /** Keeps a lock until the worker releases it, or ends. */
  function hold(free: () => void): number {
    // The worker can end while it waits.
    if (hasEnded) {
      free();
      return 0;
    }
    const id = ++latestId;
    locks.set(id, free);
    return id;
  }

  const methods: HubMethods = {
    async load() {
      if (unsubscribe.length === 0) subscribe();
      // Before the worker serves.
      await Promise.all(hub.standing().map((query) => ask((id) => ({ type: 'gather', id, query }))));
      return await hub.load();
    },
    compareAndSet: hub.compareAndSet,
    gather: hub.gather,
    forgetLost: hub.forgetLost,
    endQueries: hub.endQueries,
    add: (set, ...rest) => hub.counters(...set).add(...rest),
    subtract: (set, ...rest) => hub.counters(...set).subtract(...rest),
    read: (set, keys) => hub.counters(...set).read(keys),
    delete: (set, keys) => hub.counters(...set).delete(keys),
    clear: (set) => hub.counters(...set).clear(),

    async ping() {},
    acquire: async (name) => hold(await hub.acquire(name)),

    async tryAcquire(name, maximum) {
      const free = await hub.tryAcquire(name, maximum);
      return free === undefined ? 0 : hold(free);
    },

    async release(id) {
      locks.get(id)?.();
      locks.delete(id);
    },

    serve: async (method, parameters) => service?.call(method, parameters),
  };

  async function respond({ id, method, parameters }: HubRequest & { readonly type: 'call' }): Promise<void> {
    try {
      const result: unknown = await Reflect.apply(methods[method], methods, parameters);
      channel.send({ type: 'result', id, result });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      const { status, problems } = error instanceof HttpError ? error : {};
      const { reason, advice, retryAfter } = error instanceof StoreUnavailableError ? error : {};
      const sent = { id, name, message: reason ?? message, advice, retryAfter, status, problems };
      channel.send({ type: 'error', ...sent });
    }
  }

  channel.onMessage((message) => {
    if (message.type === 'call') return void respond(message);
    if (message.type === 'post') return hub.post(message.worker, message.text);
    if (message.type === 'send') return void service?.call(message.method, message.parameters);
    pending.get(message.id)?.(message.type === 'gathered' ? message.text : undefined);
    pending.delete(message.id);
  });

  return () => {
    hasEnded = true;
    service?.end();
    if (startedAt !== undefined) hub.lose({ worker, from: startedAt, to: stamps.now() });
    for (const end of unsubscribe) end();
    void hub.endQueries(`${worker}/`);
    // The other workers end what they do for this one.
    void hub.gather({ name: 'ended', argument: String(worker), worker: undefined });
    for (const settle of pending.values()) settle(undefined, true);
    for (const free of locks.values()) free();
    pending.clear();
    locks.clear();
  };
}

/** Milliseconds for which a change and a query wait for a worker that does not respond. */
export const RESPONSE_TIMEOUT = 2000;
