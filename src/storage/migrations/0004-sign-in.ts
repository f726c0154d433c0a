import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';

/** Adds limits of sign-in attempts and device codes, and the state of redeemed codes. */
export function signIn({ text }: ColumnTypes): Migration {
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

      await db.schema.alterTable('authorization_codes').addColumn('redeemed_at', 'bigint').execute();
      await db.schema
        .alterTable('authorization_codes')
        .addColumn('is_replayed', 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable('authorization_codes')
        .addColumn('authorization_id', 'bigint', (definition) =>
          definition.references('authorizations.id').onDelete('cascade'),
        )
        .execute();
      await db.schema
        .createIndex('authorization_codes_by_authorization')
        .on('authorization_codes')
        .column('authorization_id')
        .execute();
      // A code that a token was made of is kept as long as the token.
      await db.schema.dropIndex('authorization_codes_by_end').execute();
      await sql`
        create index authorization_codes_by_end on authorization_codes (expires_at) where authorization_id is null
      `.execute(db);

      await db.schema
        .alterTable('device_codes')
        .addColumn('network', text, (definition) => definition.notNull().defaultTo(''))
        .execute();
      await db.schema.createIndex('device_codes_by_network').on('device_codes').column('network').execute();
    },
  };
}
