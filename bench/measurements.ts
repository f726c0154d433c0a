import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from '../test/support/wire.ts';
import { type Asked, bareTwin, compare } from './compare.ts';
import { fill } from './fill.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

const clientId = '0123456789abcdef0123';
const users = [
  { login: 'few', password: 'correct-horse-1' },
  { login: 'many', password: 'correct-horse-1' },
];
const seed = {
  users,
  applications: [
    {
      name: 'Bench',
      url: 'https://bench.example',
      client_id: clientId,
      client_secret: '0123456789abcdef0123456789abcdef01234567',
    },
  ],
  authorizations: users.map(({ login }, index) => ({
    user: login,
    client_id: clientId,
    token: String(index).repeat(40),
    scopes: ['repo'],
  })),
};

export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly target: string;
  readonly isReached: boolean;
}

/** `GET /get` against a bare server that answers the same as a constant. */
export function measureGet(): Promise<Measurement> {
  return withServer('memory', async (server) => {
    const value = await againstBare({ server, path: '/get?a=1&b=two' });
    return {
      what: 'GET /get?a=1&b=two, of a bare server',
      unit: '×',
      value,
      target: '≥ 0.75 (aim 0.9)',
      isReached: value >= 0.75,
    };
  });
}

/** `GET /applications/grants/{id}` with a password that was just verified, against its own bare twin. */
export function measureGrant(): Promise<Measurement> {
  return withFile((file) =>
    withServer(`sqlite:${file}`, async (server) => {
      const fields = [basic('few')] as const;
      const grants: unknown = (
        await request(server.port, {
          path: '/api/v3/applications/grants',
          fields: [['User-Agent', 'bench'], ...fields],
        })
      ).json();
      const path = `/api/v3/applications/grants/${firstId(grants)}`;
      const value = await againstBare({ server, path, fields });
      return {
        what: 'GET /applications/grants/{id}, of a bare server',
        unit: '×',
        value,
        target: '≥ 0.5',
        isReached: value >= 0.5,
      };
    }),
  );
}

/** A page of 30 out of a million tokens, against one out of a thousand. */
export function measureList(): Promise<Measurement> {
  return withFile(async (file) => {
    await withServer(`sqlite:${file}`, async () => {});
    fill(file, 'few', clientId, 1000 - 1);
    fill(file, 'many', clientId, 1_000_000 - 1);
    return withServer(`sqlite:${file}`, async (server) => {
      const asked = (login: string): Asked => ({
        server,
        path: '/api/v3/authorizations',
        fields: [basic(login)],
      });
      const value = await compare(asked('few'), asked('many'));
      return {
        what: 'List page, 30 of 1,000,000 to 30 of 1,000',
        unit: '× the cost',
        value,
        target: '≤ 1.3',
        isReached: value <= 1.3,
      };
    });
  });
}

/** Memory of the command on a file, after it has started and stood still. */
export function measureIdle(): Promise<Measurement> {
  return withFile(async (file) => {
    const portFile = `${file}.port`;
    const server = await startMeasured(
      ['tools/start.mjs', '--port', '0', '--port-file', portFile, '--database', `sqlite:${file}`],
      { isQuiet: true },
    );
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const value = server.residentMegabytes();
    await server.stop();
    return { what: 'Idle memory', unit: 'MB', value, target: '< 80', isReached: value < 80 };
  });
}

/** What `start()` takes in a fresh process: the median of five. */
export async function measureStart(): Promise<Measurement> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const server = await startMeasured(['bench/sparring-server.ts']);
    times.push(server.startMilliseconds);
    await server.stop();
  }
  const value = times.sort((a, b) => a - b)[2] ?? Number.NaN;
  return { what: 'start()', unit: 'ms', value, target: '< 50', isReached: value < 50 };
}

async function againstBare(asked: Asked): Promise<number> {
  const bare = await bareTwin(asked);
  const value = await compare(asked, { ...asked, server: bare });
  await bare.stop();
  return value;
}

async function withServer<Result>(
  database: string,
  action: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  Object.assign(process.env, {
    DATABASE: database,
    SEED: database === 'memory' ? '' : JSON.stringify(seed),
  });
  const server = await startMeasured(['bench/sparring-server.ts']);
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

async function withFile<Result>(action: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-bench-'));
  try {
    return await action(path.join(folder, 'bench.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function basic(login: string): readonly [string, string] {
  return ['Authorization', `Basic ${Buffer.from(`${login}:correct-horse-1`).toString('base64')}`];
}

function firstId(list: unknown): number {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first === 'object' && first && 'id' in first && typeof first.id === 'number') return first.id;
  throw new Error(`No grant in ${JSON.stringify(list)}`);
}
