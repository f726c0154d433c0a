import type { Kysely } from 'kysely';
import { applications } from './tables/applications.ts';
import { auditedCalls, securityEvents } from './tables/audit.ts';
import { authorizations, grants } from './tables/authorizations.ts';
import { authorizationCodes, deviceCodes } from './tables/codes.ts';
import { organizationApprovals, organizationMembers, organizations } from './tables/organizations.ts';
import { messages, sessions, signInFailures } from './tables/sign-in.ts';
import type { KyselyTable } from './tables/table.ts';
import { recoveryCodes, users } from './tables/users.ts';

/**
 * Every table, after those it refers to. Both engines hold the same: times are milliseconds since the
 * epoch, booleans 0 or 1, lists JSON text, secrets digests.
 */
export const tables = {
  users,
  applications,
  grants,
  authorizations,
  sign_in_failures: signInFailures,
  recovery_codes: recoveryCodes,
  messages,
  sessions,
  authorization_codes: authorizationCodes,
  device_codes: deviceCodes,
  organizations,
  organization_members: organizationMembers,
  organization_approvals: organizationApprovals,
  audited_calls: auditedCalls,
  security_events: securityEvents,
};

/** The tables as Kysely's queries see them. */
export type Tables = {
  [Name in keyof typeof tables]: KyselyTable<(typeof tables)[Name]['allColumns']>;
};

export type Database = Kysely<Tables>;

export const tableNames: readonly string[] = Object.keys(tables);

/** The tables whose ids the database counts up. */
export const identityTableNames: readonly string[] = Object.values(tables)
  .filter(({ allColumns }) => Object.values(allColumns).some((each) => each.default === 'identity'))
  .map(({ name }) => name);
