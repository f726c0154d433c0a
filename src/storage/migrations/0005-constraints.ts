import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AlterTables, TableChange } from '../engine.ts';

/**
 * Stores all times as milliseconds, constrains enumerations, flags and counters, and erases the codes of messages that were
 * used.
 */
export function constraints(alterTables: AlterTables): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`
        update messages set text = replace(text, code, '******'), code = null
        where code is not null and spent_at is not null
      `.execute(db);
      await alterTables(db, CHANGES);
    },
  };
}

const CHANGES: readonly TableChange[] = [
  {
    table: 'users',
    times: ['suspended_at', 'created_at', 'updated_at'],
    checks: {
      users_email_verified_check: 'email_verified in (0, 1)',
      users_site_admin_check: 'site_admin in (0, 1)',
      users_two_factor_method_check: "two_factor_method in ('app', 'sms')",
      users_authorization_count_check: 'authorization_count >= 0',
      users_grant_count_check: 'grant_count >= 0',
    },
  },
  {
    table: 'applications',
    times: ['created_at', 'updated_at'],
    checks: { applications_is_suspended_check: 'is_suspended in (0, 1)' },
  },
  {
    table: 'grants',
    times: ['last_used_at', 'created_at', 'updated_at'],
    checks: { grants_authorization_count_check: 'authorization_count >= 0' },
  },
  {
    table: 'authorizations',
    times: ['expires_at', 'last_used_at', 'created_at', 'updated_at'],
    checks: {
      authorizations_origin_check: "origin in ('interface', 'flow', 'page', 'impersonation')",
    },
  },
  {
    table: 'sign_in_failures',
    times: [],
    checks: {
      sign_in_failures_count_check: 'count >= 0',
      sign_in_failures_is_known_check: 'is_known in (0, 1)',
    },
  },
  { table: 'messages', times: [], checks: { messages_channel_check: "channel in ('sms', 'email')" } },
  {
    table: 'sessions',
    times: [],
    checks: { sessions_stage_check: "stage in ('second-factor', 'signed-in')" },
  },
  {
    table: 'authorization_codes',
    times: [],
    checks: {
      authorization_codes_challenge_method_check: "challenge_method in ('plain', 'S256')",
      authorization_codes_is_replayed_check: 'is_replayed in (0, 1)',
    },
  },
  {
    table: 'device_codes',
    times: [],
    checks: {
      device_codes_decision_check: "decision in ('pending', 'granted', 'denied')",
      device_codes_poll_interval_check: 'poll_interval >= 0',
    },
  },
  {
    table: 'organizations',
    times: ['created_at', 'updated_at'],
    checks: { organizations_saml_check: "saml in ('off', 'enforced')" },
  },
  { table: 'organization_approvals', times: ['created_at'], checks: {} },
  {
    table: 'audited_calls',
    times: [],
    checks: {
      audited_calls_calls_check: 'calls >= 0',
      audited_calls_is_deprecated_check: 'is_deprecated in (0, 1)',
    },
  },
];
