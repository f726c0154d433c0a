import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request as send } from '../test/support/wire.ts';
import { againstBare, compare, type MeasuredRequest, type Rounds } from './compare.ts';
import type { Measurement } from './measurement.ts';
import { measureProcess } from './process.ts';
import { withServer } from './with-server.ts';

/** The variable that names a binary of go-httpbin, which the routes are compared with. */
const GO_HTTPBIN = 'GO_HTTPBIN';

const ROUNDS: Rounds = { rounds: 5, milliseconds: 400 };

/** A request of the table. */
type Route = Omit<MeasuredRequest, 'server'>;

const FORM = 'color=red&size=10&name=a+b';
const MULTIPART = [
  '--x\r\nContent-Disposition: form-data; name="color"\r\n\r\nred\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n',
  '--x--\r\n',
].join('');

const post = (type: string, body: string | Buffer): Pick<Route, 'method' | 'fields' | 'body'> => ({
  method: 'POST',
  fields: [['Content-Type', type]],
  body: Buffer.from(body),
});

/** The routes that clients call most, by the name of their row. */
const routes: Readonly<Record<string, Route>> = {
  'GET /get': { path: '/get?a=1&b=two' },
  'GET /headers': { path: '/headers' },
  'GET /ip': { path: '/ip' },
  'GET /user-agent': { path: '/user-agent' },
  'GET /uuid': { path: '/uuid' },
  'GET /anything': { path: '/anything?a=1' },
  'GET /status/204': { path: '/status/204' },
  'GET /status/404': { path: '/status/404' },
  'GET /json': { path: '/json' },
  'GET /html': { path: '/html' },
  'GET /xml': { path: '/xml' },
  'GET /redirect/3': { path: '/redirect/3' },
  'GET /cookies': { path: '/cookies', fields: [['Cookie', 'a=1; b=2']] },
  'GET /basic-auth': {
    path: '/basic-auth/mona/pw',
    fields: [['Authorization', `Basic ${Buffer.from('mona:pw').toString('base64')}`]],
  },
  'GET /bearer': { path: '/bearer', fields: [['Authorization', 'Bearer token']] },
  'GET /response-headers': { path: '/response-headers?X-A=1' },
  'GET /cache/60': { path: '/cache/60' },
  'GET /etag/v1': { path: '/etag/v1' },
  'GET /gzip': { path: '/gzip' },
  'GET /deflate': { path: '/deflate' },
  'GET /image/png': { path: '/image/png' },
  'GET /base64': { path: '/base64/aGVsbG8gd29ybGQ=' },
  'GET /bytes/10240?seed=1': { path: '/bytes/10240?seed=1' },
  'GET /stream/20': { path: '/stream/20' },
  'GET /stream-bytes/10240?seed=1': { path: '/stream-bytes/10240?seed=1' },
  'GET /range/1024': { path: '/range/1024' },
  'POST /post, JSON': { path: '/post', ...post('application/json', '{"a":1,"b":[true,null]}') },
  'POST /post, form': { path: '/post', ...post('application/x-www-form-urlencoded', FORM) },
  'POST /post, multipart': { path: '/post', ...post('multipart/form-data; boundary=x', MULTIPART) },
  'POST /post, 500 KB': { path: '/post', ...post('text/plain', Buffer.alloc(500_000, 'a')) },
};

/**
 * Each route against a bare server with the same response as a constant, and against go-httpbin where the environment
 * variable `GO_HTTPBIN` names its binary: at least 1.0 for each route, 1.4 for the geometric mean.
 */
export async function measureRoutes(): Promise<Measurement[]> {
  const peer = await startGoHttpbin();
  try {
    return await withServer({}, async (server) => {
      const rows: Measurement[] = [];
      const ratios: number[] = [];
      for (const [name, route] of Object.entries(routes)) {
        const repeated = { ...route, server };
        const bare = await againstBare(repeated, ROUNDS);
        rows.push({ what: `${name}, of a bare server`, unit: '×', value: bare });
        if (!peer || !(await isServed(peer.port, route))) continue;
        const ratio = await compare(repeated, { ...route, server: peer }, ROUNDS);
        ratios.push(ratio);
        rows.push(toRow(`${name}, of go-httpbin`, ratio, 1));
      }
      if (!peer)
        return [...rows, { what: 'Routes, of go-httpbin', skipped: `${GO_HTTPBIN} names no binary` }];
      return [...rows, toRow('Geometric mean of the routes, of go-httpbin', geometricMean(ratios), 1.4)];
    });
  } finally {
    peer?.stop();
  }
}

function toRow(what: string, value: number, target: number): Measurement {
  return { what, unit: '×', value, target: `≥ ${target}`, isReached: value >= target };
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

async function isServed(port: number, { path, method = 'GET', fields = [], body }: Route): Promise<boolean> {
  const response = await send(port, { path, method, fields, ...(body === undefined ? {} : { body }) });
  return ![404, 405].includes(response.status) || path === '/status/404';
}

async function startGoHttpbin() {
  const binary = process.env[GO_HTTPBIN];
  if (!binary) return undefined;
  const port = await freePort();
  const child = spawn(binary, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  for (let attempt = 0; attempt < 50; attempt++) {
    const response = await send(port, { path: '/get' }).catch(() => undefined);
    if (response) break;
    await sleep(100);
  }
  const { cpuSeconds } = measureProcess(child.pid ?? 0);
  return { port, cpuSeconds, stop: () => void child.kill('SIGKILL') };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
