import { connect } from 'node:http2';
import { exchangeBytes, type WireRequest, type WireResponse } from './wire.ts';

/** Sends all requests in one write on one connection, and reads all responses. */
export function pipeline(port: number, requests: readonly WireRequest[]): Promise<WireResponse[]> {
  const bytes = requests.map((request) => formatRequest(port, request)).join('');
  return exchangeBytes(
    port,
    bytes,
    requests.map(({ method = 'GET' }) => method),
  );
}

/** Sends all requests as streams of one HTTP/2 connection, and reads the status of each. */
export async function http2Burst(url: string, requests: readonly WireRequest[]): Promise<number[]> {
  const session = connect(url);
  try {
    return await Promise.all(
      requests.map(
        ({ method = 'GET', path, fields = [] }) =>
          new Promise<number>((resolve, reject) => {
            const headers = Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
            const stream = session.request({ ':method': method, ':path': path, ...headers });
            stream.on('response', (head) => resolve(Number(head[':status'])));
            stream.on('error', reject);
            stream.resume();
          }),
      ),
    );
  } finally {
    session.close();
  }
}

function formatRequest(port: number, { method = 'GET', path, fields = [], body = '' }: WireRequest): string {
  const head = [['Host', `127.0.0.1:${port}`] as const, ...fields];
  if (body.length > 0) head.push(['Content-Length', String(Buffer.byteLength(body))]);
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`;
}
