import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';

/** Adds columns for the pages, administration, single tokens and the second factor by message. */
export function accounts({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // SQLite adds one column at a time.
      await db.schema
        .alterTable('users')
        .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await db.schema.alterTable('users').addColumn('suspended_at', text).execute();
      await db.schema.alterTable('users').addColumn('two_factor_phone', text).execute();

      await db.schema.alterTable('applications').addColumn('description', text).execute();
      await db.schema.alterTable('applications').addColumn('callback_url', text).execute();
      await db.schema
        .alterTable('applications')
        .addColumn('is_suspended', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createIndex('applications_by_owner')
        .on('applications')
        .columns(['owner_id', 'id'])
        .execute();

      await db.schema.alterTable('grants').addColumn('last_used_at', text).execute();
      await db.schema
        .createIndex('grants_by_application')
        .on('grants')
        .columns(['application_id', 'user_id'])
        .execute();

      await db.schema
        .alterTable('authorizations')
        .addColumn('origin', text, (column) => column.notNull().defaultTo('interface'))
        .execute();
      await db.schema.alterTable('authorizations').addColumn('expires_at', text).execute();
      await db.schema.alterTable('authorizations').addColumn('last_used_at', text).execute();
      for (const [name, columns] of [
        ['personal_authorizations', 'id'],
        ['personal_authorizations_by_user', 'user_id, application_id, id'],
      ] as const) {
        await sql`
          create index ${sql.ref(name)} on authorizations (${sql.raw(columns)})
          where application_id is null and origin <> 'impersonation'
        `.execute(db);
      }
    },
  };
}
