import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createStore, openDatabase } from '#accounts/storage/open.ts';
import { addUser, tokenMaker } from '#test/contract/engine.ts';

async function openFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-group-'));
  const file = join(folder, 'sparring.db');
  const { db, engine } = await openDatabase(`sqlite:${file}`);
  const store = createStore(db, engine);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const { id: userId } = await addUser(store);
  const token = tokenMaker();
  const create = (note: string) => store.authorizations.create(token({ userId, note }));
  const notes = async () =>
    (await store.authorizations.list(userId, { page: 1, perPage: 100 })).items.map(({ note }) => note);
  return { db, store, file, userId, token, create, notes };
}

const FRAME_HEADER = 24;

/** The number of commits in the write-ahead log: see "WAL File Format" in the documentation of SQLite. */
async function countCommits(file: string): Promise<number> {
  const log = await readFile(`${file}-wal`);
  const pageSize = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at < log.length; at += FRAME_HEADER + pageSize) {
    const isCurrent = log.subarray(at + 8, at + 16).equals(salt);
    if (isCurrent && log.readUInt32BE(at + 4) > 0) commits++;
  }
  return commits;
}

test('transactions of one iteration of the event loop share a commit', async (t) => {
  const { file, create, notes } = await openFile(t);
  const before = await countCommits(file);
  const names = Array.from({ length: 20 }, (_, at) => `${at}`);
  const created = await Promise.all(names.map(create));
  assert.ok(created.every(Boolean));
  assert.equal(await countCommits(file), before + 1);
  assert.deepEqual(await notes(), names);
});

test('a transaction is acknowledged after the commit of its group, and is not visible before', async (t) => {
  const { file, create } = await openFile(t);
  const other = new DatabaseSync(file, { readOnly: true });
  t.after(() => other.close());
  const count = () => other.prepare('select count(*) as tokens from authorizations').get()?.tokens;
  const seen = [];
  const created = [create('a'), create('b')];
  for (const each of created) seen.push(each.then(count));
  assert.equal(count(), 0);
  assert.deepEqual(await Promise.all(seen), [2, 2]);
});

test('a transaction that is rolled back changes nothing of the others in its group', async (t) => {
  const { file, store, userId, token, create, notes } = await openFile(t);
  const before = await countCommits(file);
  const impossible = { userId: 1000, action: 'x', subject: null, address: '::1', userAgent: null, at: 0 };
  const results = await Promise.allSettled([
    create('a'),
    create('a'),
    store.authorizations.create(token({ userId, note: 'b' }), () => impossible),
    create('c'),
  ]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value?.note : result.status)),
    ['a', undefined, 'rejected', 'c'],
  );
  assert.deepEqual(await notes(), ['a', 'c']);
  assert.equal(await countCommits(file), before + 1);
  const user = await store.users.byId(userId);
  assert.ok(user);
  assert.equal(
    (await store.authorizations.list(userId, { page: 1, perPage: 1 })).total,
    2,
    'the counter too',
  );
});

test('when SQLite rolls back a group because of an error, the transactions before the error fail too', async (t) => {
  const { db, create, notes } = await openFile(t);
  await sql`create table bulky (content)`.execute(db);
  assert.ok(await create('before'));
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(db);
  const fill = () =>
    db
      .transaction()
      .execute((transaction) => sql`insert into bulky values (zeroblob(100000))`.execute(transaction));
  const results = await Promise.allSettled([create('first'), fill(), create('last')]);
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? result.reason.name : result.status)),
    ['StoreUnavailableError', 'StoreUnavailableError', 'fulfilled'],
  );
  assert.deepEqual(await notes(), ['before', 'last']);
});

test('when the commit of a group fails, all its transactions fail and nothing is stored', async (t) => {
  const { db, file, create, notes } = await openFile(t);
  await db.schema
    .createTable('parent')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .execute();
  await sql`create table child (id integer references parent (id) deferrable initially deferred)`.execute(db);
  const failing = db
    .transaction()
    .execute((transaction) => sql`insert into child values (1)`.execute(transaction));
  const results = await Promise.allSettled([create('a'), failing, create('b')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(await notes(), []);
  assert.ok(await create('c'));
  assert.ok((await countCommits(file)) > 0);
});

test('the end of the store commits the transactions that have ended', async (t) => {
  const { db, file, create } = await openFile(t);
  const created = Promise.all([create('a'), create('b')]);
  // After the statements of both, and before the next iteration of the event loop.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await Promise.all([db.destroy(), created]);
  const other = new DatabaseSync(file, { readOnly: true });
  assert.equal(other.prepare('select count(*) as tokens from authorizations').get()?.tokens, 2);
  other.close();
});
