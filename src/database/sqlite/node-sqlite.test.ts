import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createMemoryUri } from './access.ts';
import { isBusy } from './locking.ts';
import { copyDatabase, copyRows, isInTransaction, openDatabase, returnsRows } from './node-sqlite.ts';

const TABLES = `
  pragma application_id = 7;
  create table owners (id integer primary key autoincrement, name text not null);
  create table notes (id integer primary key, owner integer references owners, content blob, size real);
  create index notes_by_owner on notes (owner);
`;
const ROWS = `
  insert into owners (id, name) values (2, 'a'), (5, 'b'), (7, 'c');
  delete from owners where id = 7;
  insert into notes values (1, 5, x'00ff', 1.5), (2, null, null, null);
`;

const open = (t: TestContext, ...statements: readonly string[]) => {
  const location = createMemoryUri();
  const database = openDatabase(location);
  t.after(() => database.close());
  for (const statement of statements) database.exec(statement);
  return { location, database };
};

type Opened = ReturnType<typeof open>;

const contentOf = ({ database }: Opened) => ({
  id: database.prepare('pragma application_id').get(),
  schema: database.prepare('select name, sql from sqlite_schema order by name').all(),
  owners: database.prepare('select * from owners').all(),
  notes: database.prepare('select * from notes').all(),
  sequences: database.prepare('select * from sqlite_sequence').all(),
});

describe('a copy of a database', () => {
  for (const [title, copy] of [
    ['by rows', async (source: Opened, { location }: Opened) => copyRows(source.database, location)],
    ['by pages', (source: Opened, { location }: Opened) => copyDatabase(source.database, location, 10)],
  ] as const) {
    it(`${title} has its tables and rows`, async (t) => {
      const [source, target] = [open(t, TABLES, ROWS), open(t)];
      await copy(source, target);
      assert.deepEqual(contentOf(target), contentOf(source));
    });

    it(`${title} replaces the rows of the same tables`, async (t) => {
      const source = open(t, TABLES, ROWS);
      const target = open(t, TABLES, "insert into owners (id, name) values (9, 'c')");
      await copy(source, target);
      assert.deepEqual(contentOf(target), contentOf(source));
      target.database.exec("insert into owners (name) values ('d')");
      assert.deepEqual({ ...target.database.prepare('select max(id) as id from owners').get() }, { id: 8 });
    });
  }

  it('by rows fails while another connection writes, and changes nothing', async (t) => {
    const [source, target] = [open(t, TABLES, ROWS), open(t, TABLES)];
    target.database.exec('begin immediate');
    assert.throws(() => copyRows(source.database, target.location), isBusy);
    target.database.exec('rollback');
    assert.deepEqual(contentOf(target).owners, []);
  });

  it('by rows that fails changes nothing', (t) => {
    const source = open(t, TABLES, ROWS);
    const target = open(t, TABLES, "insert into owners (id, name) values (9, 'c')");
    target.database.exec('create unique index notes_by_size on notes (size is null)');
    source.database.exec('insert into notes (id) values (3)');
    const before = contentOf(target);
    assert.throws(() => copyRows(source.database, target.location), /UNIQUE/);
    assert.deepEqual(contentOf(target), before);
  });
});

it('a transaction is known until it ends', (t) => {
  const { database } = open(t, TABLES);
  assert.equal(isInTransaction(database), false);
  database.exec('begin');
  assert.equal(isInTransaction(database), true);
  database.exec('rollback');
  assert.equal(isInTransaction(database), false);
});

it('a statement has rows if it selects or returns them', (t) => {
  const { database } = open(t, TABLES);
  for (const [sql, expected] of [
    ['select 1', true],
    ['with one as (select 1) select * from one', true],
    ['pragma user_version', true],
    ["insert into owners (name) values ('a') returning id", true],
    ["insert into owners (name) values ('select')", false],
    ['delete from owners', false],
  ] as const)
    assert.equal(returnsRows(database.prepare(sql), sql), expected, sql);
});

it('a database is opened with a time limit for locks, and without a warning', (t) => {
  const warnings: unknown[] = [];
  const listener = (warning: unknown) => void warnings.push(warning);
  process.on('warning', listener);
  t.after(() => process.off('warning', listener));
  const database = openDatabase(':memory:', { timeout: 1234 });
  assert.deepEqual({ ...database.prepare('pragma busy_timeout').get() }, { timeout: 1234 });
  database.close();
  assert.deepEqual(warnings, []);
});
