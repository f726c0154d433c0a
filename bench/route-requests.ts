import type { MeasuredRequest, Transport } from './compare.ts';

/** A request of a table. */
export type Route = Omit<MeasuredRequest, 'server' | 'transport'>;

const FORM = 'color=red&size=10&name=a+b';
const MULTIPART = [
  '--x\r\nContent-Disposition: form-data; name="color"\r\n\r\nred\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n',
  '--x--\r\n',
].join('');

const post = (type: string, body: string | Buffer): Route => ({
  path: '/post',
  method: 'POST',
  fields: [['Content-Type', type]],
  body: Buffer.from(body),
});

const GET: Route = { path: '/get?a=1&b=two' };
const POST_1_KIB = post(
  'application/json',
  JSON.stringify({ text: 'a'.repeat(1024 - '{"text":""}'.length) }),
);

/** The routes that clients call most, by the names of their rows. */
export const routes: Readonly<Record<string, Route>> = {
  get: GET,
  headers: { path: '/headers' },
  status: { path: '/status/200' },
  json: { path: '/json' },
  uuid: { path: '/uuid' },
  gzip: { path: '/gzip' },
  bytes: { path: '/bytes/10240' },
  redirect: { path: '/redirect/3' },
  cookies: { path: '/cookies', fields: [['Cookie', 'a=1; b=2']] },
  image: { path: '/image/png' },
  stream: { path: '/stream/20' },
  basic: {
    path: '/basic-auth/mona/pw',
    fields: [['Authorization', `Basic ${Buffer.from('mona:pw').toString('base64')}`]],
  },
  anything: { path: '/anything?a=1' },
  'post-json': post('application/json', '{"a":1,"b":[true,null]}'),
  form: post('application/x-www-form-urlencoded', FORM),
  multipart: post('multipart/form-data; boundary=x', MULTIPART),
  'post-500k': post('text/plain', Buffer.alloc(500_000, 'a')),
};

export interface Protocol {
  readonly route: Route;
  readonly transport: Transport;
  /** Whether the bare server has a constant response; it computes others from the request, unless the content is random. */
  readonly isConstant?: true;
  /** By the name of the ratio. */
  readonly targets?: Readonly<Record<string, number>>;
  /** In percent of the rate without the journal. */
  readonly journalCost?: number;
}

/** By the names of their rows. */
export const protocols: Readonly<Record<string, Protocol>> = {
  'GET /get, HTTP/1.1, 32 connections': {
    route: GET,
    transport: 'http1',
    targets: { 'on, of bare': 1 },
    journalCost: 8,
  },
  'POST /post of 1 KiB, HTTP/1.1': {
    route: POST_1_KIB,
    transport: 'http1',
    targets: { 'on, of bare': 0.76 },
    journalCost: 12,
  },
  'GET /get, HTTP/1.1 over TLS, 32 connections': {
    route: GET,
    transport: 'tls',
    targets: { 'on, of bare': 0.85 },
  },
  'GET /get, HTTP/2 over TLS, 8 × 16 streams': {
    route: GET,
    transport: 'http2',
    targets: { 'on, of bare': 0.85, 'on, of go-httpbin': 2 },
  },
  'POST /post of 1 KiB, HTTP/2': {
    route: POST_1_KIB,
    transport: 'http2',
    targets: { 'on, of go-httpbin': 1.8 },
  },
  'GET /bytes/10240, HTTP/2': { route: { path: '/bytes/10240' }, transport: 'http2', isConstant: true },
  'TLS handshakes, one GET /get each': { route: GET, transport: 'handshakes' },
};
