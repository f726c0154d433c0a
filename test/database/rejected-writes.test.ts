import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import { addUser } from '../support/accounts/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '../support/accounts/api.ts';
import { failEachStatement, failingDatabases } from '../support/databases/rejected-writes.ts';
import type { WireResponse } from '../support/wire/wire.ts';

/** What an operation needs, made anew after each operation that succeeds. */
interface Records {
  /** A personal token, and a token of the application. */
  readonly personal: Record<string, unknown>;
  readonly ofApplication: Record<string, unknown>;
  readonly grantId: unknown;
  /** A number that no other record has. */
  readonly number: number;
}

type Operation = (api: Api, records: Records) => Promise<WireResponse>;

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

for (const [engine, open] of Object.entries(failingDatabases))
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
        return failEachStatement({ ...database, kinds }, async () => {
          const records = await makeRecords(api);
          return () => operation(api, records);
        });
      });
    api.errors.splice(0);
  });
