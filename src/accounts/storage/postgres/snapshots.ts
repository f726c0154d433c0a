import { sql } from 'kysely';
import { hasCode } from '#database/database-errors.ts';
import { createRuntime } from '#runtime.ts';
import { SnapshotDeletedError, SnapshotsUnavailableError } from '../../store/index.ts';
import type { Snapshots } from '../engine/engine.ts';
import { insertRows, readRows } from '../engine/rows.ts';
import { type Database, tableNames } from '../schema/tables.ts';
import { deleteAllRows, readAllTables, readNextIds, setNextIds, writeAllTables } from './all-tables.ts';

/** The table of a copy that holds the next ids. */
const NEXT_IDS = 'next_ids';
/** Days after which the copies of servers that were killed are dropped. */
const MAX_AGE = '7 days';

/** Copies of the tables in schemas of their own. */
export function createPostgresSnapshots(): Snapshots {
  const names = new Set<string>();

  return {
    async take(db) {
      const name = `${PREFIX}${createRuntime().uuid().replaceAll('-', '')}`;
      await readAllTables(db, (transaction) => copyTables(transaction, name)).catch((error) => {
        throw hasCode(error, INSUFFICIENT_PRIVILEGE)
          ? new SnapshotsUnavailableError(FORBIDDEN, error)
          : error;
      });
      names.add(name);
      return name;
    },

    async restore(db, name) {
      if (!(await exists(db, name))) throw new SnapshotDeletedError();
      await writeAllTables(db, async (transaction) => {
        const { rows } = await sql<{ name: string; id: number }>`
          select name, id from ${sql.table(`${name}.${NEXT_IDS}`)}
        `.execute(transaction);
        await deleteAllRows(transaction);
        for (const table of tableNames) {
          const copy = sql.table(`${name}.${table}`);
          await sql`insert into ${sql.table(table)} select * from ${copy}`.execute(transaction);
        }
        await setNextIds(transaction, Object.fromEntries(rows.map(({ name, id }) => [name, id])));
      });
    },

    async delete(db, name) {
      names.delete(name);
      await drop(db, name);
    },

    readAll: (db) =>
      readAllTables(db, async (transaction) => ({
        tables: await readRows(transaction),
        nextIds: await readNextIds(transaction),
      })),

    replaceAll: (db, { tables, nextIds }) =>
      writeAllTables(db, async (transaction) => {
        await deleteAllRows(transaction);
        await insertRows(transaction, tables);
        await setNextIds(transaction, nextIds);
      }),

    async close(db) {
      for (const name of names) await drop(db, name);
    },
  };
}

const PREFIX = 'sparring_snapshot_';

const FORBIDDEN =
  'The user of the database may not create schemas, which snapshots need; grant it CREATE on the database.';

/** The SQLSTATE `insufficient_privilege`. */
const INSUFFICIENT_PRIVILEGE = '42501';

async function copyTables(db: Database, name: string): Promise<void> {
  const ids = Object.entries(await readNextIds(db));
  await sql`create schema ${sql.id(name)}`.execute(db);
  await sql`
    do $$ begin execute format('comment on schema %I is %L', ${sql.lit(name)}, now()); end $$
  `.execute(db);
  for (const table of tableNames) {
    const copy = sql.table(`${name}.${table}`);
    await sql`create table ${copy} as select * from ${sql.table(table)}`.execute(db);
  }
  await sql`create table ${sql.table(`${name}.${NEXT_IDS}`)} (name text, id bigint)`.execute(db);
  const values = sql.join(ids.map(([table, id]) => sql`(${table}, ${id}::bigint)`));
  await sql`insert into ${sql.table(`${name}.${NEXT_IDS}`)} (name, id) values ${values}`.execute(db);
}

async function exists(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`${name}.${NEXT_IDS}`}) is not null as exists
  `.execute(db);
  return rows[0]?.exists === true;
}

async function drop(db: Database, name: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db);
}

/** Drops the copies that servers have left in the database. Another server may drop the same ones: that is no failure. */
export async function dropOldSnapshots(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where starts_with(nspname, ${PREFIX}) and pg_has_role(nspowner, 'usage')
      and case when obj_description(oid, 'pg_namespace') ~ '^[0-9]{4}-'
        then obj_description(oid, 'pg_namespace')::timestamptz < now() - ${MAX_AGE}::interval end
  `.execute(db);
  for (const { name } of rows) await drop(db, name).catch(() => {});
}
