import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import { WORKER_TIMEOUT_MS } from '../database/read-again.ts';
import type { Stamps } from '../stamps.ts';
import type { Channel, ChannelMessage, ChannelMethods, ChannelRequest } from './messages.ts';
import type { WorkerChannel } from './worker-channel.ts';

/**
 * The channel of a worker: each call is a message to the primary process. While that does not respond, such as one that is
 * stopped, calls throw StoreUnavailableError: the first ones after a time limit, further ones at once.
 */
export function createMessageChannel(
  channel: Channel<ChannelRequest, ChannelMessage>,
  stamps: Stamps,
  runtime: Pick<Runtime, 'timeout'>,
): WorkerChannel {
  const pending = new Map<number, Pending>();
  const sources = new Map<string, (argument: string) => string | Promise<string>>();
  const posts = new Set<(text: string) => void>();
  let latestId = 0;
  let isResponding = true;

  channel.onMessage((message) => {
    isResponding = true;
    if (message.type === 'post') {
      for (const listener of posts) listener(message.text);
      return;
    }
    if (message.type === 'gather') {
      const { id, query } = message;
      const produce = async () => sources.get(query.name)?.(query.argument);
      void produce()
        .catch(() => undefined)
        .then((text) => channel.send({ type: 'gathered', id, text }));
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    waiting?.cancel();
    if (message.type === 'result') waiting?.resolve(message.result);
    else waiting?.reject(toError(message));
  });

  function call<Name extends keyof ChannelMethods>(
    method: Name,
    ...parameters: Parameters<ChannelMethods[Name]>
  ): ReturnType<ChannelMethods[Name]>;
  function call(method: keyof ChannelMethods, ...parameters: unknown[]): Promise<unknown> {
    if (!isResponding || pending.size >= MAX_CALLS) return Promise.reject(createSilenceError());
    return new Promise((resolve, reject) => {
      const id = ++latestId;
      const cancel = runtime.timeout(CALL_TIMEOUT, () => {
        isResponding = false;
        pending.delete(id);
        reject(createSilenceError());
      });
      pending.set(id, { resolve, reject, cancel });
      channel.send({ type: 'call', id, method, parameters });
    });
  }

  return {
    stamps,
    gather(name, produce) {
      sources.set(name, produce);
      return (argument = '', query = {}) =>
        call('gather', { name, argument, worker: query.worker, key: query.key });
    },
    forgetLost: (before) => call('forgetLost', before),
    endQuery: (prefix) => call('endQueries', prefix),
    post: (to, text) => channel.send({ type: 'post', worker: to, text }),
    onPost: (listener) => void posts.add(listener),
    start: () => call('start'),
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
const CALL_TIMEOUT = WORKER_TIMEOUT_MS + 3000;

/** Maximum number of calls in progress. */
const MAX_CALLS = 10_000;

/** Errors lose their class on the way. */
function toError({ name, message, advice, retryAfter }: ChannelMessage & { readonly type: 'error' }): Error {
  if (name !== 'StoreUnavailableError') return new Error(message);
  return new StoreUnavailableError(message, { advice, ...(retryAfter !== undefined && { retryAfter }) });
}
