import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface StripPrefixOptions {
  /** The port of the server behind the proxy. */
  readonly target: number;
  readonly prefix: string;
  /** The value of `X-Forwarded-Prefix`; without it, the proxy does not send it. */
  readonly forwarded?: string;
}

/** A reverse proxy that serves a server below a prefix, which it removes from the paths. @returns its origin */
export async function openStripPrefixProxy(
  t: TestContext,
  { target, prefix, forwarded }: StripPrefixOptions,
): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '' } = incoming;
    if (url !== prefix && !url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) {
      outgoing.writeHead(404).end('This is the proxy.');
      return;
    }
    const headers = [...incoming.rawHeaders];
    if (forwarded !== undefined) headers.push('X-Forwarded-Prefix', forwarded);
    const path = url.slice(prefix.length).replace(/^(?!\/)/, '/');
    const passed = request({ host: '127.0.0.1', port: target, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
