import { type Kysely, sql } from 'kysely';
import type { TableChange } from '../engine.ts';

/** Changes each table in one statement, which writes its rows once. */
export async function alterTables(db: Kysely<unknown>, changes: readonly TableChange[]): Promise<void> {
  for (const { table, times, checks } of changes) {
    const actions = [
      ...times.map((time) => {
        const column = sql.ref(time);
        return sql`
          alter column ${column} type bigint using (extract(epoch from ${column}::timestamptz) * 1000)::bigint
        `;
      }),
      ...Object.entries(checks).map(
        ([name, condition]) => sql`add constraint ${sql.ref(name)} check (${sql.raw(condition)})`,
      ),
    ];
    await sql`alter table ${sql.table(table)} ${sql.join(actions)}`.execute(db);
  }
}
