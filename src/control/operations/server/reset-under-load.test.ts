import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type SparringServer, start } from '#library/index.ts';
import { basic } from '#test/support/accounts/api.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { request } from '#test/support/wire/wire.ts';

const token = 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd';
const seed = {
  users: [
    { login: 'mona', password: 'correct-horse-1' },
    { login: 'hubot', password: 'battery-staple-2' },
  ],
  authorizations: [{ user: 'mona', token, note: 'n' }],
};

const databases: readonly [string, (t: TestContext) => Promise<string | undefined>][] = [
  ['SQLite in memory', async () => 'memory'],
  [
    'SQLite in a file',
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'sparring-reset-'));
      t.after(() => t.after(() => rm(folder, { recursive: true })));
      return `sqlite:${join(folder, 'sparring.db')}`;
    },
  ],
  ['PostgreSQL', openPostgresSchema],
];

/** Sends calls of every kind until it is stopped; returns the number of responses with each status. */
async function callUntil(isOver: () => boolean, { port }: SparringServer): Promise<Map<string, number>> {
  const ways = [
    ['password', basic('mona:correct-horse-1')],
    ['other password', basic('hubot:battery-staple-2')],
    ['token', [['Authorization', `token ${token}`]]],
  ] as const;
  const seen = new Map<string, number>();
  await Promise.all(
    ways.flatMap((way) =>
      Array.from({ length: 5 }, async () => {
        const [name, fields] = way;
        while (!isOver()) {
          const response = await request(port, {
            path: '/api/v3/user',
            fields: [['User-Agent', 'test'], ...fields],
          });
          const key = `${name}: ${response.status}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
      }),
    ),
  );
  return seen;
}

describe('a reset concurrent with valid calls causes no error and no lockout', () => {
  for (const [name, open] of databases) {
    test(name, async (t) => {
      const database = await open(t);
      if (database === undefined) return;
      const options = { database, seed, passwordCost: 'test', lockoutFailures: 5 } as const;
      await using server = await start(options);
      await using other = database.startsWith('postgres') ? await start(options) : await start({ seed });
      const servers = database.startsWith('postgres') ? [server, other] : [server];
      let isOver = false;
      const calls = Promise.all(servers.map((each) => callUntil(() => isOver, each)));
      for (let resets = 0; resets < 10; resets++) {
        await server.reset();
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      isOver = true;
      for (const seen of await calls) {
        assert.deepEqual([...seen.keys()].toSorted(), ['other password: 200', 'password: 200', 'token: 200']);
      }
    });
  }
});
