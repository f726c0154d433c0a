import type { Worker } from 'node:cluster';
import type { Runtime } from '#runtime.ts';

interface PassedConnection {
  readonly seq: number;
  readonly handle: { close(): void };
}

/**
 * Passes connections that a worker has not taken when it ends to another one. `node:cluster` waits for ever for the confirmation of
 * such a connection, and with it the client, so the connection is rejected in the name of the worker.
 * @param hasOthers whether another worker serves; otherwise the connections are closed.
 */
export function watchConnections(
  worker: Worker,
  { nextIteration }: Pick<Runtime, 'nextIteration'>,
  hasOthers: () => boolean,
): void {
  const { process } = worker;
  /** The latest one of each address: `node:cluster` passes the next one after the confirmation. */
  const passed = new Map<string, PassedConnection>();
  const { send } = process;
  process.send = (...parameters: unknown[]) => {
    const [message, handle] = parameters;
    if (isConnectionMessage(message) && isHandle(handle))
      passed.set(message.key, { seq: message.seq, handle });
    return Reflect.apply(send, process, parameters) === true;
  };
  worker.once('exit', async () => {
    // The worker gets no more connections. `node:cluster` itself does not notice its end while it waits for a confirmation.
    worker.disconnect();
    // The worker confirms a connection before it reads from it. What it has sent arrives before the end of the channel.
    while (process.connected) await nextIteration();
    for (const { seq, handle } of passed.values()) {
      if (!hasOthers()) handle.close();
      // Without effect for a connection that is confirmed.
      else process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false });
    }
  });
}

function isConnectionMessage(message: unknown): message is { readonly key: string; readonly seq: number } {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}

function isHandle(handle: unknown): handle is PassedConnection['handle'] {
  return typeof handle === 'object' && handle !== null && 'close' in handle;
}
