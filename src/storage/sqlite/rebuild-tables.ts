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
  const { table } = change;
  const { rows: definitions } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null
  `.execute(db);
  const definition = definitions.find(({ type }) => type === 'table')?.sql ?? '';
  const createAs = (name: string) => sql.raw(changeDefinition(definition, name, change)).execute(db);
  const drop = () => sql`drop table ${sql.table(table)}`.execute(db);

  if (await wasUsed(db, table)) {
    const temporary = `rebuilt_${table}`;
    await createAs(temporary);
    await copyRows(db, change, temporary);
    await drop();
    await sql`alter table ${sql.table(temporary)} rename to ${sql.table(table)}`.execute(db);
  } else {
    // A rename checks the whole schema, which took most of the time of the first start.
    await drop();
    await createAs(table);
  }
  for (const { sql: index } of definitions.filter(({ type }) => type === 'index'))
    await sql.raw(index).execute(db);
}

/** Whether the table has or had a row: the ids of deleted rows are not used again. */
async function wasUsed(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from ${sql.table(table)})
      or exists (select 1 from sqlite_sequence where name = ${table})
  `.execute(db);
  return rows.length > 0;
}

/** Copies the rows with the changed times, and the id of the next row, which can be beyond the largest one. */
async function copyRows(db: Kysely<unknown>, { table, times }: TableChange, target: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    db,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) =>
    times.includes(name) ? sql`unixepoch(${sql.ref(name)}) * 1000` : sql.ref(name),
  );
  await sql`
    insert into ${sql.table(target)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)}
  `.execute(db);
  await sql`delete from sqlite_sequence where name = ${target}`.execute(db);
  await sql`
    insert into sqlite_sequence (name, seq) select ${target}, seq from sqlite_sequence where name = ${table}
  `.execute(db);
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
