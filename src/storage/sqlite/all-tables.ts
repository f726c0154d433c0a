import { sql } from 'kysely';
import type { NextId, Whole } from '../engine.ts';
import { tableNames } from '../tables.ts';

/** A transaction keeps all others out, so it sees one moment as well. */
export const sqliteWhole: Whole = {
  read: (db, steps) => db.transaction().execute(steps),
  write: (db, steps) => db.transaction().execute(steps),

  async removeRows(db) {
    for (const table of tableNames.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db);
  },

  async nextIds(db) {
    return (await sql<NextId>`select name as "table", seq + 1 as id from sqlite_sequence`.execute(db)).rows;
  },

  async setNextIds(db, ids) {
    await sql`delete from sqlite_sequence`.execute(db);
    for (const { table, id } of ids) {
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id - 1})`.execute(db);
    }
  },
};
