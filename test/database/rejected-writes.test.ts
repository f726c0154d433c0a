import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { exampleApplication } from '../../src/authorizations/example-accounts.ts';
import { tableNames } from '../../src/storage/tables.ts';
import { addUser } from '../support/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '../support/api.ts';
import { temporaryFolder } from '../support/command.ts';
import { openPostgresSchema } from '../support/postgres.ts';
import {
  failPostgresStatements,
  failSqliteStatements,
  type StatementFailures,
} from '../support/statement-failures.ts';
import type { WireAnswer } from '../support/wire.ts';

const UNCERTAIN = /The change may have been made/;

interface Database {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly failures: StatementFailures;
  /** All rows of all tables, over another connection. */
  read(): Promise<string>;
}

async function openPostgres(t: TestContext): Promise<Database | undefined> {
  const url = await openPostgresSchema(t);
  if (url === undefined) return undefined;
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  t.after(() => t.after(() => other.end()));
  const rowsOf = (table: string) =>
    `select '${table}' as name, (select coalesce(json_agg(t order by t::text), '[]')::text from ${table} t) as rows`;
  const query = tableNames.map(rowsOf).join(' union all ');
  return {
    url: `${url}&max=2`,
    // By SQLSTATE: time-outs of statements and locks, deadlock, serialization failure, full disk, read-only.
    kinds: ['57014', 'terminated', '55P03', '40P01', '40001', '53100', '25006'],
    failures: failPostgresStatements(t, other),
    read: async () => JSON.stringify((await other.query(query)).rows),
  };
}

async function openSqlite(t: TestContext): Promise<Database> {
  const file = path.join(await temporaryFolder(t), 'sparring.db');
  const failures = failSqliteStatements(t);
  return {
    url: `sqlite:${file}`,
    kinds: ['full, rolled back', 'I/O error', 'full', 'read-only'],
    failures,
    async read() {
      const other = new DatabaseSync(file, { readOnly: true });
      try {
        return JSON.stringify(tableNames.map((table) => other.prepare(`select * from ${table}`).all()));
      } finally {
        other.close();
      }
    },
  };
}

/** What an operation needs, made anew after each operation that succeeds. */
interface Records {
  /** A personal token, and a token of the application. */
  readonly personal: Record<string, unknown>;
  readonly ofApplication: Record<string, unknown>;
  readonly grantId: unknown;
  /** A number that no other record has. */
  readonly number: number;
}

type Operation = (api: Api, records: Records) => Promise<WireAnswer>;

const own = `/applications/${exampleApplication.clientId}`;

const operations: Readonly<Record<string, Operation>> = {
  'creates a personal token': (api, { number }) =>
    api.call('POST', '/authorizations', { body: { note: `new ${number}`, scopes: ['repo'] } }),
  'creates a token of an application': (api, { number }) =>
    api.call('POST', '/authorizations', {
      body: { ...client.pair, fingerprint: `new ${number}`, scopes: ['gist'] },
    }),
  'gets or creates a token': (api, { number }) =>
    api.call('PUT', `${client.path}/print${number}`, { body: client.secret }),
  'changes a token': (api, { ofApplication, number }) =>
    api.call('PATCH', `/authorizations/${ofApplication.id}`, {
      body: { add_scopes: ['user'], note: `changed ${number}` },
    }),
  'deletes a token': (api, { ofApplication }) => api.call('DELETE', `/authorizations/${ofApplication.id}`),
  'deletes a grant': (api, { grantId }) => api.call('DELETE', `/applications/grants/${grantId}`),
  'resets a token': (api, { ofApplication }) =>
    api.call('PATCH', `${own}/token`, {
      as: clientCredentials,
      body: { access_token: ofApplication.token },
    }),
  'deletes a token of the application': (api, { ofApplication }) =>
    api.call('DELETE', `${own}/token`, {
      as: clientCredentials,
      body: { access_token: ofApplication.token },
    }),
  'deletes the grant of a token': (api, { ofApplication }) =>
    api.call('DELETE', `${own}/grant`, {
      as: clientCredentials,
      body: { access_token: ofApplication.token },
    }),
  'creates an impersonation token': (api) =>
    api.call('POST', '/admin/users/hubot/authorizations', { body: { scopes: ['repo'] } }),
  'deletes an impersonation token': (api) => api.call('DELETE', '/admin/users/hubot/authorizations'),
  'creates a user': (api, { number }) =>
    api.call('POST', '/admin/users', {
      body: { login: `new-${number}`, email: `new-${number}@example.com` },
    }),
  'suspends a user': (api) => api.call('PUT', '/users/hubot/suspended'),
  'deletes a user': (api, { number }) => api.call('DELETE', `/admin/users/spare-${number}`),
};

/** The effect of a failure on a transaction does not depend on its kind, so the others fail in two ways. */
const WITH_ALL_KINDS = new Set(['creates a token of an application', 'changes a token', 'deletes a token']);

let made = 0;

async function makeRecords(api: Api): Promise<Records> {
  const number = ++made;
  const created = (body: object) => api.call('POST', '/authorizations', { body });
  const personal = members(await created({ note: `old ${number}` }));
  const ofApplication = members(
    await created({ ...client.pair, fingerprint: `old ${number}`, scopes: ['repo'] }),
  );
  const grants = (await api.call('GET', '/applications/grants')).json();
  const [grant] = Array.isArray(grants) ? grants : [];
  await addUser(api, { login: `spare-${number}` });
  await api.call('POST', '/admin/users/hubot/authorizations', { body: {} });
  await api.call('DELETE', '/users/hubot/suspended');
  return { personal, ofApplication, grantId: grant?.id, number };
}

for (const [engine, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const)
  test(`on ${engine}, a request that is answered 503 has changed nothing`, async (t) => {
    const database = await open(t);
    if (database === undefined) return;
    const options = { database: database.url, auditLimit: 0, rateLimit: 0 };
    const api = await serveApi(t, options, { siteAdmin: true });
    await addUser(api, { login: 'hubot' });
    // The first sign-in computes a hash and counts an attempt.
    assert.equal((await api.call('GET', '/authorizations')).status, 200);
    for (const [name, operation] of Object.entries(operations))
      await t.test(`when it ${name}`, () => {
        const kinds = WITH_ALL_KINDS.has(name) ? database.kinds : database.kinds.slice(0, 2);
        return failEachStatement({ ...database, kinds }, api, operation);
      });
    api.errors.splice(0);
  });

async function failEachStatement(
  { failures, kinds, read }: Database,
  api: Api,
  operation: Operation,
): Promise<void> {
  let records = await makeRecords(api);
  const statements = await failures.record(async () => {
    const { status } = await operation(api, records);
    assert.ok(status < 300, `${status}`);
  });
  records = await makeRecords(api);
  let rejected = 0;
  for (const statement of statements)
    for (const kind of kinds) {
      const before = await read();
      const [answer] = await failures.failing(statement, kind, () => operation(api, records));
      const what = `${kind} at ${statement}: ${answer.status} ${answer.text()}`;
      if (answer.status < 300) {
        // The server has repeated the statement.
        records = await makeRecords(api);
        continue;
      }
      assert.equal(answer.status, 503, what);
      rejected++;
      if (UNCERTAIN.test(answer.text())) assert.ok(['terminated', 'I/O error'].includes(kind), what);
      else assert.equal(await read(), before, what);
    }
  assert.ok(rejected >= statements.length, `${rejected} of ${statements.length}`);
}
