import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { run, temporaryFolder } from '../support/commands/command.ts';
import { type LoneResult, runAlone } from '../support/commands/lone-process.ts';
import { openSmallDisk } from '../support/commands/small-disk.ts';
import {
  administer,
  freePort,
  openPostgresSchema,
  run as runTool,
  unprivileged,
} from '../support/databases/postgres.ts';

/** Every command that opens a database, and the library. `run` would run the command. */
const COMMANDS = [
  ['serve', '--port', '0'],
  ['serve', '--workers', '2', '--port', '0'],
  ['run', '--', 'echo', 'the command ran'],
  ['app', 'list'],
  ['app', 'add', 'client', '--url', 'https://client.example'],
  ['audit'],
  ['outbox', 'mona'],
  ['user', 'add', 'hubot'],
  ['user', 'password', 'mona'],
  ['user', 'code', 'mona'],
  ['user', 'suspend', 'mona'],
  ['user', 'two-factor', 'mona'],
] as const;

interface Result extends LoneResult {
  readonly name: string;
}

async function runAll(t: TestContext, database: string, prefix?: readonly string[]): Promise<Result[]> {
  const commands = COMMANDS.map(([name, ...rest]) => {
    const [words, program] = name === 'run' ? [[], rest] : [rest, []];
    return [name, ...words, '--database', database, ...program];
  });
  const results = await runAlone(t, await temporaryFolder(t), [...commands, ['start()', database]], prefix);
  return results.map((result, index) => ({ ...result, name: formatName(COMMANDS[index]) }));
}

const formatName = (words: readonly string[] = ['start()']) =>
  words[0] === 'user' || words[0] === 'app' ? words.slice(0, 2).join(' ') : words.slice(0, 3).join(' ');

/** Each command ends with exit code 2 and the sentence, and prints nothing else. */
function assertRejected(results: readonly Result[], sentence: RegExp): void {
  assert.equal(results.length, COMMANDS.length + 1);
  for (const { name, code, out, err } of results) {
    assert.deepEqual([code, out], [2, ''], `${name}: ${err}`);
    assert.match(err, /^(?:sparring|DatabaseError): Cannot use the [^\n]+\.\n$/, name);
    assert.match(err, sentence, name);
    assert.doesNotMatch(err, /secret/);
  }
}

const edit = (url: string, change: (url: URL) => void) => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};

const withOption = (url: string, option: string) =>
  edit(url, ({ searchParams }) => searchParams.set('options', `${searchParams.get('options')} -c ${option}`));

describe('each command ends with a sentence, alone in its process,', { concurrency: 4 }, () => {
  it('when PostgreSQL rejects the connection', async (t) => {
    const url = `postgres://mona:secret@127.0.0.1:${await freePort()}/x`;
    assertRejected(await runAll(t, url), /127\.0\.0\.1:\d+\/x: connect ECONNREFUSED/);
  });

  it('when the host of PostgreSQL is unknown', async (t) => {
    const results = await runAll(t, 'postgres://mona:secret@host.invalid/x');
    assertRejected(results, /host\.invalid\/x: getaddrinfo (?:ENOTFOUND|EAI_AGAIN) host\.invalid/);
  });

  it('when PostgreSQL rejects the password', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const results = await runAll(
      t,
      edit(url, (changed) => (changed.password = 'secret')),
    );
    assertRejected(results, /password authentication failed for user "postgres"\.$/m);
  });

  it('when the database does not exist', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const results = await runAll(
      t,
      edit(url, (changed) => (changed.pathname = '/missing')),
    );
    assertRejected(results, /database "missing" does not exist\.$/m);
  });

  it('when PostgreSQL is read-only and has no tables', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const results = await runAll(t, withOption(url, 'default_transaction_read_only=on'));
    assertRejected(results, /cannot execute CREATE TABLE in a read-only transaction\.$/m);
  });

  it('when PostgreSQL is read-only; those that only read succeed', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const added = await run(t, await temporaryFolder(t), ['user', 'add', 'mona', '--database', url]);
    assert.equal(added.code, 0, added.err);
    const results = await runAll(t, withOption(url, 'default_transaction_read_only=on'));
    const shared =
      /^sparring: Cannot use the .*: cannot execute CREATE TABLE in a read-only transaction\.\n$/;
    const write =
      /^sparring: The database is read-only, so nothing can be changed: cannot execute [A-Z ]+ in a read-only transaction\.\n$/;
    const expected: Readonly<Record<string, readonly [code: number, err: RegExp]>> = {
      'serve --port 0': [2, shared],
      'serve --workers 2': [2, shared],
      'run -- echo': [2, shared],
      'app list': [0, /^$/],
      'app add': [2, write],
      audit: [0, /^$/],
      'outbox mona': [1, /^sparring: There is no code for mona/],
      'user add': [2, write],
      'user password': [2, write],
      'user code': [2, /^sparring: mona has no second factor/],
      'user suspend': [2, write],
      'user two-factor': [2, write],
      'start()': [0, /^$/],
    };
    assert.deepEqual(new Set(results.map(({ name }) => name)), new Set(Object.keys(expected)));
    for (const { name, code, out, err } of results) {
      const [expectedCode, sentence] = expected[name] ?? [];
      assert.equal(code, expectedCode, `${name}: ${err}`);
      assert.match(err, sentence ?? /^$/, name);
      assert.equal(out === '', code !== 0 || name === 'start()', name);
    }
  });

  it('when the disk of PostgreSQL is full', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    if (process.env.DATABASE_URL) return t.skip('the disk of an external server cannot be filled');
    const small = await openSmallDisk(t, '256k');
    if (small === undefined) return;
    const { uid, gid } = await unprivileged();
    await runTool('chown', [`${uid}:${gid}`, small], {});
    await administer(url, `create tablespace small location '${small}'`);
    const results = await runAll(t, withOption(url, 'default_tablespace=small'));
    assertRejected(results, /could not extend file .*: No space left on device\.$/m);
    await administer(url, "do $$ begin execute 'drop schema ' || current_schema || ' cascade'; end $$");
    await administer(url, 'drop tablespace small');
  });

  it('when SQLite cannot create the file, or the file is no database', async (t) => {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'text.db');
    await writeFile(file, 'This is no database.\n'.repeat(100));
    assertRejected(await runAll(t, `sqlite:${file}`), /text\.db: file is not a database\.$/m);
    assertRejected(await runAll(t, `sqlite:${file}/inner.db`), /inner\.db: (?:ENOTDIR|EEXIST)/);
  });

  it('when files may not be as large as the SQLite file', async (t) => {
    const file = path.join(await temporaryFolder(t), 'large.db');
    // In blocks of 512 or 1024 bytes.
    const prefix = ['sh', '-c', 'ulimit -f 16; exec "$0" "$@"'];
    assertRejected(await runAll(t, `sqlite:${file}`, prefix), /large\.db: disk I\/O error\.$/m);
  });

  it('when the disk of SQLite is full', async (t) => {
    const small = await openSmallDisk(t, '64k');
    if (small === undefined) return;
    const results = await runAll(t, `sqlite:${path.join(small, 'full.db')}`);
    assertRejected(results, /full\.db: (?:database or disk is full|disk I\/O error)\.$/m);
  });
});
