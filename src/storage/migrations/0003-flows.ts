import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';

/** Adds tables for second factors, sessions, the OAuth flows, organizations, audited calls and security events. */
export function flows({ identity, text }: ColumnTypes): Migration {
  const table = (db: Kysely<unknown>, name: string) => db.schema.createTable(name);
  const index = (db: Kysely<unknown>, name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'recovery_codes')
        .addColumn('user_id', 'bigint', of('users'))
        .addColumn('digest', text, notNull)
        .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
        .execute();

      await table(db, 'messages')
        .addColumn('id', identity)
        .addColumn('user_id', 'bigint', of('users'))
        .addColumn('channel', text, notNull)
        .addColumn('recipient', text, notNull)
        .addColumn('text', text, notNull)
        .addColumn('code', text)
        .addColumn('sent_at', 'bigint', notNull)
        .addColumn('expires_at', 'bigint')
        .addColumn('spent_at', 'bigint')
        .execute();
      await index(db, 'messages_by_user', 'messages', ['user_id', 'id']);

      await table(db, 'sessions')
        .addColumn('digest', text, (column) => column.primaryKey())
        .addColumn('user_id', 'bigint', of('users'))
        .addColumn('stage', text, notNull)
        .addColumn('created_at', 'bigint', notNull)
        .addColumn('expires_at', 'bigint', notNull)
        .addColumn('address', text, notNull)
        .addColumn('user_agent', text)
        .execute();
      await index(db, 'sessions_by_user', 'sessions', ['user_id', 'created_at', 'digest']);
      await index(db, 'sessions_by_end', 'sessions', ['expires_at']);

      await table(db, 'authorization_codes')
        .addColumn('digest', text, (column) => column.primaryKey())
        .addColumn('application_id', 'bigint', of('applications'))
        .addColumn('user_id', 'bigint', of('users'))
        .addColumn('redirect_uri', text)
        .addColumn('scopes', text, notNull)
        .addColumn('challenge_method', text)
        .addColumn('challenge', text)
        .addColumn('organization_ids', text, notNull)
        .addColumn('expires_at', 'bigint', notNull)
        .execute();
      await index(db, 'authorization_codes_by_end', 'authorization_codes', ['expires_at']);
      await index(db, 'authorization_codes_by_user', 'authorization_codes', ['user_id']);
      await index(db, 'authorization_codes_by_application', 'authorization_codes', ['application_id']);

      await table(db, 'device_codes')
        .addColumn('digest', text, (column) => column.primaryKey())
        .addColumn('user_code', text, (column) => column.notNull().unique())
        .addColumn('application_id', 'bigint', of('applications'))
        .addColumn('scopes', text, notNull)
        .addColumn('decision', text, notNull)
        .addColumn('user_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('organization_ids', text, notNull)
        .addColumn('expires_at', 'bigint', notNull)
        .addColumn('poll_interval', 'integer', notNull)
        .addColumn('asked_at', 'bigint')
        .execute();
      await index(db, 'device_codes_by_end', 'device_codes', ['expires_at']);
      await index(db, 'device_codes_by_user', 'device_codes', ['user_id']);
      await index(db, 'device_codes_by_application', 'device_codes', ['application_id']);

      await table(db, 'organizations')
        .addColumn('id', identity)
        .addColumn('login', text, notNull)
        .addColumn('login_key', text, (column) => column.notNull().unique())
        .addColumn('name', text)
        .addColumn('saml', text, notNull)
        .addColumn('created_at', text, notNull)
        .addColumn('updated_at', text, notNull)
        .execute();

      await table(db, 'organization_members')
        .addColumn('organization_id', 'bigint', of('organizations'))
        .addColumn('user_id', 'bigint', of('users'))
        .addPrimaryKeyConstraint('organization_members_key', ['organization_id', 'user_id'])
        .execute();
      await index(db, 'organization_members_by_user', 'organization_members', ['user_id', 'organization_id']);

      await table(db, 'organization_approvals')
        .addColumn('authorization_id', 'bigint', of('authorizations'))
        .addColumn('organization_id', 'bigint', of('organizations'))
        .addColumn('created_at', text, notNull)
        .addPrimaryKeyConstraint('organization_approvals_key', ['authorization_id', 'organization_id'])
        .execute();
      await index(db, 'organization_approvals_by_organization', 'organization_approvals', [
        'organization_id',
      ]);

      await table(db, 'audited_calls')
        .addColumn('id', identity)
        .addColumn('first_at', 'bigint', notNull)
        .addColumn('last_at', 'bigint', notNull)
        .addColumn('calls', 'integer', notNull)
        .addColumn('login', text)
        .addColumn('login_key', text)
        .addColumn('client_id', text)
        .addColumn('user_agent', text)
        .addColumn('address', text, notNull)
        .addColumn('method', text, notNull)
        .addColumn('path', text, notNull)
        .addColumn('status', 'integer', notNull)
        .addColumn('is_deprecated', 'integer', notNull)
        .execute();
      await index(db, 'audited_calls_by_time', 'audited_calls', ['last_at', 'id']);
      for (const by of ['login_key', 'client_id']) {
        await index(db, `audited_calls_by_${by}`, 'audited_calls', [by, 'last_at', 'id']);
      }

      await table(db, 'security_events')
        .addColumn('id', identity)
        .addColumn('user_id', 'bigint', of('users'))
        .addColumn('action', text, notNull)
        .addColumn('subject', text)
        .addColumn('address', text, notNull)
        .addColumn('user_agent', text)
        .addColumn('happened_at', 'bigint', notNull)
        .execute();
      await index(db, 'security_events_by_user', 'security_events', ['user_id', 'id']);
    },
  };
}

const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

/** A reference to a row; deleting that row deletes the row with the reference too. */
const of = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${table}.id`).onDelete('cascade');
