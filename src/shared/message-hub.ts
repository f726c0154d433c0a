import { StoreUnavailableError } from '#database/errors.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { Hub, NamedValue } from './hub.ts';
import { RESPONSE_TIMEOUT } from './hub-server.ts';
import { Listeners } from './listeners.ts';
import type { Channel, HubMessage, HubMethods, HubRequest } from './messages.ts';
import type { GatheredPart, GatherQuery } from './shared-state.ts';

/**
 * The hub of the primary process, as a worker uses it: each call is a message. While the primary process does not respond,
 * such as one that is stopped, calls throw StoreUnavailableError: the first ones after a time limit, further ones at once.
 */
export function createMessageHub(
  channel: Channel<HubRequest, HubMessage>,
  { worker, server, stamps }: Required<Pick<Hub, 'worker' | 'server' | 'stamps'>>,
  runtime: Pick<Runtime, 'timeout'>,
): Hub {
  const pending = new Map<number, Pending>();
  const changes = new Listeners<NamedValue, void>();
  const sources = new Listeners<GatherQuery, GatheredPart | undefined>();
  const posts = new Set<(text: string) => void>();
  let latestId = 0;
  let isResponding = true;

  channel.onMessage((message) => {
    isResponding = true;
    if (message.type === 'change') {
      const { id, value } = message;
      void changes.call(value).finally(() => channel.send({ type: 'applied', id }));
      return;
    }
    if (message.type === 'post') {
      for (const listener of posts) listener(message.text);
      return;
    }
    if (message.type === 'gather') {
      const { id, query } = message;
      void sources
        .call(query)
        .catch(() => [])
        .then(([part]) => channel.send({ type: 'gathered', id, text: part?.text }));
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    waiting?.cancel();
    if (message.type === 'result') waiting?.resolve(message.result);
    else waiting?.reject(toError(message));
  });

  function call<Name extends keyof HubMethods>(
    method: Name,
    ...parameters: Parameters<HubMethods[Name]>
  ): ReturnType<HubMethods[Name]>;
  function call(method: keyof HubMethods, ...parameters: unknown[]): Promise<unknown> {
    return callWithin(method === 'acquire' ? LOCK_TIMEOUT : CALL_TIMEOUT, method, parameters);
  }

  /** @param limit milliseconds from sending. */
  function callWithin(
    limit: number,
    method: keyof HubMethods,
    parameters: readonly unknown[],
  ): Promise<unknown> {
    if (!isResponding || pending.size >= MAX_CALLS) return Promise.reject(createSilenceError());
    return new Promise((resolve, reject) => {
      const id = ++latestId;
      const cancel = runtime.timeout(limit, () => {
        isResponding = false;
        // The worker does not use a lock that it gets later.
        if (method === 'acquire' || method === 'tryAcquire')
          pending.set(id, { resolve: release, reject() {}, cancel() {} });
        else pending.delete(id);
        reject(createSilenceError());
      });
      pending.set(id, { resolve, reject, cancel });
      channel.send({ type: 'call', id, method, parameters });
    });
  }

  const release = (lock: unknown) =>
    channel.send({ type: 'call', id: ++latestId, method: 'release', parameters: [lock] });

  return {
    worker,
    server,
    stamps,
    load: () => call('load'),
    compareAndSet: (name, version, text) => call('compareAndSet', name, version, text),
    onChange: changes.add,

    counters: (...set) => ({
      add: (key, addition) => call('add', set, key, addition),
      subtract: (key, endsAt) => call('subtract', set, key, endsAt),
      read: (keys) => call('read', set, keys),
      delete: (keys) => call('delete', set, keys),
      clear: () => call('clear', set),
    }),

    async acquire(name) {
      const acquiring = call('acquire', name);
      try {
        // A lock can have another holder for long, so a primary process that does not respond is noticed by another call.
        await call('ping');
      } catch (error) {
        acquiring.then(release, () => {});
        throw error;
      }
      const lock = await acquiring;
      return () => release(lock);
    },

    async tryAcquire(name, maximum) {
      const lock = await call('tryAcquire', name, maximum);
      return lock === 0 ? undefined : () => release(lock);
    },

    primary: {
      call: (method, parameters, duration = 0) =>
        callWithin(CALL_TIMEOUT + duration, 'serve', [method, parameters]),
      send: (method, parameters) => channel.send({ type: 'send', method, parameters }),
    },
    gather: (query) => call('gather', query),
    onGather: sources.add,
    lose() {},
    forgetLost: (before) => call('forgetLost', before),
    endQueries: (prefix) => call('endQueries', prefix),
    standing: () => [],
    post: (to, text) => channel.send({ type: 'post', worker: to, text }),
    onPost(_worker, listener) {
      posts.add(listener);
      return () => posts.delete(listener);
    },
    async close() {},
  };
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** Ends the time limit. */
  cancel(): void;
}

function createSilenceError(): StoreUnavailableError {
  return new StoreUnavailableError('The primary process of the server does not respond.', {
    advice: 'Repeat the request later.',
  });
}

/** Milliseconds from sending. The primary process waits for other workers meanwhile. */
const CALL_TIMEOUT = RESPONSE_TIMEOUT + 3000;

/** Maximum number of calls in progress. */
const MAX_CALLS = 10_000;

/** Milliseconds for a lock, for which another process may wait too. */
const LOCK_TIMEOUT = 60_000;

/** Errors lose their class on the way. */
function toError({
  name,
  message,
  advice,
  retryAfter,
  status,
  problems = [],
}: HubMessage & { readonly type: 'error' }): Error {
  if (status !== undefined) return new HttpError(status, message, { problems });
  if (name !== 'StoreUnavailableError') return new Error(message);
  return new StoreUnavailableError(message, { advice, ...(retryAfter !== undefined && { retryAfter }) });
}
