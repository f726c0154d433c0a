import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { administer } from '../../test/support/databases/postgres.ts';
import { createPostgresCluster } from '../../test/support/databases/postgres-cluster.ts';
import { request } from '../../test/support/wire/wire.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withFile, withServer } from '../with-server.ts';

const run = promisify(execFile);

/** With one connection, the time of a commit counts most; with several, the processor time. */
const CONNECTIONS = [1, 8];
const ROUNDS = 5;
const MILLISECONDS = 1500;
const PASSWORD = 'correct-horse-1';

/**
 * `POST /authorizations` with a password: a token and its security-log entry in one durable transaction, compared with
 * inserts of the row of a token by the client library of the database, over the same number of connections.
 */
export async function measureWrites(): Promise<Measurement[]> {
  const sqlite = await withFile((file) => measureDatabase('SQLite', `sqlite:${file}`, `sqlite:${file}-bare`));
  const cluster = await createPostgresCluster();
  try {
    await cluster.start();
    await administer(cluster.url, 'create database bare');
    const bare = Object.assign(new URL(cluster.url), { pathname: '/bare' }).href;
    return [...sqlite, ...(await measureDatabase('PostgreSQL', cluster.url, bare))];
  } finally {
    await cluster.remove();
  }
}

interface Round {
  readonly created: number;
  /** Seconds of processor time of the server, without the database server, for these tokens. */
  readonly cpuSeconds: number;
  readonly inserted: number;
}

async function measureDatabase(name: string, database: string, bare: string): Promise<Measurement[]> {
  const users = Array.from({ length: Math.max(...CONNECTIONS) }, (_, user) => loginOf(user));
  const seed = { users: users.map((login) => ({ login, password: PASSWORD })) };
  // The reference needs the tables and a user.
  await withServer({ database: bare, seed }, async () => {});
  return withServer({ database, seed, databasePoolSize: users.length }, async (server) => {
    const notes = new Set<string>();
    const rows: Measurement[] = [];
    for (const connections of CONNECTIONS) {
      const measure = async () => {
        const before = server.cpuSeconds();
        const created = await createTokens(server, notes, connections);
        const cpuSeconds = server.cpuSeconds() - before;
        return { created, cpuSeconds, inserted: await insertRows(bare, connections) };
      };
      await measure();
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
      rows.push(buildMeasurement(`${name}, concurrency ${connections}`, rounds));
    }
    await checkTotal(server, users, notes.size);
    return rows;
  });
}

function buildMeasurement(name: string, rounds: readonly Round[]): Measurement {
  const median = (numberOf: (round: Round) => number) =>
    rounds.map(numberOf).sort((a, b) => a - b)[rounds.length >> 1] ?? 0;
  const value = median(({ created, inserted }) => created / inserted);
  const perSecond = (count: number) => `${Math.round((count * 1000) / MILLISECONDS)}/s`;
  const [created, inserted] = [median((round) => round.created), median((round) => round.inserted)];
  const cpu = median((round) => (round.cpuSeconds * 1000) / round.created).toFixed(2);
  return {
    what: `POST /authorizations, ${name}: ${perSecond(created)} with ${cpu} ms of CPU each, ratio to bare durable inserts: ${perSecond(inserted)}`,
    unit: '×',
    value,
  };
}

/** Creates personal tokens, and returns their number. */
function createTokens(server: MeasuredServer, notes: Set<string>, connections: number): Promise<number> {
  // Each connection has a user of its own: the changes of one user run one after the other.
  const buildRequest = (connection: number) => {
    const note = `note ${notes.size}`;
    notes.add(note);
    const body = JSON.stringify({ note, scopes: ['repo'] });
    const [name, credentials] = authorization(loginOf(connection));
    const head = [
      'POST /api/v3/authorizations HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      'User-Agent: bench',
      `${name}: ${credentials}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  };
  return load(server.port, buildRequest, connections, MILLISECONDS);
}

async function insertRows(url: string, connections: number): Promise<number> {
  const words = ['bench/bare-inserts.ts', url, String(connections), String(MILLISECONDS)];
  return Number((await run(process.execPath, words)).stdout);
}

/** Every request has created a token. */
async function checkTotal(
  { port }: MeasuredServer,
  users: readonly string[],
  expected: number,
): Promise<void> {
  let total = 0;
  for (const login of users) {
    const response = await request(port, {
      path: '/api/v3/authorizations?per_page=1',
      fields: [['User-Agent', 'bench'], authorization(login)],
    });
    const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(response.field('Link') ?? '');
    total += Number(last?.[1]);
  }
  if (total !== expected) throw new Error(`${expected} requests have created ${total} tokens`);
}

const loginOf = (user: number) => `user-${user}`;

const authorization = (login: string) =>
  ['Authorization', `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`] as const;
