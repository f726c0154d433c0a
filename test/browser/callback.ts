import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** The callback endpoint of an application. */
export interface Callback {
  /** Without a slash at the end. */
  readonly url: string;
  /** The requested URLs. */
  readonly asked: readonly URL[];
}

export async function openCallback(t: TestContext): Promise<Callback> {
  const asked: URL[] = [];
  const server = createServer((request, nodeResponse) => {
    asked.push(new URL(request.url ?? '/', 'http://callback'));
    // Browsers request an icon for a page without one.
    nodeResponse.end(
      '<!doctype html><link rel="icon" href="data:,"><title>Nightly</title><h1>You are back</h1>',
    );
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
