import assert from 'node:assert/strict';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#accounts/storage/schema/tables.ts';

/** Constraints that decide races: the statements, and the reason why each is rejected. */
const FORBIDDEN: readonly (readonly [problem: string, statement: string])[] = [
  ['a second user with the login', user(9, 'mona')],
  ['a user without a password hash', user(9, 'hubot').replace("'$argon2id$'", 'null')],
  ['a second application with the client id', application(9, 'first')],
  ['an application of an owner that does not exist', application(9, 'other', 77)],
  ['a second grant of a user for an application', grant(9, 1, 1)],
  ['a grant of a user that does not exist', grant(9, 77, 1)],
  ['a grant for an application that does not exist', grant(9, 1, 77)],
  ['a second authorization with the token', authorization(9, 'first', 'null', 'null')],
  ['a second authorization with the uniqueness key', authorization(9, 'other', '1', "'slot'")],
  ['a token for an application without a grant', authorization(9, 'other', '2', 'null')],
  ['an authorization of a user that does not exist', authorization(9, 'other', 'null', 'null', 77)],
  ['a second device code with the user code', device('other', 'USER-CODE')],
  ['a second device code with the digest', device('first', 'OTHER-CODE')],
  ['a second organization with the login', organization(9, 'octo')],
  ['a second count of failures for a key', failure('login:mona')],
  ['a member that does not exist', 'insert into organization_members values (1, 77)'],
  ['a member of an organization that does not exist', 'insert into organization_members values (77, 1)'],
  ['a second membership', 'insert into organization_members values (1, 1)'],
  ['a second recovery code with the digest', "insert into recovery_codes values (1, 'code')"],
  ['a recovery code of a user that does not exist', "insert into recovery_codes values (77, 'code')"],
];

export async function checkConstraints(db: Kysely<Tables>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const statement of [
    user(1, 'mona'),
    application(1, 'first'),
    application(2, 'second'),
    grant(1, 1, 1),
    authorization(1, 'first', '1', "'slot'"),
    // Several rows without a uniqueness key are allowed.
    authorization(2, 'second', '1', 'null'),
    authorization(3, 'third', '1', 'null'),
    device('first', 'USER-CODE'),
    organization(1, 'octo'),
    failure('login:mona'),
    'insert into organization_members values (1, 1)',
    'insert into organization_approvals values (1, 1, 0)',
    "insert into recovery_codes values (1, 'code')",
  ])
    await run(statement);
  for (const [problem, statement] of FORBIDDEN)
    await assert.rejects(run(statement), /constraint|violates/i, `takes ${problem}`);

  const count = async (table: string) => {
    const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return Number(rows[0]?.n);
  };
  await run('delete from grants where id = 1');
  assert.equal(await count('authorizations'), 0, 'tokens of an application end with its grant');
  assert.equal(await count('organization_approvals'), 0, 'the approval of a token ends with it');
  await run('delete from users where id = 1');
  assert.equal(await count('recovery_codes'), 0, 'recovery codes end with their user');
  assert.equal(await count('organization_members'), 0, 'a membership ends with its user');
  await run('delete from applications where id = 1');
  assert.equal(await count('device_codes'), 0, 'device codes end with their application');
}

function user(id: number, login: string): string {
  return `insert into users (id, login, login_key, site_admin, password_hash, created_at, updated_at)
    values (${id}, '${login}', '${login}', 0, '$argon2id$', 0, 0)`;
}

function application(id: number, clientId: string, owner: number | string = 'null'): string {
  return `insert into applications (id, name, url, client_id, secret_digest, owner_id, created_at, updated_at)
    values (${id}, '', '', '${clientId}', '', ${owner}, 0, 0)`;
}

function grant(id: number, userId: number, applicationId: number): string {
  return `insert into grants (id, user_id, application_id, scopes, created_at, updated_at)
    values (${id}, ${userId}, ${applicationId}, '[]', 0, 0)`;
}

function authorization(id: number, token: string, applicationId: string, slot: string, userId = 1): string {
  return `insert into authorizations
      (id, user_id, application_id, hashed_token, token_last_eight, scopes, slot, created_at, updated_at)
    values (${id}, ${userId}, ${applicationId}, '${token}', '', '[]', ${slot}, 0, 0)`;
}

function device(digest: string, userCode: string): string {
  return `insert into device_codes
      (digest, user_code, application_id, scopes, decision, organization_ids, expires_at, poll_interval)
    values ('${digest}', '${userCode}', 1, '[]', 'pending', '[]', 0, 5)`;
}

function organization(id: number, login: string): string {
  return `insert into organizations (id, login, login_key, saml, created_at, updated_at)
    values (${id}, '${login}', '${login}', 'off', 0, 0)`;
}

function failure(key: string): string {
  return `insert into sign_in_failures (key, count, first_at) values ('${key}', 1, 0)`;
}
