import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';

/** What bounds the counts of attempts. */
export function signIn(_: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // SQLite adds one column at a time.
      for (const [column, value] of [
        ['ends_at', 0],
        ['is_known', 1],
      ] as const) {
        await db.schema
          .alterTable('sign_in_failures')
          .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(value))
          .execute();
      }
      // The window of a row was not stored. No window is longer than 25 days, so no locked login is unlocked.
      await sql`update sign_in_failures set ends_at = first_at + ${25 * 86_400_000}`.execute(db);
      await db.schema.dropIndex('sign_in_failures_by_age').execute();
      await db.schema
        .createIndex('sign_in_failures_by_end')
        .on('sign_in_failures')
        .column('ends_at')
        .execute();
      await db.schema
        .createIndex('sign_in_failures_by_age')
        .on('sign_in_failures')
        .columns(['is_known', 'first_at'])
        .execute();
    },
  };
}
