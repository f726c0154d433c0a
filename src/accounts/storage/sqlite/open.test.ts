import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Kysely, sql } from 'kysely';
import { addUser, tokenMaker } from '#test/contract/engine.ts';
import { openStore } from '../open.ts';
import type { Tables } from '../schema/tables.ts';
import { openSqlite } from './open.ts';

const writer = fileURLToPath(
  new URL('../../../../test/support/wire/acknowledging-writer.ts', import.meta.url),
);

test('every acknowledged write survives SIGKILL', async (t) => {
  const { file, userId } = await openFile(t);
  const child = spawn(process.execPath, [writer, `sqlite:${file}`, 'k'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 100) child.kill('SIGKILL');
  }
  const [, signal] = await closed;
  assert.equal(signal, 'SIGKILL');

  const store = await openStore(`sqlite:${file}`);
  for (const digest of acknowledged) assert.ok(await store.authorizations.byHashedToken(digest), digest);
  const { items, total } = await store.authorizations.list(userId, { page: 1, perPage: 1_000_000 });
  assert.equal(items.length, total, 'no partial transaction is left');
  // The write in progress when the signal came may or may not have been committed.
  assert.ok(total === acknowledged.length || total === acknowledged.length + 1);
  await store.close();
});

test('two processes write to one file and lose nothing', async (t) => {
  const { file, userId } = await openFile(t);
  const store = await openStore(`sqlite:${file}`);
  const child = spawn(process.execPath, [writer, `sqlite:${file}`, 'other', '150'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  child.stdout.resume();
  const token = tokenMaker();
  for (let made = 0; made < 150; made++) await store.authorizations.create(token({ userId }));
  assert.deepEqual(await closed, [0, null]);
  const { items, total } = await store.authorizations.list(userId, { page: 1, perPage: 1_000_000 });
  assert.deepEqual([items.length, total], [300, 300]);
  await store.close();
});

test('a commit is flushed to the disk', async (t) => {
  const { file } = await openFile(t);
  const db = new Kysely<Tables>({ dialect: openSqlite({ file }).dialect });
  const pragma = async (name: string) => (await sql`pragma ${sql.raw(name)}`.execute(db)).rows;
  assert.partialDeepStrictEqual(await pragma('journal_mode'), [{ journal_mode: 'wal' }]);
  const full = 2;
  assert.partialDeepStrictEqual(await pragma('synchronous'), [{ synchronous: full }]);
  assert.partialDeepStrictEqual(await pragma('fullfsync'), [{ fullfsync: 1 }]);
  await db.destroy();
});

async function openFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-sqlite-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sparring.db');
  const store = await openStore(`sqlite:${file}`);
  const { id } = await addUser(store);
  await store.close();
  return { file, userId: id };
}
