import { StoreUnavailableError } from '#database/errors.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import { WORKER_TIMEOUT_MS } from '../database/read-again.ts';
import type { Stamps } from '../stamps.ts';
import type { Channel, ChannelMessage, ChannelMethods, ChannelRequest } from './messages.ts';
import type { GatheredPart } from './worker-channel.ts';
import type { WorkerGroup } from './worker-group.ts';

export interface ChannelServerOptions {
  readonly runtime: Pick<Runtime, 'timeout'>;
  readonly log: Log;
  readonly worker: number;
  readonly stamps: Stamps;
}

/**
 * The end of the primary process of the channel of one worker.
 * @returns a function for the end of the worker: queries do not wait for it any more.
 */
export function serveChannel(
  group: WorkerGroup,
  channel: Channel<ChannelMessage, ChannelRequest>,
  { runtime, log, worker, stamps }: ChannelServerOptions,
): () => void {
  const pending = new Map<number, (text: string | undefined, isEnded?: true) => void>();
  let latestId = 0;
  let hasEnded = false;
  let unsubscribe: (() => void)[] = [];
  let startedAt: number | undefined;

  function subscribe(): void {
    unsubscribe = [
      group.onGather(async (query) => {
        if (query.worker !== undefined && query.worker !== worker) return undefined;
        return ask((id) => ({ type: 'gather', id, query }));
      }),
    ];
    startedAt = stamps.now();
    unsubscribe.push(group.onPost(worker, (text) => channel.send({ type: 'post', text })));
  }

  /** Sends a message and waits for its response, which has no text when the worker does not respond; undefined when it ends. */
  function ask(createMessage: (id: number) => ChannelMessage): Promise<GatheredPart | undefined> {
    return new Promise((resolve) => {
      const id = ++latestId;
      const cancel = runtime.timeout(WORKER_TIMEOUT_MS, () => {
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

  const methods: ChannelMethods = {
    async start() {
      if (unsubscribe.length === 0) subscribe();
      // Before the worker serves.
      await Promise.all(group.standing().map((query) => ask((id) => ({ type: 'gather', id, query }))));
    },
    gather: group.gather,
    forgetLost: group.forgetLost,
    endQueries: group.endQueries,
  };

  async function respond({ id, method, parameters }: ChannelRequest & { readonly type: 'call' }) {
    try {
      const result: unknown = await Reflect.apply(methods[method], methods, parameters);
      channel.send({ type: 'result', id, result });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      const { reason, advice, retryAfter } = error instanceof StoreUnavailableError ? error : {};
      const sent = { id, name, message: reason ?? message, advice, retryAfter };
      channel.send({ type: 'error', ...sent });
    }
  }

  channel.onMessage((message) => {
    // What a worker has sent can arrive after its end.
    if (hasEnded) return;
    if (message.type === 'call') return void respond(message);
    if (message.type === 'post') return group.post(message.worker, message.text);
    pending.get(message.id)?.(message.text);
    pending.delete(message.id);
  });

  return () => {
    hasEnded = true;
    if (startedAt !== undefined) group.lose({ worker, from: startedAt, to: stamps.now() });
    for (const end of unsubscribe) end();
    void group.endQueries(`${worker}/`);
    // The other workers end what they do for this one.
    void group.gather({ name: 'ended', argument: String(worker), worker: undefined });
    for (const settle of pending.values()) settle(undefined, true);
    pending.clear();
  };
}
