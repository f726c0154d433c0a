import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** The place of an application that users come back to. */
export interface Callback {
  /** Without a slash at its end. */
  readonly url: string;
  /** What it was asked for. */
  readonly asked: readonly URL[];
}

export async function openCallback(t: TestContext): Promise<Callback> {
  const asked: URL[] = [];
  const server = createServer((request, reply) => {
    asked.push(new URL(request.url ?? '/', 'http://callback'));
    // Without an icon in the page browsers ask for one.
    reply.end('<!doctype html><link rel="icon" href="data:,"><title>Nightly</title><h1>You are back</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}
