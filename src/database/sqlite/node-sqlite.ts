import type { DatabaseSync, DatabaseSyncOptions, StatementSync } from 'node:sqlite';

// `node:sqlite`, with what it lacks before Node 22.16.

/** Opens a database. @param location a path, a URL, or a URI as text */
export function openDatabase(location: string | URL, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new (loadSqlite().DatabaseSync)(location, options);
  // The option does nothing before Node 22.16.
  if (options.timeout !== undefined) database.exec(`pragma busy_timeout = ${options.timeout}`);
  return database;
}

/** Whether a transaction is open. */
export function isInTransaction(database: DatabaseSync): boolean {
  const { isTransaction }: { readonly isTransaction?: boolean } = database;
  return isTransaction ?? !canBegin(database);
}

/** Whether a statement has columns. @param sql its text */
export function returnsRows(statement: StatementSync, sql: string): boolean {
  const { columns }: { readonly columns?: StatementSync['columns'] } = statement;
  return columns === undefined ? WITH_ROWS.test(sql) : columns.call(statement).length > 0;
}

const WITH_ROWS = /^\s*(?:select|with|values|pragma|explain)\b|\breturning\b/i;

/**
 * Replaces the content of a database by that of another one, in one transaction.
 * @param pages of one step, between which the event loop runs
 * @throws an error with the code of SQLite, or of success while another process holds the write lock
 */
export async function copyDatabase(source: DatabaseSync, location: string, pages: number): Promise<void> {
  const { backup }: { readonly backup?: typeof import('node:sqlite')['backup'] } = loadSqlite();
  if (backup === undefined || (location.startsWith('file:') && !opensUris())) copyRows(source, location);
  else await backup(source, location, { rate: pages });
}

/** Whether `backup` opens the URI of a database in memory. */
function opensUris(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 24;
}

/** The module warns that it is experimental, which users of Sparring cannot change. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function canBegin(database: DatabaseSync): boolean {
  try {
    database.exec('begin; rollback');
    return true;
  } catch {
    return false;
  }
}

/** `copyDatabase` without `backup`. The tables of both are the same, unless the target has none. */
export function copyRows(source: DatabaseSync, location: string): void {
  const target = openDatabase(location, { enableForeignKeyConstraints: false });
  try {
    target.exec('begin immediate');
    if (target.prepare('select 1 from sqlite_schema').get() === undefined) createTables(source, target);
    for (const name of tablesOf(source)) {
      target.exec(`delete from "${name}"`);
      const rows = source.prepare(`select * from "${name}"`);
      let insert: StatementSync | undefined;
      for (const row of rows.iterate()) {
        const values = Object.values(row);
        insert ??= target.prepare(`insert into "${name}" values (${values.map(() => '?').join(', ')})`);
        insert.run(...values);
      }
    }
    target.exec('commit');
  } finally {
    target.close();
  }
}

/** Creates the tables and indexes of another database, without rows. */
export function createTables(source: DatabaseSync, target: DatabaseSync): void {
  const { application_id: id } = { ...source.prepare('pragma application_id').get() };
  target.exec(`pragma application_id = ${Number(id)}`);
  const definitions = source.prepare(`
    select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by type = 'index'
  `);
  for (const { sql } of definitions.all()) target.exec(String(sql));
}

/** Also that of the numbers which are not given again. */
function tablesOf(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => String(name));
}
