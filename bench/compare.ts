import { request as send, type WireAnswer } from '../test/support/wire.ts';
import { load } from './load.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

const CONNECTIONS = 32;
const ROUNDS = 9;
const MILLISECONDS = 700;

export interface MeasuredRequest {
  readonly server: MeasuredServer;
  readonly path: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

/**
 * The number of requests per second of processor time that the first server serves, divided by that of the second: the
 * median of the ratios of several rounds. Both are measured in each round, so changes of the speed of the machine
 * affect both.
 */
export async function compare(one: MeasuredRequest, other: MeasuredRequest): Promise<number> {
  await rate(one);
  await rate(other);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const rates = [await rate(first), await rate(second)];
    if (round % 2 === 1) rates.reverse();
    ratios.push((rates[0] ?? 0) / (rates[1] ?? 1));
  }
  return ratios.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

/** The same ratio to a bare server with the same response. */
export async function againstBare(request: MeasuredRequest): Promise<number> {
  const bare = await startBareServer(request);
  const value = await compare(request, { ...request, server: bare });
  await bare.stop();
  return value;
}

/** A bare server with the same headers and content as the response of the measured server. */
async function startBareServer(request: MeasuredRequest): Promise<MeasuredServer> {
  const answer: WireAnswer = await send(request.server.port, {
    path: request.path,
    fields: [['User-Agent', 'bench'], ...(request.fields ?? [])],
  });
  // Node adds these headers itself.
  const own = new Set(['date', 'connection', 'keep-alive']);
  const fields = answer.fields.filter(([name]) => !own.has(name.toLowerCase())).flat();
  const given = JSON.stringify({ status: answer.status, fields, content: answer.text() });
  return startMeasured(['bench/bare-server.ts'], { variables: { ANSWER: given } });
}

async function rate({ server, path, fields = [] }: MeasuredRequest): Promise<number> {
  const head = [['Host', `127.0.0.1:${server.port}`], ['User-Agent', 'bench'], ['Accept', '*/*'], ...fields];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const before = server.cpuSeconds();
  const answers = await load(server.port, `GET ${path} HTTP/1.1\r\n${lines}\r\n`, CONNECTIONS, MILLISECONDS);
  return answers / (server.cpuSeconds() - before);
}
