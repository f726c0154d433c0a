import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { DatabaseError } from '#database/database-errors.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { openStore } from './open.ts';

test('an unknown database is rejected, and the message does not repeat it', async () => {
  const unknown = [
    '',
    'Memory',
    'sqlite:',
    'sqlite::memory:',
    'data.db',
    'mysql://mona:secret@localhost/x',
    'postgres:',
  ];
  for (const database of unknown) await rejects(database, /memory, sqlite:PATH or postgres:\/\//);
});

test('a file is created with access for its owner only, in a folder that exists', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'a', 'b c', 'sparring.db');
  await rejects(
    `sqlite:${file}`,
    /sparring\.db: the folder .*b c does not exist; create it, or correct the path\.$/,
  );
  assert.deepEqual(await readdir(folder), []);
  await mkdir(join(folder, 'a', 'b c'), { recursive: true });
  await (await openStore(`sqlite:${file}`)).close();
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a file that is not a database is rejected and not changed', async (t) => {
  const folder = await temporaryFolder(t);
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'These are my notes.\n'.repeat(500));
  await mkdir(join(folder, 'folder'));
  await rejects(`sqlite:${text}`, /notes\.txt: file is not a database\.$/);
  await rejects(`sqlite:${join(folder, 'folder')}`, /unable to open database file\.$/);
  await rejects(`sqlite:${join(text, 'sparring.db')}`, /Cannot use the SQLite database .*sparring\.db: /);
  await rejects('sqlite:nul\0byte', /null bytes/);
  assert.equal((await stat(text)).size, 10_000);
});

test('a database of another program is rejected and not changed', async (t) => {
  const folder = await temporaryFolder(t);
  const create = (name: string, statements: string) => {
    const file = join(folder, name);
    const database = new DatabaseSync(file);
    database.exec(statements);
    return { file, database };
  };
  const closed = create('closed.db', 'create table users (name text)');
  closed.database.close();
  const wal = create('wal.db', 'pragma journal_mode = wal; create table users (name text)');
  wal.database.close();
  const open = create('open.db', 'create table other (name text)');
  const openWal = create('open-wal.db', 'pragma journal_mode = wal; create table other (name text)');
  // Killed before its log was written back.
  await copyFile(openWal.file, join(folder, 'crashed.db'));
  await copyFile(`${openWal.file}-wal`, join(folder, 'crashed.db-wal'));
  const identified = create('identified.db', 'pragma application_id = 1; create table other (name text)');
  const bare = create('bare.db', 'pragma application_id = 1; pragma user_version = 1');
  // Another program that uses the same library for its tables.
  const migrated = create(
    'migrated.db',
    "create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('0001-initial', ''); create table other (name text)",
  );
  for (const file of [
    closed.file,
    wal.file,
    open.file,
    openWal.file,
    join(folder, 'crashed.db'),
    identified.file,
    bare.file,
    migrated.file,
  ]) {
    const before = await contentsOf(folder, file);
    await rejects(`sqlite:${file}`, /\.db: it is the database of another program\.$/);
    assert.deepEqual(await contentsOf(folder, file), before, file);
  }
  for (const { database } of [open, openWal, identified, bare, migrated]) database.close();
});

test('a database without tables is accepted', async (t) => {
  const file = join(await temporaryFolder(t), 'empty.db');
  const empty = new DatabaseSync(file);
  empty.exec('pragma user_version = 0; vacuum');
  empty.close();
  await (await openStore(`sqlite:${file}`)).close();
});

test('a file without the application id is accepted and marked, also after a crash', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'old.db');
  await (await openStore(`sqlite:${file}`)).close();
  const old = new DatabaseSync(file);
  old.exec('pragma application_id = 0; pragma wal_checkpoint(truncate)');
  // The file itself does not contain what the log holds.
  old.exec(
    "insert into kysely_migration values ('0000-x', '2020'); delete from kysely_migration where name = '0000-x'",
  );
  const crashed = join(folder, 'crashed.db');
  await copyFile(file, crashed);
  await copyFile(`${file}-wal`, `${crashed}-wal`);
  old.close();
  for (const each of [file, crashed]) {
    await (await openStore(`sqlite:${each}`)).close();
    const marked = new DatabaseSync(each);
    assert.partialDeepStrictEqual(marked.prepare('pragma application_id').get(), {
      application_id: 0x53706172,
    });
    marked.close();
  }
});

test('a file whose creation was killed is accepted', async (t) => {
  const folder = await temporaryFolder(t);
  const allItems = join(folder, 'whole.db');
  const store = await openStore(`sqlite:${allItems}`);
  // The file is marked; its tables are in the log only.
  const killed = join(folder, 'killed.db');
  await copyFile(allItems, killed);
  await (await openStore(`sqlite:${killed}`)).close();
  await copyFile(allItems, join(folder, 'log.db'));
  await copyFile(`${allItems}-wal`, join(folder, 'log.db-wal'));
  await (await openStore(`sqlite:${join(folder, 'log.db')}`)).close();
  await store.close();
});

test('the file of a newer version is rejected with that reason and not changed', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'newer.db');
  await (await openStore(`sqlite:${file}`)).close();
  const newer = new DatabaseSync(file);
  newer.exec("insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')");
  newer.close();
  const before = await contentsOf(folder, file);
  const message =
    /newer\.db: a newer version of Sparring has changed its tables \(9999-later\); start that version, or use another database\.$/;
  await rejects(`sqlite:${file}`, message);
  assert.deepEqual(await contentsOf(folder, file), before);
  // Also while another server has the file open.
  const open = new DatabaseSync(file);
  open.exec("insert into kysely_migration values ('9999-latest', '2099-01-01T00:00:00.000Z')");
  await rejects(
    `sqlite:${file}`,
    /newer version of Sparring has changed its tables \(9999-later, 9999-latest\)/,
  );
  open.close();
});

test('the tables of a newer version on PostgreSQL are rejected with that reason', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  await (await openStore(url)).close();
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')");
  await client.end();
  await rejects(url, /a newer version of Sparring has changed its tables \(9999-later\); start that version/);
});

test('a PostgreSQL schema with tables of another program is rejected and not changed', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table sessions (name text)');
  await rejects(url, /: it has a table sessions of another program; use another schema or database\.$/);
  const { rows } = await client.query(
    'select table_name from information_schema.tables where table_schema = current_schema()',
  );
  assert.deepEqual(rows, [{ table_name: 'sessions' }]);
  await client.end();
});

test('the error for a PostgreSQL server that does not respond names the server without the password', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  closed.close();
  await once(closed, 'close');
  await rejects(
    `postgres://mona:secret@127.0.0.1:${port}/x`,
    new RegExp(`127\\.0\\.0\\.1:${port}/x: connect ECONNREFUSED`),
  );
  await rejects('postgres://mona:secret@[/x', /not a valid URL/);
});

test('the error for a PostgreSQL server that rejects the connection has the reason', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const change = (edit: (url: URL) => void) => {
    const changed = new URL(url);
    edit(changed);
    return changed.href;
  };
  await rejects(
    change((url) => {
      url.username = 'nobody-here';
      url.password = 'secret';
    }),
    /(password authentication failed for user|role) "nobody-here"/,
  );
  await rejects(
    change((url) => {
      url.pathname = '/no-such-database';
    }),
    /no-such-database: database "no-such-database" does not exist\.$/,
  );
  await rejects(
    change((url) => url.searchParams.set('options', '-c search_path=no_such_schema')),
    /no schema of its search_path exists\.$/,
  );
});

async function rejects(database: string, message: RegExp): Promise<void> {
  await assert.rejects(openStore(database), (error) => {
    assert.ok(error instanceof DatabaseError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /^[A-Z][^\n]*\.$/);
    assert.doesNotMatch(`${error.message} ${JSON.stringify(error.cause)}`, /secret/);
    return true;
  });
}

/** Bytes and times of the file and its log. The index of the log, which holds the locks of readers, is left out. */
async function contentsOf(folder: string, file: string): Promise<unknown[]> {
  const names = (await readdir(folder))
    .filter((name) => join(folder, name).startsWith(file) && !name.endsWith('-shm'))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(join(folder, name));
      return [name, mtimeMs, await readFile(join(folder, name), 'base64')];
    }),
  );
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-open-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
