import assert from 'node:assert/strict';
import fs, {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { addUser, tokenMaker } from '#test/contract/engine.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { openSmallDisk } from '#test/support/commands/small-disk.ts';
import { openStore } from '../open.ts';
import { backUp, restore } from './backup.ts';

const KEEP = { force: false };
const FORCE = { force: true };

/** A folder with a database of one user. */
async function setUp(t: TestContext) {
  const folder = await temporaryFolder(t);
  const [database, file] = [path.join(folder, 'sparring.db'), path.join(folder, 'copy.db')];
  const store = await openStore(`sqlite:${database}`);
  const { id: userId } = await addUser(store);
  return { folder, database, file, store, userId };
}

/** The number of tokens in a database file. */
function countTokens(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('select count(*) as count from authorizations').get()?.count;
  } finally {
    database.close();
  }
}

const fails = (message: RegExp) => ({ name: 'DatabaseError', message });

describe('a backup', () => {
  it('is a complete database with access for its owner only, and leaves no other file', async (t) => {
    const { folder, database, file, store, userId } = await setUp(t);
    const token = tokenMaker();
    await store.authorizations.create(token({ userId }));
    const before = readdirSync(folder).sort();
    backUp(database, file, KEEP);
    assert.deepEqual(readdirSync(folder).sort(), [...before, 'copy.db'].sort());
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await store.authorizations.create(token({ userId }));
    await store.close();
    const copy = await openStore(`sqlite:${file}`);
    assert.equal((await copy.authorizations.list(userId, { page: 1, perPage: 9 })).total, 1);
    assert.equal((await copy.users.list()).length, 1);
    await copy.close();
  });

  it('continues the ids of the database, also those of deleted records', async (t) => {
    const { database, file, store, userId } = await setUp(t);
    const token = tokenMaker();
    await store.authorizations.create(token({ userId }));
    const last = await store.authorizations.create(token({ userId }));
    await store.authorizations.delete(userId, Number(Object(last).id), '2026-03-01T12:00:00Z');
    backUp(database, file, KEEP);
    await store.close();
    const copy = await openStore(`sqlite:${file}`);
    const next = await copy.authorizations.create(token({ userId }));
    assert.ok(Number(Object(next).id) > Number(Object(last).id));
    await copy.close();
  });

  it('does not replace a file without force', async (t) => {
    const { database, file, store } = await setUp(t);
    writeFileSync(file, 'precious');
    assert.throws(() => backUp(database, file, KEEP), fails(/copy\.db exists; --force replaces it\.$/));
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    backUp(database, file, FORCE);
    assert.equal(countTokens(file), 0);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await store.close();
  });

  it('never replaces the database itself or its log', async (t) => {
    const { database, store } = await setUp(t);
    for (const suffix of ['', '-wal', '-shm'])
      assert.throws(
        () => backUp(database, `${database}${suffix}`, FORCE),
        fails(/a file of the database itself/),
      );
    await store.ping();
    await store.close();
  });

  it('of a missing, empty or foreign file is an error, and creates nothing', async (t) => {
    const { folder, file, store } = await setUp(t);
    await store.close();
    const other = path.join(folder, 'other.db');
    assert.throws(() => backUp(other, file, KEEP), fails(/ENOENT/));
    assert.equal(existsSync(other), false);
    writeFileSync(other, '');
    assert.throws(() => backUp(other, file, KEEP), fails(/other\.db is empty/));
    const foreign = new DatabaseSync(other);
    foreign.exec('create table notes (text)');
    foreign.close();
    assert.throws(() => backUp(other, file, KEEP), fails(/the database of another program/));
    assert.equal(existsSync(file), false);
  });
});

describe('a restore', () => {
  it('replaces the database, and keeps the previous one complete', async (t) => {
    const { database, file, store, userId } = await setUp(t);
    backUp(database, file, KEEP);
    await store.authorizations.create(tokenMaker()({ userId }));
    await store.close();
    assert.equal(restore(file, database, KEEP), `${database}.before-restore`);
    assert.equal(countTokens(database), 0);
    assert.equal(statSync(database).mode & 0o777, 0o600);
    assert.equal(countTokens(`${database}.before-restore`), 1);
    assert.throws(() => restore(file, database, KEEP), fails(/before-restore exists; --force replaces it/));
    restore(file, database, FORCE);
    assert.equal(countTokens(`${database}.before-restore`), 0);
  });

  it('replaces the database in one step: at any time, there is a database', async (t) => {
    const { database, file, store } = await setUp(t);
    backUp(database, file, KEEP);
    await store.close();
    // Before and after each change of a name.
    const exists: boolean[] = [];
    for (const name of ['renameSync', 'linkSync', 'rmSync'] as const) {
      const original = fs[name];
      t.mock.method(fs, name, (...args: unknown[]) => {
        exists.push(existsSync(database));
        const result = Reflect.apply(original, fs, args);
        exists.push(existsSync(database));
        return result;
      });
    }
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    restore(file, database, KEEP);
    assert.ok(exists.length > 4);
    assert.ok(!exists.includes(false));
  });

  it('removes its copy and the log of the copy when the disk is full', async (t) => {
    const { database, file, store, userId } = await setUp(t);
    const token = tokenMaker();
    for (let count = 0; count < 200; count++) await store.authorizations.create(token({ userId }));
    backUp(database, file, KEEP);
    await store.close();
    const folder = await openSmallDisk(t, `${Math.ceil(statSync(database).size / 1024) + 100}k`);
    if (folder === undefined) return;
    const target = path.join(folder, 'live.db');
    copyFileSync(database, target);
    const before = readdirSync(folder);
    assert.throws(() => restore(file, target, KEEP), fails(/disk is full|disk I\/O error/));
    assert.deepEqual(readdirSync(folder), before);
  });

  it('removes the copies of processes that were killed', async (t) => {
    const { folder, database, file, store } = await setUp(t);
    const old = ['copy.db.7.tmp', 'copy.db.7.tmp-journal'];
    const others = ['copy.db.8.tmp', 'copy.db.tmp', 'copy.db.x.tmp', 'my-copy.db.7.tmp'];
    for (const name of [...old, ...others]) writeFileSync(path.join(folder, name), '');
    for (const name of [...old, ...others.slice(1)]) utimesSync(path.join(folder, name), 0, 0);
    backUp(database, file, KEEP);
    await store.close();
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('tmp')),
      others,
    );
  });

  it('creates a database that does not exist, in a new folder', async (t) => {
    const { folder, database, file, store } = await setUp(t);
    backUp(database, file, KEEP);
    await store.close();
    const target = path.join(folder, 'new', 'sparring.db');
    assert.equal(restore(file, target, KEEP), undefined);
    assert.equal(countTokens(target), 0);
    assert.deepEqual(readdirSync(path.dirname(target)), ['sparring.db']);
  });

  it('does not apply the log of a killed server to the restored database', async (t) => {
    const { folder, database, file, store, userId } = await setUp(t);
    backUp(database, file, KEEP);
    await store.authorizations.create(tokenMaker()({ userId }));
    // The files as a killed server leaves them.
    const files = ['', '-wal'].map((suffix) => ({ suffix, content: readFileSync(`${database}${suffix}`) }));
    await store.close();
    const killed = path.join(folder, 'killed.db');
    for (const { suffix, content } of files) writeFileSync(`${killed}${suffix}`, content);
    restore(file, killed, KEEP);
    assert.equal(existsSync(`${killed}-wal`), false);
    assert.equal(countTokens(killed), 0);
    assert.equal(
      countTokens(`${killed}.before-restore`),
      1,
      'the previous database has the writes of the log',
    );
  });

  it('is rejected while a program has the database open', async (t) => {
    const { folder, database, file, store } = await setUp(t);
    backUp(database, file, KEEP);
    const before = readdirSync(folder).sort();
    for (const options of [KEEP, FORCE])
      assert.throws(
        () => restore(file, database, options),
        fails(/a program has it open; stop the server first/),
      );
    assert.deepEqual(readdirSync(folder).sort(), before);
    await store.ping();
    await store.close();
  });

  it('rejects a backup of a newer version, of another program, or that is empty or damaged', async (t) => {
    const { folder, database, file, store } = await setUp(t);
    backUp(database, file, KEEP);
    await store.close();
    const before = countTokens(database);
    const damaged = path.join(folder, 'damaged.db');
    writeFileSync(damaged, readFileSync(file).fill(0x5a, 4096, 12_000));
    assert.throws(() => restore(damaged, database, KEEP), fails(/malformed|damaged|not a database/));
    const newer = new DatabaseSync(file);
    newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2030')");
    newer.close();
    assert.throws(() => restore(file, database, KEEP), fails(/a newer version of Sparring/));
    const other = path.join(folder, 'other.db');
    writeFileSync(other, '');
    assert.throws(() => restore(other, database, KEEP), fails(/is empty/));
    const foreign = new DatabaseSync(other);
    foreign.exec('create table notes (text)');
    foreign.close();
    assert.throws(() => restore(other, database, KEEP), fails(/another program/));
    assert.equal(countTokens(database), before);
    assert.equal(existsSync(`${database}.before-restore`), false);
  });

  it('replaces a database of a newer version, but one of another program or a damaged one only with force', async (t) => {
    const { folder, database, file, store } = await setUp(t);
    backUp(database, file, KEEP);
    await store.close();
    const newer = new DatabaseSync(database);
    newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2030')");
    newer.close();
    restore(file, database, KEEP);
    await (await openStore(`sqlite:${database}`)).close();

    const damaged = path.join(folder, 'damaged.db');
    writeFileSync(damaged, 'x'.repeat(5000));
    assert.throws(() => restore(file, damaged, KEEP), fails(/not a database/));
    restore(file, damaged, FORCE);
    assert.equal(countTokens(damaged), 0);
    assert.equal(readFileSync(`${damaged}.before-restore`, 'utf8'), 'x'.repeat(5000));

    const other = path.join(folder, 'other.db');
    const foreign = new DatabaseSync(other);
    foreign.exec('create table notes (text)');
    foreign.close();
    assert.throws(() => restore(file, other, KEEP), fails(/another program/));
  });
});
