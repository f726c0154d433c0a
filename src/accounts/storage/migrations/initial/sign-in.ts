import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../../engine/engine.ts';
import { COUNT, check, createIndex, FLAG, notNull, of, zero } from './definitions.ts';

/** Creates the tables of sign-in, the OAuth flows, audited calls and security events. */
export async function createSignInTables(
  db: Kysely<unknown>,
  { identity, text }: ColumnTypes,
): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = createIndex(db);

  await table('sign_in_failures')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('count', 'integer', notNull)
    .addColumn('first_at', 'bigint', notNull)
    .addColumn('ends_at', 'bigint', zero)
    .addColumn('is_known', 'bigint', (column) => column.notNull().defaultTo(1))
    .$call(
      check('sign_in_failures', {
        count: COUNT,
        is_known: FLAG,
      }),
    )
    .execute();
  await index('sign_in_failures_by_end', 'sign_in_failures', ['ends_at']);
  await index('sign_in_failures_by_age', 'sign_in_failures', ['is_known', 'first_at']);

  await table('recovery_codes')
    .addColumn('user_id', 'bigint', of('users'))
    .addColumn('digest', text, notNull)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
    .execute();

  await table('messages')
    .addColumn('id', identity)
    .addColumn('user_id', 'bigint', of('users'))
    .addColumn('channel', text, notNull)
    .addColumn('recipient', text, notNull)
    .addColumn('text', text, notNull)
    .addColumn('code', text)
    .addColumn('sent_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint')
    .addColumn('spent_at', 'bigint')
    .$call(check('messages', { channel: "in ('sms', 'email')" }))
    .execute();
  await index('messages_by_user', 'messages', ['user_id', 'id']);

  await table('sessions')
    .addColumn('digest', text, (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', of('users'))
    .addColumn('stage', text, notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .addColumn('address', text, notNull)
    .addColumn('user_agent', text)
    .$call(check('sessions', { stage: "in ('second-factor', 'signed-in')" }))
    .execute();
  await index('sessions_by_user', 'sessions', ['user_id', 'created_at', 'digest']);
  await index('sessions_by_end', 'sessions', ['expires_at']);

  await table('authorization_codes')
    .addColumn('digest', text, (column) => column.primaryKey())
    .addColumn('application_id', 'bigint', of('applications'))
    .addColumn('user_id', 'bigint', of('users'))
    .addColumn('redirect_uri', text)
    .addColumn('scopes', text, notNull)
    .addColumn('challenge_method', text)
    .addColumn('challenge', text)
    .addColumn('organization_ids', text, notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .addColumn('redeemed_at', 'bigint')
    .addColumn('is_replayed', 'integer', zero)
    .addColumn('authorization_id', 'bigint', (column) =>
      column.references('authorizations.id').onDelete('cascade'),
    )
    .$call(
      check('authorization_codes', {
        challenge_method: "in ('plain', 'S256')",
        is_replayed: FLAG,
      }),
    )
    .execute();
  await index('authorization_codes_by_user', 'authorization_codes', ['user_id']);
  await index('authorization_codes_by_application', 'authorization_codes', ['application_id']);
  await index('authorization_codes_by_authorization', 'authorization_codes', ['authorization_id']);
  // A code that a token was made of is kept as long as the token.
  await sql`
    create index authorization_codes_by_end on authorization_codes (expires_at) where authorization_id is null
  `.execute(db);

  await table('device_codes')
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
    .addColumn('network', text, (column) => column.notNull().defaultTo(''))
    .$call(
      check('device_codes', {
        decision: "in ('pending', 'granted', 'denied')",
        poll_interval: COUNT,
      }),
    )
    .execute();
  await index('device_codes_by_end', 'device_codes', ['expires_at']);
  await index('device_codes_by_user', 'device_codes', ['user_id']);
  await index('device_codes_by_application', 'device_codes', ['application_id']);
  await index('device_codes_by_network', 'device_codes', ['network']);

  await table('audited_calls')
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
    .$call(
      check('audited_calls', {
        calls: COUNT,
        is_deprecated: FLAG,
      }),
    )
    .execute();
  await index('audited_calls_by_time', 'audited_calls', ['last_at', 'id']);
  for (const by of ['login_key', 'client_id'])
    await index(`audited_calls_by_${by}`, 'audited_calls', [by, 'last_at', 'id']);

  await table('security_events')
    .addColumn('id', identity)
    .addColumn('user_id', 'bigint', of('users'))
    .addColumn('action', text, notNull)
    .addColumn('subject', text)
    .addColumn('address', text, notNull)
    .addColumn('user_agent', text)
    .addColumn('happened_at', 'bigint', notNull)
    .execute();
  await index('security_events_by_user', 'security_events', ['user_id', 'id']);
}
