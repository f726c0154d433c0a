import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Engine } from '../../src/storage/engine.ts';
import { MIGRATION_TABLE, migrate } from '../../src/storage/migrate.ts';
import { type Tables, tableNames, tables } from '../../src/storage/tables.ts';

export type EngineName = 'sqlite' | 'postgres';

/** All records of a store by table, as its version reads them. */
export type Records = Record<string, Record<string, unknown>[]>;

/** One file of SQL for each engine, and one with the records, for each released version. */
export const STORES = path.join(import.meta.dirname, '../fixtures/stores');

export function releasedVersions(): string[] {
  return readdirSync(STORES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'));
}

export function readRecords(version: string): Records {
  return JSON.parse(readFileSync(path.join(STORES, `${version}.json`), 'utf8'));
}

export function readStatements(version: string, engine: EngineName): string[] {
  const text = readFileSync(path.join(STORES, `${version}.${engine}.sql`), 'utf8');
  return text.split(';\n').filter((statement) => statement.trim() !== '');
}

/** Runs the migrations on an empty database. Returns their statements. */
export async function recordMigrations(
  engine: Engine,
): Promise<{ db: Kysely<Tables>; statements: string[] }> {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: engine.dialect,
    log({ query }) {
      statements.push(withValues(query.sql.trim(), query.parameters));
    },
  });
  await migrate(db, engine);
  const isChange = (statement: string) =>
    /^(?:create|alter|drop|insert|update|delete)\b/i.test(statement) && !statement.includes(MIGRATION_TABLE);
  return { db, statements: statements.filter(isChange) };
}

/** The statements that write all rows of the tables, and the ids that come next. */
export async function dumpRows(db: Kysely<Tables>, engine: EngineName): Promise<string[]> {
  const statements: string[] = [];
  for (const table of tableNames) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) statements.push(insertion(table, row));
  }
  if (engine === 'sqlite') {
    const { rows } = await sql<Record<string, unknown>>`select name, seq from sqlite_sequence`.execute(db);
    statements.push('delete from sqlite_sequence', ...rows.map((row) => insertion('sqlite_sequence', row)));
    return statements;
  }
  for (const table of Object.values(tables).filter(({ allColumns }) => 'id' in allColumns)) {
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table.name}, 'id')) as id
    `.execute(db);
    statements.push(`alter table "${table.name}" alter column id restart with ${Number(rows[0]?.id)}`);
  }
  return statements;
}

/** The tables in which the migrator stores which migrations have run. */
export async function dumpMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)} order by name
  `.execute(db);
  const [name, lock] = [MIGRATION_TABLE, `${MIGRATION_TABLE}_lock`];
  return [
    `create table ${name} (name varchar(255) not null primary key, timestamp varchar(255) not null)`,
    `create table ${lock} (id varchar(255) not null primary key, is_locked integer default 0 not null)`,
    insertion(lock, { id: 'migration_lock', is_locked: 0 }),
    ...rows.map((row) => insertion(name, { ...row, timestamp: '2026-11-22T00:00:00.000Z' })),
  ];
}

/** All records with the columns that no record has, decoded by the column maps. */
export async function readAllRecords(db: Kysely<Tables>): Promise<Records> {
  const records: Records = {};
  for (const table of Object.values<AnyTable>(tables)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table.name)}`.execute(db);
    const own = new Set(Object.values(table.members).flatMap(({ columns }) => Object.keys(columns)));
    const others = Object.entries(table.allColumns).filter(([name]) => !own.has(name));
    records[table.name] = rows
      .map((row) => ({
        ...table.toRecord(row),
        ...Object.fromEntries(others.map(([name, { decode }]) => [name, decode(row[name])])),
      }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return records;
}

interface AnyTable {
  readonly name: string;
  readonly members: Readonly<Record<string, { readonly columns: object }>>;
  readonly allColumns: Readonly<Record<string, { decode(stored: unknown): unknown }>>;
  toRecord(row: object): object;
}

function insertion(table: string, row: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `insert into "${table}" (${names.join(', ')}) values (${Object.values(row).map(literal).join(', ')})`;
}

function withValues(statement: string, parameters: readonly unknown[]): string {
  let next = 0;
  return statement.replaceAll(/\?|\$\d+/g, () => literal(parameters[next++]));
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
