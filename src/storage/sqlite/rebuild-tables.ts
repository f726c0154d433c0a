import { type Kysely, sql } from 'kysely';
import type { TableChange } from '../engine.ts';

/**
 * Changes tables as SQLite's documentation of `alter table` describes: creates each table anew, copies its rows, and drops
 * the old one. Foreign keys are off meanwhile, because dropping a table would delete the rows that refer to it.
 */
export async function rebuildTables(db: Kysely<unknown>, changes: readonly TableChange[]): Promise<void> {
  const { rows: enforced } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db);
  if (enforced[0]?.foreign_keys !== 0) throw new Error('Foreign keys must be off while tables are rebuilt.');
  for (const change of changes) await rebuildTable(db, change);
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(db);
  if (broken.length > 0) throw new Error('A row refers to a row that does not exist.');
}

async function rebuildTable(db: Kysely<unknown>, change: TableChange): Promise<void> {
  const { table, times } = change;
  const temporary = `rebuilt_${table}`;
  const { rows: definitions } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null
  `.execute(db);
  const definition = definitions.find(({ type }) => type === 'table')?.sql ?? '';
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    db,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) =>
    times.includes(name) ? sql`unixepoch(${sql.ref(name)}) * 1000` : sql.ref(name),
  );

  await sql.raw(changeDefinition(definition, temporary, change)).execute(db);
  await sql`
    insert into ${sql.table(temporary)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)}
  `.execute(db);
  // The next id can be beyond the largest one.
  await sql`delete from sqlite_sequence where name = ${temporary}`.execute(db);
  await sql`
    insert into sqlite_sequence (name, seq) select ${temporary}, seq from sqlite_sequence where name = ${table}
  `.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(temporary)} rename to ${sql.table(table)}`.execute(db);
  for (const { sql: index } of definitions.filter(({ type }) => type === 'index'))
    await sql.raw(index).execute(db);
}

/** The statement that creates the changed table, from the one that created the table. */
function changeDefinition(definition: string, name: string, { table, times, checks }: TableChange): string {
  let changed = replaceOnce(definition, `"${table}"`, `"${name}"`);
  for (const time of times) changed = replaceOnce(changed, `"${time}" text`, `"${time}" bigint`);
  const constraints = Object.entries(checks).map(
    ([constraint, condition]) => `, constraint "${constraint}" check (${condition})`,
  );
  return changed.replace(/\)$/, () => `${constraints.join('')})`);
}

function replaceOnce(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`The definition of the table has no ${part}: ${text}`);
  return text.replace(part, () => by);
}
