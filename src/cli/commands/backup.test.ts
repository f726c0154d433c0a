import assert from 'node:assert/strict';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { openStore } from '#accounts/storage/open.ts';
import { command, run, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { request } from '#test/support/wire/wire.ts';

const AUTHORIZATION = `Basic ${Buffer.from('mona:correct-horse-1').toString('base64')}`;

async function startServer(t: TestContext, home: string, database: string) {
  const words = ['--port', '0', '--database', database, '--password-cost', 'test', '--no-starter'];
  const server = command(t, home, words);
  const [, port = ''] = await server.printed(/Testing service +http:\/\/127\.0\.0\.1:(\d+)\//);
  /** Creates a token, and returns its id. */
  const createToken = async (note: string): Promise<number> => {
    const response = await request(Number(port), {
      method: 'POST',
      path: '/api/v3/authorizations',
      fields: [
        ['Authorization', AUTHORIZATION],
        ['User-Agent', 'test'],
      ],
      body: JSON.stringify({ note }),
    });
    assert.equal(response.status, 201, response.text());
    return Number(Object(response.json()).id);
  };
  return { ...server, createToken };
}

async function readIds(database: string): Promise<number[]> {
  const store = await openStore(database);
  const { items } = await store.authorizations.list(1, { page: 1, perPage: 100_000 });
  await store.close();
  return items.map(({ id }) => id);
}

it('a backup of a server under writes has every write that was acknowledged before it', async (t) => {
  const home = await temporaryFolder(t);
  const database = `sqlite:${path.join(home, 'sparring.db')}`;
  const add = ['user', 'add', 'mona', '--password', 'correct-horse-1', '--password-cost', 'test'];
  assert.equal((await run(t, home, [...add, '--database', database])).code, 0);
  const server = await startServer(t, home, database);

  const acknowledged: number[] = [];
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) acknowledged.push(await server.createToken(`token ${acknowledged.length}`));
  })();
  for (let taken = 0; taken < 3; taken++) {
    const before = [...acknowledged];
    const file = path.join(home, `copy-${taken}.db`);
    const { code, out, err } = await run(t, home, ['backup', file, '--database', database]);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Wrote the backup of .*sparring\.db to .*copy-\d\.db\.\n$/);
    const ids = await readIds(`sqlite:${file}`);
    assert.deepEqual(
      before.filter((id) => !ids.includes(id)),
      [],
    );
  }
  isWriting = false;
  await writing;
  assert.ok(acknowledged.length > 3, `${acknowledged.length} writes`);

  const restore = ['restore', path.join(home, 'copy-0.db'), '--database', database];
  const rejected = await run(t, home, restore);
  assert.equal(rejected.code, 2);
  assert.match(
    rejected.err,
    /^sparring: Cannot restore .*: a program has it open; stop the server first\.\n$/,
  );
  const last = await server.createToken('after the rejected restore');
  server.process.kill('SIGTERM');
  await server.finish;

  const restored = await run(t, home, restore);
  assert.match(
    restored.out,
    /^Restored .* from .*copy-0\.db\. The previous database is .*\.before-restore\.\n$/,
  );
  assert.equal((await readIds(database)).includes(last), false);
  assert.ok((await readIds(`${database}.before-restore`)).includes(last));
  const again = await startServer(t, home, database);
  assert.ok((await again.createToken('after the restore')) > 0);
});

it('only SQLite files have backups', async () => {
  assertUsageError(
    await runInProcess(['backup', 'copy.db', '--database', 'memory']),
    /^sparring: A database in memory, as --database says, has no file; name sqlite:PATH\.\n$/,
  );
  const database = 'postgres://mona:secret@127.0.0.1/none';
  assertUsageError(
    await runInProcess(['backup', 'copy.db', '--database', database]),
    /^sparring: For PostgreSQL, use pg_dump; sparring backup is for SQLite\.\n$/,
  );
  assertUsageError(
    await runInProcess(['restore', 'copy.db', '--database', database]),
    /^sparring: For PostgreSQL, use pg_restore; sparring restore is for SQLite\.\n$/,
  );
});
