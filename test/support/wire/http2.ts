import { type ClientSessionOptions, connect, type SecureClientSessionOptions } from 'node:http2';
import type { WireRequest } from './wire.ts';

export interface Http2Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Sends one request over its own HTTP/2 connection. */
export async function requestHttp2(
  url: string,
  { method = 'GET', path, fields = [], body }: WireRequest,
  options: ClientSessionOptions | SecureClientSessionOptions = {},
): Promise<Http2Response> {
  const session = connect(url, options);
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject);
      const headers: Record<string, string | string[]> = { ':method': method, ':path': path };
      for (const [name, same] of Map.groupBy(fields, ([name]) => name.toLowerCase())) {
        headers[name === 'host' ? ':authority' : name] =
          same.length === 1 ? (same[0]?.[1] ?? '') : same.map(([, value]) => value);
      }
      // By default, the client ends a DELETE after its head.
      const stream = session.request(headers, body === undefined ? {} : { endStream: false });
      let head: Record<string, unknown> = {};
      let trailers: Record<string, unknown> = {};
      const chunks: Buffer[] = [];
      stream.on('response', (received) => {
        head = received;
      });
      stream.on('trailers', (received) => {
        trailers = received;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        resolve({ status: Number(head[':status']), headers: head, trailers, body: Buffer.concat(chunks) }),
      );
      stream.on('error', reject);
      stream.end(body);
    });
  } finally {
    session.close();
  }
}
