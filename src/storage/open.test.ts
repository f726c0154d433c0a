import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openPostgresSchema } from '../../test/support/postgres.ts';
import { DatabaseError } from './database-error.ts';
import { openStore } from './open.ts';

test('a database of an unknown kind is refused without repeating it', async () => {
  const unknown = [
    '',
    'Memory',
    'sqlite:',
    'sqlite::memory:',
    'data.db',
    'mysql://mona:secret@localhost/x',
    'postgres:',
  ];
  for (const database of unknown) await refuses(database, /memory, sqlite:PATH or postgres:\/\//);
});

test('a file is made with its folder, for its owner alone', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'a', 'b c', 'sparring.db');
  await (await openStore(`sqlite:${file}`)).close();
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('a file that cannot be a database is refused and left as it was', async (t) => {
  const folder = await temporaryFolder(t);
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'These are my notes.\n'.repeat(500));
  await mkdir(join(folder, 'folder'));
  await refuses(`sqlite:${text}`, /notes\.txt: file is not a database\.$/);
  await refuses(`sqlite:${join(folder, 'folder')}`, /unable to open database file\.$/);
  await refuses(`sqlite:${join(text, 'sparring.db')}`, /Cannot use the SQLite database .*sparring\.db: /);
  await refuses('sqlite:nul\0byte', /null bytes/);
  assert.equal((await stat(text)).size, 10_000);
});

test("another program's database is refused and left as it was", async (t) => {
  const file = join(await temporaryFolder(t), 'other.db');
  const other = new DatabaseSync(file);
  other.exec('create table users (name text)');
  await refuses(`sqlite:${file}`, /already exists\.$/);
  assert.deepEqual(other.prepare("select name from sqlite_master where name = 'applications'").all(), []);
  other.close();
});

test("a later version's database is refused", async (t) => {
  const file = join(await temporaryFolder(t), 'later.db');
  await (await openStore(`sqlite:${file}`)).close();
  const later = new DatabaseSync(file);
  later.exec("insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')");
  later.close();
  await refuses(`sqlite:${file}`, /9999-later is missing\.$/);
});

test('a PostgreSQL server that does not answer is named without the password', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  closed.close();
  await once(closed, 'close');
  await refuses(
    `postgres://mona:secret@127.0.0.1:${port}/x`,
    new RegExp(`127\\.0\\.0\\.1:${port}/x: connect ECONNREFUSED`),
  );
  await refuses('postgres://mona:secret@[/x', /not a valid URL/);
});

test('a PostgreSQL server that refuses says why', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const change = (edit: (url: URL) => void) => {
    const changed = new URL(url);
    edit(changed);
    return changed.href;
  };
  await refuses(
    change((url) => {
      url.username = 'nobody-here';
      url.password = 'secret';
    }),
    /(password authentication failed for user|role) "nobody-here"/,
  );
  await refuses(
    change((url) => {
      url.pathname = '/no-such-database';
    }),
    /no-such-database: database "no-such-database" does not exist\.$/,
  );
  await refuses(
    change((url) => url.searchParams.set('options', '-c search_path=no_such_schema')),
    /no schema of its search_path exists\.$/,
  );
});

async function refuses(database: string, message: RegExp): Promise<void> {
  await assert.rejects(openStore(database), (error) => {
    assert.ok(error instanceof DatabaseError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /^[A-Z][^\n]*\.$/);
    assert.doesNotMatch(`${error.message} ${JSON.stringify(error.cause)}`, /secret/);
    return true;
  });
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-open-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
