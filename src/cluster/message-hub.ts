import { StoreUnavailableError } from '../authorizations/store/errors.ts';
import { Gatherer } from './gatherer.ts';
import type { ChangeListener, Hub, HubCounters } from './hub.ts';
import type { Channel, HubCall, HubMessage, HubRequest } from './messages.ts';

/** The hub of the primary process, as a worker uses it: each call is a message. */
export function createMessageHub(channel: Channel<HubRequest, HubMessage>, worker: number): Hub {
  const pending = new Map<number, Pending>();
  const listeners = new Set<ChangeListener>();
  const gatherer = new Gatherer();
  let latestId = 0;

  channel.onMessage((message) => {
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
    if (message.type === 'result') waiting?.resolve(message.result);
    else waiting?.reject(toError(message));
  });

  function call<Result>(wanted: HubCall): Promise<Result>;
  function call(wanted: HubCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++latestId;
      pending.set(id, { resolve, reject });
      channel.send({ type: 'call', id, call: wanted });
    });
  }

  const counters: HubCounters = {
    add: (set, key, addition) => call({ call: 'add', set, key, addition }),
    subtract: (set, key, endsAt) => call({ call: 'subtract', set, key, endsAt }),
    read: (set, keys) => call({ call: 'read', set, keys }),
    delete: (set, keys) => call({ call: 'delete', set, keys }),
    clear: (set) => call({ call: 'clear', set }),
  };

  return {
    worker,
    load: () => call({ call: 'load' }),
    compareAndSet: (name, version, text) => call({ call: 'compareAndSet', name, version, text }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    counters,
    async acquire(name) {
      const lock = await call<number>({ call: 'acquire', name });
      return () => void call({ call: 'release', lock });
    },
    gather: (name) => call({ call: 'gather', name }),
    onGather: (source) => gatherer.add(source),
    async close() {},
  };
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Errors lose their class on the way. */
function toError({ name, message }: { name: string; message: string }): Error {
  return name === 'StoreUnavailableError' ? new StoreUnavailableError(message) : new Error(message);
}
