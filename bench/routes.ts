import { withBuildOf } from './base-build.ts';
import { type MeasuredRequest, ratesInTurn, ratio, startBare, type Transport } from './compare.ts';
import { findGoHttpbin, startGoHttpbin } from './go-httpbin.ts';
import { http2Generator } from './load-http2.ts';
import {
  atLeast,
  type BenchOptions,
  type Measurement,
  median,
  type Result,
  type Table,
} from './measurement.ts';
import { type CertificateFiles, startSparring, withCertificate } from './with-server.ts';

/** A request of a table. */
type Route = Omit<MeasuredRequest, 'server' | 'transport'>;

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
const routes: Readonly<Record<string, Route>> = {
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

interface Protocol {
  readonly route: Route;
  readonly transport: Transport;
  /** Of the bare server; it computes the response from the request, unless the content is random. */
  readonly isConstant?: true;
  /** Of the ratio to the bare server, with the journal. */
  readonly target?: number;
  /** In percent of the rate without the journal. */
  readonly journalCost?: number;
}

/** By the names of their rows. */
const protocols: Readonly<Record<string, Protocol>> = {
  'GET /get, HTTP/1.1, 32 connections': { route: GET, transport: 'http1', target: 0.88, journalCost: 8 },
  'POST /post of 1 KiB, HTTP/1.1': { route: POST_1_KIB, transport: 'http1', journalCost: 12 },
  'GET /get, HTTP/1.1 over TLS, 32 connections': { route: GET, transport: 'tls', target: 0.85 },
  'GET /get, HTTP/2 over TLS, 8 × 16 streams': { route: GET, transport: 'http2', target: 0.8 },
  'POST /post of 1 KiB, HTTP/2': { route: POST_1_KIB, transport: 'http2', target: 0.7 },
  'GET /bytes/10240, HTTP/2': { route: { path: '/bytes/10240' }, transport: 'http2', isConstant: true },
  'TLS handshakes, one GET /get each': { route: GET, transport: 'handshakes' },
};

/** The server with its journal, as by default, and without; go-httpbin; the build of another commit. */
type Name = 'on' | 'off' | 'bare' | 'go' | 'baseOn' | 'baseOff';
type Servers = ReadonlyMap<Name, MeasuredRequest['server']>;
type Rates = ReadonlyMap<Name, readonly number[]>;
/** The rates of each row. */
type Rows = ReadonlyMap<string, Rates>;

const RATIOS = {
  'on, of go-httpbin': ['on', 'go'],
  'off, of go-httpbin': ['off', 'go'],
  'bare, of go-httpbin': ['bare', 'go'],
  'on, of bare': ['on', 'bare'],
  'off, of bare': ['off', 'bare'],
  'on, of off': ['on', 'off'],
  'on, of base': ['on', 'baseOn'],
  'off, of base': ['off', 'baseOff'],
} as const satisfies Record<string, readonly [Name, Name]>;
type Ratio = keyof typeof RATIOS;

/**
 * Each route and each protocol, with the journal on and off, of a bare server, and of go-httpbin if there is one.
 * `BENCH_BASE` is a commit whose build is also measured.
 */
export function measureRoutes(options: BenchOptions): Promise<Result[]> {
  const base = process.env.BENCH_BASE;
  return base ? withBuildOf(base, (folder) => measureAll(options, folder)) : measureAll(options);
}

async function measureAll(options: BenchOptions, baseFolder?: string): Promise<Result[]> {
  const go = await findGoHttpbin();
  const program = 'program' in go ? go.program : undefined;
  return withCertificate(async (certificate) => {
    await using stack = new AsyncDisposableStack();
    const plain = await startAll(stack, program, baseFolder);
    const secure = await startAll(stack, program, baseFolder, certificate);
    const measureRow = async (name: string, route: Route, transport: Transport, isComputed: boolean) => {
      process.stderr.write(`${name} ...\n`);
      const model = { ...route, server: serverOf(plain, 'on') };
      const bare = await startBare(model, { isComputed, transport, certificate });
      try {
        const servers = [...(transport === 'http1' ? plain : secure), ['bare', bare] as const];
        const requests = servers.map(([each, server]) => [each, { ...route, transport, server }] as const);
        return await ratesInTurn<Name>(new Map(requests), options);
      } finally {
        await bare.stop();
      }
    };
    const byRoute = new Map<string, Rates>();
    for (const [name, route] of Object.entries(routes))
      byRoute.set(name, await measureRow(name, route, 'http1', false));
    const byProtocol = new Map<string, Rates>();
    for (const [name, { route, transport, isConstant }] of Object.entries(protocols))
      byProtocol.set(name, await measureRow(name, route, transport, !isConstant));
    return [
      toTable(`Routes, HTTP/1.1, 32 connections; the bare server sends a constant${peer(go)}`, byRoute, true),
      toTable(
        `Protocols (HTTP/2 by ${http2Generator()}); the bare server computes the response, except /bytes${peer(go)}`,
        byProtocol,
        false,
      ),
      ...('skipped' in go ? [{ what: 'Ratios to go-httpbin', skipped: go.skipped }] : []),
      ...assessRoutes(byRoute),
      ...assessProtocols(byProtocol),
    ];
  });
}

function peer(go: Awaited<ReturnType<typeof findGoHttpbin>>): string {
  return 'name' in go ? `; ${go.name}` : '';
}

async function startAll(
  stack: AsyncDisposableStack,
  goProgram: string | undefined,
  baseFolder: string | undefined,
  certificate?: CertificateFiles,
): Promise<Servers> {
  const servers = new Map<Name, MeasuredRequest['server']>();
  const add = async (name: Name, starting: ReturnType<typeof startGoHttpbin>) => {
    const server = await starting;
    stack.defer(server.stop);
    servers.set(name, server);
  };
  const [on, off] = [
    { ...certificate, journal: 1000 },
    { ...certificate, journal: 0 },
  ];
  await add('on', startSparring(on));
  await add('off', startSparring(off));
  if (goProgram !== undefined) await add('go', startGoHttpbin(goProgram, certificate));
  if (baseFolder !== undefined) {
    await add('baseOn', startSparring(on, baseFolder));
    await add('baseOff', startSparring(off, baseFolder));
  }
  return servers;
}

function serverOf(servers: Servers, name: Name): MeasuredRequest['server'] {
  const server = servers.get(name);
  if (!server) throw new Error(`${name} is not started`);
  return server;
}

/** The medians of the ratios of the rounds, and below them the median and the lowest of the rows. */
export function toTable(title: string, rows: Rows, hasSummary: boolean): Table {
  const columns = ratioNames().filter((name) => valuesOf(rows, name).length > 0);
  const perSecond = (rates: Rates) => median(rates.get('on') ?? []);
  return {
    title,
    columns: ['', 'on, requests per CPU-second', ...columns],
    rows: [
      ...[...rows].map(
        ([name, rates]) =>
          [name, perSecond(rates), ...columns.map((column) => ratioOf(rates, column))] as const,
      ),
      ...(hasSummary
        ? [
            ['median', undefined, ...columns.map((column) => median(valuesOf(rows, column)))] as const,
            ['lowest', undefined, ...columns.map((column) => Math.min(...valuesOf(rows, column)))] as const,
          ]
        : []),
    ],
  };
}

function ratioNames(): Ratio[] {
  return Object.keys(RATIOS).filter((name): name is Ratio => name in RATIOS);
}

function ratioOf(rates: Rates, name: Ratio): number | undefined {
  const [one, other] = RATIOS[name];
  return ratio(rates.get(one), rates.get(other));
}

function valuesOf(rows: Rows, name: Ratio): number[] {
  return [...rows.values()].map((rates) => ratioOf(rates, name)).filter((value) => value !== undefined);
}

/** Compares the ratios of all routes with their targets. */
export function assessRoutes(rows: Rows): Measurement[] {
  return [
    ...assess(rows, 'off, of go-httpbin', 1, 1.3),
    ...assess(rows, 'on, of go-httpbin', 0.95, 1.1),
    ...assess(rows, 'off, of base', 1.2),
    ...assess(rows, 'on, of base', 1.3),
    ...slowBare(rows, 'Routes'),
  ];
}

function assess(rows: Rows, name: Ratio, lowestTarget: number, medianTarget?: number): Measurement[] {
  const values = valuesOf(rows, name);
  if (values.length === 0) return [];
  const lowest = Math.min(...values);
  const [route] = [...rows].find(([, rates]) => ratioOf(rates, name) === lowest) ?? [];
  return [
    atLeast(lowestTarget, `Journal ${name}: lowest of ${rows.size} routes (${route})`, lowest),
    ...(medianTarget === undefined
      ? []
      : [atLeast(medianTarget, `Journal ${name}: median of ${rows.size} routes`, median(values))]),
  ];
}

/** Where Node's own server is slower than go-httpbin, the ratios to the bare server count. */
function slowBare(rows: Rows, of: string): Measurement[] {
  const ratios = valuesOf(rows, 'bare, of go-httpbin');
  const value = ratios.filter((each) => each < 0.9).length;
  const what = `${of} whose bare server is below 0.9 of go-httpbin, so that the ratios to it count`;
  return ratios.length === 0 ? [] : [{ what, unit: `of ${ratios.length}`, value }];
}

function assessProtocols(rows: Rows): Measurement[] {
  const measurements = Object.entries(protocols).flatMap(([name, { target, journalCost }]) => {
    const rates: Rates = rows.get(name) ?? new Map();
    const cost = 100 * (1 - (ratioOf(rates, 'on, of off') ?? Number.NaN));
    const isReached = journalCost !== undefined && cost <= journalCost;
    return [
      ...(target === undefined
        ? []
        : [atLeast(target, `${name}, journal on, of bare`, ratioOf(rates, 'on, of bare') ?? Number.NaN)]),
      ...(journalCost === undefined
        ? []
        : [
            {
              what: `${name}, cost of the journal`,
              unit: '%',
              value: cost,
              target: `≤ ${journalCost}`,
              isReached,
            },
          ]),
    ];
  });
  return [...measurements, ...slowBare(rows, 'Protocols')];
}
