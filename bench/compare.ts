import { writeFile } from 'node:fs/promises';
import { request as send, type WireResponse } from '../test/support/wire/wire.ts';
import { awake, load } from './load.ts';
import { loadHttp2 } from './load-http2.ts';
import { median } from './measurement.ts';
import { type MeasuredServer, startMeasured } from './process.ts';
import { type CertificateFiles, withFile } from './with-server.ts';

const CONNECTIONS = 32;
const ROUNDS = 9;
const MILLISECONDS = 700;
/** Duration of the warm-up in rounds. V8 compiles the code of a route for more than a second. */
const WARM_UP_ROUNDS = 3;

/** Full TLS handshakes in progress at a time. */
const HANDSHAKES = 8;

/**
 * `tls` is HTTP/1.1 over TLS, and `http2` is HTTP/2 over TLS. `handshakes` opens a TLS connection for each request of
 * HTTP/1.1.
 */
export type Transport = 'http1' | 'tls' | 'http2' | 'handshakes';

/** A request that is repeated to a server. */
export interface MeasuredRequest {
  readonly server: Pick<MeasuredServer, 'port' | 'cpuSeconds'>;
  readonly path: string;
  /** `GET` by default. */
  readonly method?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  /** `http1` by default. */
  readonly transport?: Transport;
}

export interface Rounds {
  readonly rounds: number;
  /** Duration of the load on each server in one round. */
  readonly milliseconds: number;
}

/**
 * The requests per second of processor time of each server in each round. Each round loads all servers, one after the
 * other and each round in another order, so that a change of the speed of the machine affects all of them.
 */
export async function ratesInTurn<Name extends string>(
  requests: ReadonlyMap<Name, MeasuredRequest>,
  { rounds, milliseconds }: Rounds,
): Promise<ReadonlyMap<Name, readonly number[]>> {
  const names = [...requests.keys()];
  const rates = new Map(names.map((name): [Name, number[]] => [name, []]));
  for (const request of requests.values()) await rate(request, WARM_UP_ROUNDS * milliseconds);
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const request = requests.get(name);
      if (request) rates.get(name)?.push(await rate(request, milliseconds));
    }
  }
  return rates;
}

/** The median of the ratios of the rounds; undefined if one of them was not measured. */
export function ratio(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): number | undefined {
  return one && other && median(one.map((rate, round) => rate / (other[round] ?? Number.NaN)));
}

/** The ratio of requests per second of processor time. */
export async function compare(
  one: MeasuredRequest,
  other: MeasuredRequest,
  rounds: Rounds = { rounds: ROUNDS, milliseconds: MILLISECONDS },
): Promise<number> {
  const requests = new Map([
    ['one', one],
    ['other', other],
  ]);
  const rates = await ratesInTurn(requests, rounds);
  return ratio(rates.get('one'), rates.get('other')) ?? Number.NaN;
}

/** Compares the server with a bare server that sends the same response as a constant. */
export async function againstBare(repeated: MeasuredRequest, rounds?: Rounds): Promise<number> {
  const bare = await startBare(repeated);
  try {
    return await compare(repeated, { ...repeated, server: bare }, rounds);
  } finally {
    await bare.stop();
  }
}

interface BareOptions {
  /** Makes the bare server compute the JSON of `/get` and `/post` from each request, instead of sending a constant. */
  readonly isComputed?: boolean;
  /** The protocol of the bare server. */
  readonly transport?: Transport;
  readonly certificate?: CertificateFiles;
}

/** Starts a bare server with the fields and the content of the response to the request, which is sent without TLS. */
export async function startBare(
  { server, path, method, fields = [], body }: MeasuredRequest,
  { isComputed = false, transport = 'http1', certificate }: BareOptions = {},
): Promise<MeasuredServer> {
  const response: WireResponse = await send(server.port, {
    path,
    fields: [['User-Agent', 'bench'], ...fields],
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  });
  // Node adds these, and the length of a computed response depends on the request.
  const automatic = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
  const constant = response.fields.filter(([name]) => !automatic.includes(name.toLowerCase()));
  // A chunked response becomes one with a length.
  if (!isComputed && (response.body.length > 0 || response.field('Content-Length') !== undefined))
    constant.push(['Content-Length', String(response.body.length)]);
  const content = isComputed ? null : response.body.toString('base64');
  const input = { status: response.status, fields: constant.flat(), content, transport, certificate };
  // A file, because the size of an environment is limited.
  return withFile(async (file) => {
    await writeFile(file, JSON.stringify(input));
    return startMeasured(['--expose-gc', 'bench/bare-server.ts'], { variables: { RESPONSE_FILE: file } });
  });
}

/** Requests per second of processor time. */
export async function rate(repeated: MeasuredRequest, milliseconds: number): Promise<number> {
  const before = repeated.server.cpuSeconds();
  const responses = await awake(() => repeat(repeated, milliseconds));
  return responses / (repeated.server.cpuSeconds() - before);
}

function repeat(repeated: MeasuredRequest, milliseconds: number): Promise<number> {
  const { server, transport = 'http1' } = repeated;
  if (transport === 'http2') return loadHttp2({ ...repeated, port: server.port }, milliseconds);
  const isOneShot = transport === 'handshakes';
  return load(
    server.port,
    buildRequest(repeated, isOneShot ? [['Connection', 'close']] : []),
    isOneShot ? HANDSHAKES : CONNECTIONS,
    milliseconds,
    { isSecure: transport !== 'http1', isOneShot },
  );
}

function buildRequest(
  { server, path, method = 'GET', fields = [], body = EMPTY }: MeasuredRequest,
  more: readonly (readonly [name: string, value: string])[],
): Buffer {
  const length = method === 'GET' ? [] : [['Content-Length', String(body.length)]];
  const head = [
    ['Host', `127.0.0.1:${server.port}`],
    ['User-Agent', 'bench'],
    ['Accept', '*/*'],
    ...fields,
    ...length,
    ...more,
  ];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
}

const EMPTY = Buffer.alloc(0);
