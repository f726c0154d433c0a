import { request as send, type WireAnswer } from '../test/support/wire.ts';
import { load } from './load.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

const CONNECTIONS = 32;
const ROUNDS = 9;
const MILLISECONDS = 700;

export interface Asked {
  readonly server: MeasuredServer;
  readonly path: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

/**
 * How many requests per second of processor time the first serves for each one the second serves: the median of the
 * ratios of rounds in which both are loaded in turn, so that a change of the machine's speed meets both.
 */
export async function compare(one: Asked, other: Asked): Promise<number> {
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

/** The same against a bare twin. */
export async function againstBare(asked: Asked): Promise<number> {
  const bare = await bareTwin(asked);
  const value = await compare(asked, { ...asked, server: bare });
  await bare.stop();
  return value;
}

/** A bare server that answers with the same fields and content as the server asked. */
async function bareTwin(asked: Asked): Promise<MeasuredServer> {
  const answer: WireAnswer = await send(asked.server.port, {
    path: asked.path,
    fields: [['User-Agent', 'bench'], ...(asked.fields ?? [])],
  });
  // Node writes these by itself.
  const own = new Set(['date', 'connection', 'keep-alive']);
  const fields = answer.fields.filter(([name]) => !own.has(name.toLowerCase())).flat();
  const given = JSON.stringify({ status: answer.status, fields, content: answer.text() });
  return startMeasured(['bench/bare-server.ts'], { variables: { ANSWER: given } });
}

async function rate({ server, path, fields = [] }: Asked): Promise<number> {
  const head = [['Host', `127.0.0.1:${server.port}`], ['User-Agent', 'bench'], ['Accept', '*/*'], ...fields];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const before = server.cpuSeconds();
  const answers = await load(server.port, `GET ${path} HTTP/1.1\r\n${lines}\r\n`, CONNECTIONS, MILLISECONDS);
  return answers / (server.cpuSeconds() - before);
}
