import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Engine } from '#accounts/storage/engine/engine.ts';
import { migrate } from '#accounts/storage/migrations/migrate.ts';
import { createStore } from '#accounts/storage/open.ts';
import { openPostgres } from '#accounts/storage/postgres/open.ts';
import type { AnyColumn } from '#accounts/storage/schema/tables/column.ts';
import { type Tables, tables } from '#accounts/storage/schema/tables.ts';
import { openSqlite } from '#accounts/storage/sqlite/open.ts';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { checkConstraints } from './constraints.ts';
import { describePostgres, describeSqlite } from './describe.ts';
import { fill } from './fill.ts';

/**
 * After all migrations, the tables are those of `sqlite.sql` and `postgres.txt`, with every constraint and index. After
 * a new migration, `UPDATE_SCHEMA=1 npm test -- test/schema` rewrites these files.
 */
describe('the schema of SQLite', () => {
  it('has the tables, constraints and indexes of the description', async () => {
    await withTables(openSqlite('memory'), async (db) => compare('sqlite.sql', await describeSqlite(db)));
  });

  it('rejects rows that its constraints forbid, and deletes dependent rows with a row', async () => {
    await withTables(openSqlite('memory'), checkConstraints);
  });

  it('rejects values that the column maps do not allow', async () => {
    await checkValues(openSqlite('memory'));
  });
});

describe('the schema of PostgreSQL', () => {
  it('has the tables, constraints and indexes of the description', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    await withTables(await openPostgres(url), async (db) =>
      compare('postgres.txt', await describePostgres(db)),
    );
  });

  it('rejects rows that its constraints forbid, and deletes dependent rows with a row', async (t) => {
    const url = await openPostgresSchema(t);
    if (url !== undefined) await withTables(await openPostgres(url), checkConstraints);
  });

  it('rejects values that the column maps do not allow', async (t) => {
    const url = await openPostgresSchema(t);
    if (url !== undefined) await checkValues(await openPostgres(url));
  });
});

/** Every column with a limited set of values is constrained in the database too. */
async function checkValues(engine: Engine): Promise<void> {
  await withTables(engine, async (db) => {
    await fill(createStore(db, engine));
    for (const table of Object.values(tables))
      for (const [name, column] of Object.entries<AnyColumn>(table.allColumns)) {
        const value = forbiddenValue(column);
        if (value === undefined) continue;
        const update = sql`update ${sql.table(table.name)} set ${sql.ref(name)} = ${value}`;
        await assert.rejects(update.execute(db), /check/i, `${table.name}.${name} takes ${value}`);
      }
  });
}

function forbiddenValue({ kind, values, minimum }: AnyColumn): unknown {
  if (values) return 'other';
  if (kind === 'boolean') return 2;
  return minimum === undefined ? undefined : minimum - 1;
}

async function withTables(engine: Engine, check: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    await migrate(db, engine);
    await check(db);
  } finally {
    await db.destroy();
  }
}

function compare(name: string, actual: string): void {
  const file = path.join(import.meta.dirname, name);
  if (process.env.UPDATE_SCHEMA) writeFileSync(file, actual);
  assert.equal(actual, readFileSync(file, 'utf8'));
}
