import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** Returns a function that creates an index. */
export function createIndex(db: Kysely<unknown>) {
  return (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();
}

export const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

export const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** A reference to a row; deleting that row deletes the row with the reference too. */
export const of = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${table}.id`).onDelete('cascade');

export const FLAG = 'in (0, 1)';
export const COUNT = '>= 0';

/** Adds the conditions of columns of the table. */
export function check(table: string, conditions: Readonly<Record<string, string>>) {
  return <Columns extends string>(builder: CreateTableBuilder<string, Columns>) =>
    Object.entries(conditions).reduce(
      (checked, [column, condition]) =>
        checked.addCheckConstraint(`${table}_${column}_check`, sql.raw(`${column} ${condition}`)),
      builder,
    );
}
