import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  /** The URL of the server behind the proxy, with the address of the proxy. */
  readonly url: string;
  /** Closes the port, so that connections are refused, and resets the open ones. */
  refuse(): Promise<void>;
  /** Opens the port again. */
  accept(): Promise<void>;
  /** Forwards nothing from now on, and keeps connections open. */
  blackHole(): void;
  /** Ends a black hole. What was sent meanwhile is forwarded. */
  forward(): void;
  /** Delays everything that is forwarded, in milliseconds. */
  delay(milliseconds: number): void;
  /** Resets all open connections. */
  cut(): void;
  /**
   * Resets a connection once, when clients have sent the texts in this order: `before` the last one reaches the server, or
   * `after` the server has answered, in place of its answer.
   */
  cutAt(texts: readonly string[], time: 'before' | 'after'): void;
  /** The number of connections since the start. */
  readonly accepted: number;
  /** The number of times that clients have sent something after the server did, or at first. */
  readonly turns: number;
  close(): void;
}

/** A proxy in front of the TCP server of a URL. */
export async function openTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isForwarding = true;
  let delay = 0;
  let accepted = 0;
  let turns = 0;
  let trigger: { texts: string[]; time: 'before' | 'after' } | undefined;

  const server = createServer((client) => {
    accepted++;
    const upstream = connect(Number(port), hostname);
    let isCutAtAnswer = false;
    let last: Socket | undefined;
    const cut = () => {
      client.resetAndDestroy();
      upstream.destroy();
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      if (!isForwarding) from.pause();
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (isForwarding) to.destroy();
      });
      from.on('data', (chunk) => {
        if (from === client && last !== client) turns++;
        last = from;
        if (from === upstream && isCutAtAnswer) return cut();
        const next = trigger?.texts[0];
        if (from === client && trigger && next !== undefined && chunk.toString('latin1').includes(next)) {
          trigger.texts.shift();
          if (trigger.texts.length === 0 && trigger.time === 'before') return cut();
          isCutAtAnswer = trigger.texts.length === 0;
        }
        if (delay === 0) to.write(chunk);
        else setTimeout(() => to.write(chunk), delay);
      });
    }
  });

  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const listeningPort = await listen(server, 0);
  const url = new URL(target);
  url.host = `127.0.0.1:${listeningPort}`;

  return {
    url: url.href,
    get accepted() {
      return accepted;
    },
    get turns() {
      return turns;
    },
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
    async accept() {
      await listen(server, listeningPort);
    },
    blackHole() {
      isForwarding = false;
      for (const socket of sockets) socket.pause();
    },
    forward() {
      isForwarding = true;
      for (const socket of sockets) socket.resume();
    },
    delay(milliseconds) {
      delay = milliseconds;
    },
    cut: cutAll,
    cutAt(texts, time) {
      trigger = { texts: [...texts], time };
    },
    close() {
      server.close();
      cutAll();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
