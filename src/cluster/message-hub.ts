import type { Runtime } from '../runtime.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { Gatherer } from './gatherer.ts';
import type { ChangeListener, Hub, HubCounters } from './hub.ts';
import { RESPONSE_TIMEOUT } from './hub-server.ts';
import type { Channel, HubCall, HubMessage, HubRequest } from './messages.ts';

/**
 * The hub of the primary process, as a worker uses it: each call is a message. While the primary process does not respond,
 * such as one that is stopped, calls throw StoreUnavailableError: the first ones after a time limit, further ones at once.
 */
export function createMessageHub(
  channel: Channel<HubRequest, HubMessage>,
  { worker, server }: Required<Pick<Hub, 'worker' | 'server'>>,
  runtime: Pick<Runtime, 'timeout'>,
): Hub {
  const pending = new Map<number, Pending>();
  const listeners = new Set<ChangeListener>();
  const gatherer = new Gatherer();
  let latestId = 0;
  let isResponding = true;

  channel.onMessage((message) => {
    isResponding = true;
    if (message.type === 'change') {
      const { id, value } = message;
      void Promise.all([...listeners].map((listener) => listener(value))).finally(() =>
        channel.send({ type: 'applied', id }),
      );
      return;
    }
    if (message.type === 'gather') {
      const { id, name } = message;
      void gatherer
        .gather(name)
        .catch(() => [])
        .then(([text]) => channel.send({ type: 'gathered', id, text }));
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    waiting?.cancel();
    if (message.type === 'result') waiting?.resolve(message.result);
    else waiting?.reject(toError(message));
  });

  function call<Result>(wanted: HubCall): Promise<Result>;
  function call(wanted: HubCall): Promise<unknown> {
    if (!isResponding) return Promise.reject(createSilenceError());
    return new Promise((resolve, reject) => {
      const id = ++latestId;
      const cancel = runtime.timeout(wanted.call === 'acquire' ? LOCK_TIMEOUT : CALL_TIMEOUT, () => {
        isResponding = false;
        // The worker does not use a lock that it gets later.
        if (wanted.call === 'acquire') pending.set(id, { resolve: release, reject() {}, cancel() {} });
        else pending.delete(id);
        reject(createSilenceError());
      });
      pending.set(id, { resolve, reject, cancel });
      channel.send({ type: 'call', id, call: wanted });
    });
  }

  const release = (lock: unknown) =>
    channel.send({ type: 'call', id: ++latestId, call: { call: 'release', lock: Number(lock) } });

  const counters: HubCounters = {
    add: (set, key, addition) => call({ call: 'add', set, key, addition }),
    subtract: (set, key, endsAt) => call({ call: 'subtract', set, key, endsAt }),
    read: (set, keys) => call({ call: 'read', set, keys }),
    delete: (set, keys) => call({ call: 'delete', set, keys }),
    clear: (set) => call({ call: 'clear', set }),
  };

  return {
    worker,
    server,
    load: () => call({ call: 'load' }),
    compareAndSet: (name, version, text) => call({ call: 'compareAndSet', name, version, text }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    counters,
    async acquire(name) {
      const lock = await call<number>({ call: 'acquire', name });
      return () => release(lock);
    },
    gather: (name) => call({ call: 'gather', name }),
    onGather: (source) => gatherer.add(source),
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
  return new StoreUnavailableError(
    'The primary process of the server does not respond. Repeat the request later.',
  );
}

/** Milliseconds. The primary process waits for other workers meanwhile. */
const CALL_TIMEOUT = RESPONSE_TIMEOUT + 2000;

/** Milliseconds for a lock, for which another process may wait too. */
const LOCK_TIMEOUT = 60_000;

/** Errors lose their class on the way. */
function toError({ name, message, retryAfter }: HubMessage & { readonly type: 'error' }): Error {
  if (name !== 'StoreUnavailableError') return new Error(message);
  return new StoreUnavailableError(message, retryAfter === undefined ? {} : { retryAfter });
}
