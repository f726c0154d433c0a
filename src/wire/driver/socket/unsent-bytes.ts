import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Runtime } from '#runtime.ts';
import { LINGER_MS } from './options.ts';

/** Milliseconds in which the system sends what was written. A reset discards the rest. */
export const FLUSH = 50;

/** The tables of TCP connections of Linux; IPv4 connections of a socket for both versions are in the second one. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/**
 * Resolves when the system of the client has all written bytes, and the client has had time to read them before it
 * notices a reset. The wait ends when a slow client acknowledges nothing for a while.
 */
export async function untilAcknowledged(tcp: Socket, runtime: Pick<Runtime, 'wait'>): Promise<void> {
  let idle = 0;
  for (let before: number | undefined; idle < LINGER_MS && !tcp.destroyed; ) {
    await runtime.wait(FLUSH);
    const count = await countUnsentBytes(tcp);
    if (!count) return;
    idle = count === before ? idle + FLUSH : 0;
    before = count;
  }
}

/**
 * Reports again and again whether the system of the client lacks bytes that were written, as long as `report` returns true.
 * After the connection has ended, the system has no record of it.
 */
export async function watchUnsentBytes(
  tcp: Socket,
  runtime: Pick<Runtime, 'wait'>,
  report: (hasUnsent: boolean) => boolean,
): Promise<void> {
  for (let isWatched = true; isWatched; ) {
    await runtime.wait(FLUSH);
    const count = tcp.destroyed ? 0 : await countUnsentBytes(tcp);
    isWatched = !tcp.destroyed && report(count !== undefined && count > 0);
  }
}

/**
 * Number of written bytes that the other end of a connection has not acknowledged. Node has no call for it; a reset
 * discards them. Undefined where the system has no such table.
 */
async function countUnsentBytes({ localPort, remotePort }: Socket): Promise<number | undefined> {
  const texts = await Promise.all(TABLES.map((file) => readFile(file, 'latin1').catch(() => undefined)));
  const lines = texts.flatMap((text) => text?.split('\n') ?? []);
  const queues = lines.flatMap((line) => {
    // sl, local_address, rem_address, st, tx_queue:rx_queue
    const [, local = '', remote = '', , queue = ''] = line.trim().split(/\s+/, 5);
    const isConnection = parsePort(local) === localPort && parsePort(remote) === remotePort;
    return isConnection ? [Number.parseInt(queue, 16)] : [];
  });
  // Clients with different addresses can have the same port.
  return queues.length > 0 ? Math.max(...queues) : undefined;
}

function parsePort(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}
