import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';

export function initial({ identity, text, nullsFirst }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
        .addColumn('id', identity)
        .addColumn('login', text, (column) => column.notNull())
        .addColumn('login_key', text, (column) => column.notNull().unique())
        .addColumn('name', text)
        .addColumn('email', text)
        .addColumn('site_admin', 'integer', (column) => column.notNull())
        .addColumn('password_hash', text, (column) => column.notNull())
        .addColumn('two_factor_method', text)
        .addColumn('two_factor_secret', text)
        .addColumn('last_one_time_password_step', 'bigint', (column) => column.notNull().defaultTo(-1))
        .addColumn('authorization_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('grant_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('updated_at', text, (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('applications')
        .addColumn('id', identity)
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('url', text, (column) => column.notNull())
        .addColumn('client_id', text, (column) => column.notNull().unique())
        .addColumn('secret_digest', text, (column) => column.notNull())
        .addColumn('owner_id', 'bigint', (column) => column.references('users.id'))
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('updated_at', text, (column) => column.notNull())
        .execute();

      await db.schema
        .createTable('grants')
        .addColumn('id', identity)
        .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
        .addColumn('application_id', 'bigint', (column) => column.notNull().references('applications.id'))
        .addColumn('scopes', text, (column) => column.notNull())
        .addColumn('authorization_count', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('updated_at', text, (column) => column.notNull())
        .addUniqueConstraint('grants_user_application', ['user_id', 'application_id'])
        .execute();
      await db.schema.createIndex('grants_in_list_order').on('grants').columns(['user_id', 'id']).execute();

      await db.schema
        .createTable('authorizations')
        .addColumn('id', identity)
        .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
        .addColumn('application_id', 'bigint')
        .addColumn('hashed_token', text, (column) => column.notNull().unique())
        .addColumn('token_last_eight', text, (column) => column.notNull())
        .addColumn('note', text)
        .addColumn('note_url', text)
        .addColumn('scopes', text, (column) => column.notNull())
        .addColumn('fingerprint', text)
        .addColumn('slot', text)
        .addColumn('created_at', text, (column) => column.notNull())
        .addColumn('updated_at', text, (column) => column.notNull())
        .addUniqueConstraint('authorizations_user_slot', ['user_id', 'slot'])
        // The database rejects a token of an application without its grant, in a race too.
        .addForeignKeyConstraint(
          'authorizations_grant',
          ['user_id', 'application_id'],
          'grants',
          ['user_id', 'application_id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute();
      // Only the beginning of a fingerprint: PostgreSQL limits the size of an index row.
      await db.schema
        .createIndex('authorizations_in_list_order')
        .on('authorizations')
        .column('user_id')
        .expression(sql`application_id ${nullsFirst}`)
        .expression(sql`substr(fingerprint, 1, 512) ${nullsFirst}`)
        .column('id')
        .execute();

      await db.schema
        .createTable('sign_in_failures')
        .addColumn('key', text, (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('first_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('sign_in_failures_by_age')
        .on('sign_in_failures')
        .column('first_at')
        .execute();
    },
  };
}
