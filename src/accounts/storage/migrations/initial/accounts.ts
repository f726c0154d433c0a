import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/engine.ts';
import { COUNT, check, createIndex, FLAG, notNull, of, zero } from './definitions.ts';

/** Creates the tables of users, applications, their authorizations, and organizations. */
export async function createAccountTables(
  db: Kysely<unknown>,
  { identity, text, nullsFirst }: ColumnTypes,
): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = createIndex(db);

  await table('users')
    .addColumn('id', identity)
    .addColumn('login', text, notNull)
    .addColumn('login_key', text, (column) => column.notNull().unique())
    .addColumn('name', text)
    .addColumn('email', text)
    .addColumn('site_admin', 'integer', notNull)
    .addColumn('password_hash', text, notNull)
    .addColumn('two_factor_method', text)
    .addColumn('two_factor_secret', text)
    .addColumn('last_one_time_password_step', 'bigint', (column) => column.notNull().defaultTo(-1))
    .addColumn('authorization_count', 'integer', zero)
    .addColumn('grant_count', 'integer', zero)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('suspended_at', 'bigint')
    .addColumn('two_factor_phone', text)
    .$call(
      check('users', {
        email_verified: FLAG,
        site_admin: FLAG,
        two_factor_method: "in ('app', 'sms')",
        authorization_count: COUNT,
        grant_count: COUNT,
      }),
    )
    .execute();

  // Only the beginning of an address: PostgreSQL limits the size of an index row.
  await sql`create index users_by_email on users (substr(lower(email), 1, 200))`.execute(db);

  await table('applications')
    .addColumn('id', identity)
    .addColumn('name', text, notNull)
    .addColumn('url', text, notNull)
    .addColumn('client_id', text, (column) => column.notNull().unique())
    .addColumn('secret_digest', text, notNull)
    .addColumn('owner_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addColumn('description', text)
    .addColumn('callback_url', text)
    .addColumn('is_suspended', 'integer', zero)
    .$call(check('applications', { is_suspended: FLAG }))
    .execute();
  await index('applications_by_owner', 'applications', ['owner_id', 'id']);

  await table('grants')
    .addColumn('id', identity)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('application_id', 'bigint', (column) => column.notNull().references('applications.id'))
    .addColumn('scopes', text, notNull)
    .addColumn('authorization_count', 'integer', zero)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('grants_user_application', ['user_id', 'application_id'])
    .$call(check('grants', { authorization_count: COUNT }))
    .execute();
  await index('grants_in_list_order', 'grants', ['user_id', 'id']);
  await index('grants_by_application', 'grants', ['application_id', 'user_id']);

  await table('authorizations')
    .addColumn('id', identity)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('application_id', 'bigint')
    .addColumn('hashed_token', text, (column) => column.notNull().unique())
    .addColumn('token_last_eight', text, notNull)
    .addColumn('note', text)
    .addColumn('note_url', text)
    .addColumn('scopes', text, notNull)
    .addColumn('fingerprint', text)
    .addColumn('slot', text)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addColumn('origin', text, (column) => column.notNull().defaultTo('interface'))
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('authorizations_user_slot', ['user_id', 'slot'])
    // The database rejects a token of an application without its grant, in a race too.
    .addForeignKeyConstraint(
      'authorizations_grant',
      ['user_id', 'application_id'],
      'grants',
      ['user_id', 'application_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .$call(check('authorizations', { origin: "in ('interface', 'flow', 'page', 'impersonation')" }))
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
  for (const [name, columns] of [
    ['personal_authorizations', 'id'],
    ['personal_authorizations_by_user', 'user_id, application_id, id'],
  ] as const) {
    await sql`
      create index ${sql.ref(name)} on authorizations (${sql.raw(columns)})
      where application_id is null and origin <> 'impersonation'
    `.execute(db);
  }
  await index('authorizations_of_grant', 'authorizations', ['user_id', 'application_id', 'id']);

  await table('organizations')
    .addColumn('id', identity)
    .addColumn('login', text, notNull)
    .addColumn('login_key', text, (column) => column.notNull().unique())
    .addColumn('name', text)
    .addColumn('saml', text, notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .$call(check('organizations', { saml: "in ('off', 'enforced')" }))
    .execute();

  await table('organization_members')
    .addColumn('organization_id', 'bigint', of('organizations'))
    .addColumn('user_id', 'bigint', of('users'))
    .addPrimaryKeyConstraint('organization_members_key', ['organization_id', 'user_id'])
    .execute();
  await index('organization_members_by_user', 'organization_members', ['user_id', 'organization_id']);

  await table('organization_approvals')
    .addColumn('authorization_id', 'bigint', of('authorizations'))
    .addColumn('organization_id', 'bigint', of('organizations'))
    .addColumn('created_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('organization_approvals_key', ['authorization_id', 'organization_id'])
    .execute();
  await index('organization_approvals_by_organization', 'organization_approvals', ['organization_id']);
}
