import { test } from 'node:test';
import { createTotpCode } from '#accounts/domain/sign-in/totp.ts';
import { createSsoRequest } from '#accounts/domain/tokens/single-sign-on.ts';
import type { TwoFactor } from '#accounts/store/index.ts';
import { addApplication, addOrganization, addToken, addUser } from '../support/accounts/accounts.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';
import { type Filled, visitor } from '../support/accounts/visitor.ts';
import { failEachStatement, failingDatabases, type Operation } from '../support/databases/rejected-writes.ts';

type Preparation = (api: Api, number: number) => Promise<Operation>;

const password = 'correct-horse-1';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

async function signedIn(api: Api, number: number, twoFactor: TwoFactor | null = null) {
  const login = `user-${number}`;
  const user = await addUser(api, { login, twoFactor });
  const browser = visitor(api);
  const code = twoFactor ? await createTotpCode(secret, api.runtime.now()) : undefined;
  await browser.signIn(login, password, code);
  return { user, browser };
}

function changesApplication(filled: Filled): Preparation {
  return async (api, number) => {
    const { user, browser } = await signedIn(api, number);
    const clientId = `${number}`.padStart(20, '0');
    const { id } = await addApplication(api, { clientId });
    await api.store.applications.update(id, { ownerId: user.id });
    await addToken(api, { token: `token ${number}`, userId: user.id, applicationId: id });
    await browser.visit(`/settings/developers/${clientId}`);
    return () => browser.submit(`/settings/developers/${clientId}`, filled);
  };
}

function changesTwoFactor(action: string): Preparation {
  return async (api, number) => {
    const { browser } = await signedIn(api, number, { method: 'app', secret });
    const code = await createTotpCode(secret, api.runtime.now());
    await browser.visit('/settings/security');
    return () => browser.submit('/settings/two-factor', { action, password, code });
  };
}

async function withOrganization(api: Api, number: number) {
  const { user, browser } = await signedIn(api, number);
  const organization = await addOrganization(api, { login: `org-${number}`, memberIds: [user.id] });
  const token = await addToken(api, { token: `token ${number}`, userId: user.id, note: 'backup' });
  return { browser, organization, token };
}

const operations: Readonly<Record<string, Preparation>> = {
  'registers an application': async (api, number) => {
    const { browser } = await signedIn(api, number);
    await browser.visit('/settings/applications/new');
    const draft = { name: 'New', url: 'https://new.example' };
    return () => browser.submit('/settings/applications/new', draft);
  },
  'changes an application': changesApplication({ action: 'save', name: 'New', url: 'https://new.example' }),
  'resets the secret of an application': changesApplication({ action: 'reset-secret', confirmed: 'yes' }),
  'revokes the tokens of an application': changesApplication({ action: 'revoke-tokens', confirmed: 'yes' }),
  'deletes an application': changesApplication({ action: 'delete', confirmed: 'yes' }),
  'changes the password': async (api, number) => {
    const { browser } = await signedIn(api, number);
    await browser.visit('/settings/security');
    const again = 'correct-horse-2';
    const form = { password, new_password: again, new_password_again: again };
    return () => browser.submit('/settings/security', form);
  },
  'enables two-factor authentication': async (api, number) => {
    const { browser } = await signedIn(api, number);
    const page = (await browser.visit('/settings/two-factor/app')).text();
    const shown = /<code class="secret">([A-Z2-7]{32})<\/code>/.exec(page)?.[1] ?? '';
    const code = await createTotpCode(shown, api.runtime.now());
    return () => browser.submit('/settings/two-factor/app', { code, password });
  },
  'renews the recovery codes': changesTwoFactor('recovery-codes'),
  'disables two-factor authentication': changesTwoFactor('disable'),
  'signs in': async (api, number) => {
    const login = `user-${number}`;
    await addUser(api, { login });
    const browser = visitor(api);
    await browser.visit('/login');
    return () => browser.submit('/login', { login, password });
  },
  'completes a sign-in': async (api, number) => {
    const login = `user-${number}`;
    await addUser(api, { login, twoFactor: { method: 'app', secret } });
    const browser = visitor(api);
    await browser.follow(await browser.signIn(login, password));
    const code = await createTotpCode(secret, api.runtime.now());
    return () => browser.submit('/login/two-factor', { code });
  },
  'signs out': async (api, number) => {
    const { browser } = await signedIn(api, number);
    await browser.visit('/settings/security');
    return () => browser.submit('/logout', {});
  },
  'authorizes a token for an organization': async (api, number) => {
    const { browser, organization, token } = await withOrganization(api, number);
    const request = createSsoRequest(
      { authorization: token, organizationId: organization.id },
      api.runtime.now(),
    );
    const path = `/orgs/${organization.login}/sso`;
    await browser.visit(`${path}?authorization_request=${request}`);
    return () => browser.submit(path, { confirmed: 'yes' });
  },
  'revokes the authorization of a token for an organization': async (api, number) => {
    const { browser, organization, token } = await withOrganization(api, number);
    await api.store.organizations.allow(token.id, organization.id, '2026-03-01T12:00:00Z');
    await browser.visit(`/settings/tokens/${token.id}`);
    const form = { action: 'withdraw', confirmed: 'yes', organization: organization.login };
    return () => browser.submit(`/settings/tokens/${token.id}`, form);
  },
};

/** An attempt to sign in counts before the password or the code is checked. */
const ATTEMPTS = ['sign_in_failures'];

for (const [engine, open] of Object.entries(failingDatabases))
  test(`on ${engine}, a form of an account page that is answered 503 has changed nothing`, async (t) => {
    const database = await open(t);
    if (database === undefined) return;
    const options = { database: database.url, auditLimit: 0, rateLimit: 0, oneTimePasswordReuse: true };
    const api = await serveApi(t, options);
    let number = 0;
    for (const [name, prepare] of Object.entries(operations))
      await t.test(`that ${name}`, () =>
        failEachStatement(
          { ...database, kinds: database.kinds.slice(0, 2) },
          () => prepare(api, ++number),
          ATTEMPTS,
        ),
      );
    api.errors.splice(0);
  });
