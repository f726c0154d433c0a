import { writeFile } from 'node:fs/promises';
import { request as send, type WireAnswer } from '../test/support/wire.ts';
import { load } from './load.ts';
import { type MeasuredServer, startMeasured } from './process.ts';
import { withFile } from './with-server.ts';

const CONNECTIONS = 32;
const ROUNDS = 9;
const MILLISECONDS = 700;

/** A request that is repeated to a server. */
export interface MeasuredRequest {
  readonly server: Pick<MeasuredServer, 'port' | 'cpuSeconds'>;
  readonly path: string;
  /** `GET` by default. */
  readonly method?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

export interface Rounds {
  readonly rounds: number;
  /** Duration of the load on each server in one round. */
  readonly milliseconds: number;
}

/**
 * The ratio of requests per second of processor time: the median of the ratios of several rounds. Each round loads both
 * servers in turn, so that a change of the speed of the machine affects both.
 */
export async function compare(
  one: MeasuredRequest,
  other: MeasuredRequest,
  { rounds, milliseconds }: Rounds = { rounds: ROUNDS, milliseconds: MILLISECONDS },
): Promise<number> {
  await rate(one, milliseconds);
  await rate(other, milliseconds);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const rates = [await rate(first, milliseconds), await rate(second, milliseconds)];
    if (round % 2 === 1) rates.reverse();
    ratios.push((rates[0] ?? 0) / (rates[1] ?? 1));
  }
  return ratios.sort((a, b) => a - b)[rounds >> 1] ?? 0;
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

/** Starts a bare server with the fields and the content of the response to the request. */
async function startBare({
  server,
  path,
  method,
  fields = [],
  body,
}: MeasuredRequest): Promise<MeasuredServer> {
  const response: WireAnswer = await send(server.port, {
    path,
    fields: [['User-Agent', 'bench'], ...fields],
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  });
  // Node adds these.
  const automatic = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  const constant = response.fields.filter(([name]) => !automatic.has(name.toLowerCase()));
  // A chunked response becomes one with a length.
  if (response.body.length > 0 && response.field('Content-Length') === undefined)
    constant.push(['Content-Length', String(response.body.length)]);
  const content = response.body.toString('base64');
  const given = JSON.stringify({ status: response.status, fields: constant.flat(), content });
  // A file, because the size of an environment is limited.
  return withFile(async (file) => {
    await writeFile(file, given);
    return startMeasured(['bench/bare-server.ts'], { variables: { RESPONSE_FILE: file } });
  });
}

export async function rate(repeated: MeasuredRequest, milliseconds: number): Promise<number> {
  const { server, path, method = 'GET', fields = [], body } = repeated;
  const length = body === undefined ? [] : [['Content-Length', String(body.length)]];
  const head = [
    ['Host', `127.0.0.1:${server.port}`],
    ['User-Agent', 'bench'],
    ['Accept', '*/*'],
    ...fields,
    ...length,
  ];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const bytes = Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    body ?? EMPTY,
  ]);
  const before = server.cpuSeconds();
  const responses = await load(server.port, bytes, CONNECTIONS, milliseconds);
  return responses / (server.cpuSeconds() - before);
}

const EMPTY = Buffer.alloc(0);
