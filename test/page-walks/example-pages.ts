import type { TestContext } from 'node:test';
import { exampleApplication, exampleUser } from '#accounts/domain/example-accounts.ts';
import { createTotpCode } from '#accounts/domain/sign-in/totp.ts';
import type { Visit } from '../browser/visit.ts';
import { addOrganization, addToken, addUser } from '../support/accounts/accounts.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';

const { password } = exampleUser;

/** A server whose pages have content: that of their examples, and what makes lists and charts of them. */
export async function servePages(t: TestContext): Promise<Api> {
  const api = await serveApi(t);
  const { user, application } = api;
  // The token 1 of the examples.
  await addToken(api, { token: 'a'.repeat(40), userId: user.id, scopes: ['repo'], note: 'x'.repeat(200) });
  await addToken(api, { token: 'b'.repeat(40), userId: user.id, applicationId: application.id });
  await addOrganization(api, { memberIds: [user.id] });
  const callbackUrl = 'https://app.example/callback';
  await api.store.applications.update(application.id, { ownerId: user.id, callbackUrl });
  await addUser(api, { login: 'coded', twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' } });
  await addUser(api, { login: 'hubot', twoFactor: { method: 'sms', phone: '+15555550100' } });
  await api.call('POST', '/authorizations', { as: `hubot:${password}`, body: { note: 'sends a code' } });
  await api.call('GET', '/authorizations', { fields: [['User-Agent', `Mozilla/5.0 ${'x'.repeat(150)}`]] });

  const json = [['Content-Type', 'application/json']] as const;
  for (let n = 0; n < 12; n++) {
    await api.get(`/anything/a/path/of/a/client/${'x'.repeat(n * 20)}?page=${n}`);
    await api.send({
      method: 'POST',
      path: '/post',
      fields: json,
      body: '{"user":{"name":"Mona"},"items":[1]}',
    });
    await api.get(`/status/${[404, 503, 302, 418][n % 4]}`);
  }
  const control = (method: string, path: string, body?: object) =>
    api.send({
      method,
      path: `/_sparring${path}`,
      ...(body && { fields: json, body: JSON.stringify(body) }),
    });
  await control('PUT', '/lifecycle', { preset: 'github' });
  await control('POST', '/rules', { error: { status: 503 }, match: { path: '/api/v3/user' } });
  await control('POST', '/rules', {
    respond: { json: { a: 1 } },
    match: { method: 'GET', path: '/v1/users/{id}' },
  });
  await control('POST', '/snapshots');
  await control('PUT', '/bins/one', { name: 'One', response: { status: 503 } });
  await api.get('/bin/one/get');
  return api;
}

/** The steps to a page that no link leads to, in a browser of its own, by the template of its path. */
export const STEPS: Readonly<Record<string, (visit: Visit, api: Api) => Promise<void>>> = {
  async '/login/two-factor'({ page, arriveAt, fillSignIn }, api) {
    await page.goto(`${api.url}/login`);
    await fillSignIn('coded', password);
    await arriveAt('Two-factor authentication');
  },

  async '/login/device/confirmation'({ page, signIn }, api) {
    await signIn(exampleUser.login, password);
    const codes = await api.send({
      method: 'POST',
      path: '/login/device/code',
      fields: [['Accept', 'application/json']],
      body: new URLSearchParams({ client_id: exampleApplication.clientId, scope: 'gist' }).toString(),
    });
    const { user_code: code } = JSON.parse(codes.text());
    await page.goto(`${api.url}/login/device/confirmation?user_code=${code}`);
  },

  async '/settings/two-factor/recovery-codes'({ page, signIn, textOf, arriveAt }, api) {
    const { id } = await addUser(api, { login: `enables-${api.runtime.uniqueId()}` });
    const login = (await api.store.users.byId(id))?.login ?? '';
    await signIn(login, password);
    await page.goto(`${api.url}/settings/two-factor/app`);
    const code = await createTotpCode(await textOf('.secret'), api.runtime.now());
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    await arriveAt('Recovery codes');
  },
};
