import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { createTotpCode } from '#accounts/domain/sign-in/totp.ts';
import { addApplication, addToken, addUser } from '../support/accounts/accounts.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { openCallback } from './callback.ts';
import { type Visit, visitIn } from './visit.ts';

const { login, password } = exampleUser;

test('the account pages in a browser', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const api = await serveApi(t);
  const callback = await openCallback(t);

  /** Runs one scenario in a browser of its own, and checks the errors of the browser. */
  const story = (name: string, run: (visit: Visit) => Promise<void>) =>
    t.test(name, async () => {
      const visit = await visitIn(browser, api.url);
      await run(visit);
      const others = visit.requested.filter(
        (url) => !url.startsWith(api.url) && !url.startsWith(callback.url),
      );
      assert.deepEqual(others, []);
      assert.deepEqual(visit.errors, []);
      await visit.close();
    });

  await story(
    'two-factor authentication is set up with an app, required, and replaced by a recovery code',
    async (visit) => {
      const { page } = visit;
      await visit.signIn(login, password);
      await page.getByRole('link', { name: 'Password and two-factor' }).click();
      await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
      const secret = await visit.textOf('.secret');
      const code = await createTotpCode(secret, api.runtime.now());
      await page.getByRole('textbox', { name: /^Code/ }).fill(code);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
      const recoveryCodes = await page.locator('.codes code').allInnerTexts();
      assert.equal(recoveryCodes.length, 10);

      for (const proof of [code, recoveryCodes[3] ?? '']) {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await visit.arriveAt('Sign in');
        await visit.fillSignIn(login, password);
        await visit.arriveAt('Two-factor authentication');
        await page.getByRole('textbox', { name: /^Code/ }).fill(proof);
        await page.getByRole('button', { name: 'Verify' }).click();
        await visit.arriveAt('Authorized applications');
      }

      await page.goto(`${api.url}/settings/security`);
      await page.getByText('Disable two-factor authentication').first().click();
      await page.getByLabel('Password', { exact: true }).last().fill(password);
      await page
        .getByRole('textbox', { name: /^Code/ })
        .last()
        .fill(recoveryCodes[5] ?? '');
      await page.getByRole('button', { name: 'Disable two-factor authentication' }).click();
      assert.equal(await visit.textOf('.banner [role=status]'), 'Two-factor authentication is disabled.');
    },
  );

  await story('a personal access token is shown once, and works with its scopes', async (visit) => {
    const { page } = visit;
    await visit.signIn(login, password);
    await page.getByRole('link', { name: 'Personal access tokens' }).click();
    await page.getByRole('link', { name: 'New token' }).click();
    await page.getByLabel('Note').fill('backup');
    await page.getByRole('checkbox', { name: /^gist/ }).check();
    await page.getByRole('button', { name: 'Generate token' }).click();
    const token = await visit.textOf('.banner code');
    const user = await callWith(api, token);
    assert.equal(user.status, 200);
    assert.equal(user.field('X-OAuth-Scopes'), 'gist');
    await page.goto(`${api.url}/settings/tokens`);
    assert.ok(!(await page.content()).includes(token));
  });

  await story(
    'a new token is copied by its button, and reloading neither shows nor creates a token',
    async (visit) => {
      const { page } = visit;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit.signIn(login, password);
      await page.goto(`${api.url}/settings/tokens/new?description=copied`);
      await page.getByRole('button', { name: 'Generate token' }).click();
      await page.waitForURL(`${api.url}/settings/tokens`);
      const token = await visit.textOf('.banner code');
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.locator('.copied').waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), token);
      await page.reload();
      assert.ok(!(await page.content()).includes(token));
      assert.equal(await page.getByRole('link', { name: 'copied', exact: true }).count(), 1);
      await page.goBack();
      assert.ok(!(await page.content()).includes(token));
    },
  );

  await t.test('without scripts, a new token can be selected and codes can be downloaded', async () => {
    const visit = await visitIn(browser, api.url, { javaScriptEnabled: false, acceptDownloads: true });
    const { page } = visit;
    await visit.signIn(login, password);
    await page.goto(`${api.url}/settings/tokens/new?description=unscripted`);
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.waitForURL(`${api.url}/settings/tokens`);
    assert.equal((await visit.textOf('.banner code')).length, 40);
    assert.equal(await page.getByRole('button', { name: 'Copy' }).isVisible(), false);
    await page.getByRole('button', { name: 'Delete unscripted' }).click();
    await visit.arriveAt('Delete “unscripted”?');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await visit.arriveAt('unscripted');
    await page.getByRole('button', { name: 'Delete unscripted' }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    assert.equal(await visit.textOf('.banner [role=status]'), 'The token is deleted. It is no longer valid.');

    await page.goto(`${api.url}/settings/two-factor/app`);
    const code = await createTotpCode(await visit.textOf('.secret'), api.runtime.now());
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    const codes = await page.locator('.codes code').allInnerTexts();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    const file = await (await downloading).path();
    assert.equal(readFileSync(file, 'utf8'), `${codes.join('\n')}\n`);
    await api.store.users.update(api.user.id, { twoFactor: null });
    await visit.close();
  });

  await story('a deletion asks in a dialog, which the keyboard operates', async (visit) => {
    const { page } = visit;
    const { keyboard } = page;
    await addToken(api, { token: 'd'.repeat(40), userId: api.user.id, note: 'to delete' });
    await visit.signIn(login, password);
    await page.goto(`${api.url}/settings/tokens`);
    const opener = page.getByRole('button', { name: 'Delete to delete' });
    const dialog = page.getByRole('dialog', { name: 'Delete “to delete”?' });
    for (const key of ['Escape', 'Enter']) {
      await opener.press('Enter');
      await dialog.waitFor();
      assert.equal(await visit.textOf(':focus'), 'Cancel');
      await keyboard.press(key);
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await visit.textOf(':focus'), 'Delete…');
    }
    await opener.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('The token is deleted.').waitFor();
    assert.equal(await opener.count(), 0);
    await page.goBack();
    await page.reload();
    assert.equal(await opener.count(), 0);
  });

  await story('consent is continued with another account', async (visit) => {
    const { page } = visit;
    await addUser(api, { login: 'ada' });
    await api.store.applications.update(api.application.id, { callbackUrl: `${callback.url}/back` });
    await visit.signIn(login, password);
    await page.goto(`${api.url}/login/oauth/authorize?client_id=${api.application.clientId}&scope=gist`);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await visit.arriveAt('Sign in');
    await visit.fillSignIn('ada', password);
    await visit.arriveAt('Authorize Build Bot');
    assert.match(await visit.textOf('.after'), /^Signed in as ada/);
  });

  await story('scopes below a selected one are shown as selected and included', async (visit) => {
    const { page } = visit;
    await visit.signIn(login, password);
    await page.goto(`${api.url}/settings/tokens/new`);
    const parent = page.getByRole('checkbox', { name: /^repo Full/ });
    const child = page.getByRole('checkbox', { name: /^repo:status/ });
    const checkMark = () => child.evaluate((element) => getComputedStyle(element, '::before').content);
    assert.equal(await page.getByText('Included above').filter({ visible: true }).count(), 0);
    assert.equal(await checkMark(), 'none');
    await parent.check();
    assert.equal(await checkMark(), '"✓"');
    assert.ok((await page.getByText('Included above').filter({ visible: true }).count()) > 2);
    await parent.uncheck();
    assert.equal(await checkMark(), 'none');
    assert.equal(await child.isChecked(), false);
  });

  await story('an application is registered, authorized in the web flow, and revoked', async (visit) => {
    const { page } = visit;
    await visit.signIn(login, password);
    await page.getByRole('link', { name: 'Developer applications' }).click();
    await page.getByRole('link', { name: 'New application' }).click();
    await page.getByLabel('Name').fill('Nightly');
    await page.getByLabel('Homepage URL').fill('https://nightly.example');
    await page.getByLabel('Callback URL').fill(`${callback.url}/callback`);
    await page.getByRole('button', { name: 'Register' }).click();
    const secret = await visit.textOf('.banner code');
    const clientId = await visit.textOf('.facts code');

    const asked = new URLSearchParams({ client_id: clientId, scope: 'gist user:email', state: 'xyz' });
    await page.goto(`${api.url}/login/oauth/authorize?${asked}`);
    await page.getByRole('checkbox', { name: 'E-mail addresses' }).uncheck();
    await page.getByRole('button', { name: 'Authorize Nightly' }).click();
    await visit.arriveAt('You are back');
    const back = callback.asked.at(-1);
    assert.equal(back?.searchParams.get('state'), 'xyz');
    const code = back?.searchParams.get('code') ?? '';
    const response = await exchange(api, '/login/oauth/access_token', {
      client_id: clientId,
      client_secret: secret,
      code,
    });
    assert.equal(response.scope, 'gist');
    const token = String(response.access_token);
    assert.equal((await callWith(api, token)).status, 200);

    await page.goto(`${api.url}/settings/applications`);
    await page.getByRole('link', { name: 'Nightly', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the access of Nightly' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the access of Nightly?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await callWith(api, token)).status, 200);
    await page.getByRole('button', { name: 'Revoke the access of Nightly' }).click();
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    assert.match(await visit.textOf('.banner [role=status]'), /access of the application is revoked/);
    assert.equal((await callWith(api, token)).status, 401);
  });

  await story('the web flow works in a window, which other pages cannot keep', async (visit) => {
    const { page } = visit;
    const application = await addApplication(api, { clientId: 'popup' });
    await api.store.applications.update(application.id, { callbackUrl: `${callback.url}/back` });
    await page.goto(`${callback.url}/start`);
    const openWindow = async (url: string) => {
      const popup = page.waitForEvent('popup');
      await page.evaluate((target) => {
        Object.assign(window, { opened: window.open(target) });
      }, url);
      return popup;
    };
    const isClosed = () => page.evaluate(() => Boolean(Reflect.get(window, 'opened').closed));
    const flow = await openWindow(`${api.url}/login/oauth/authorize?client_id=${application.clientId}`);
    await flow.getByLabel('Login').fill(login);
    await flow.getByLabel('Password').fill(password);
    await flow.getByRole('button', { name: 'Sign in' }).click();
    await flow.getByRole('button', { name: /^Authorize / }).click();
    await flow.getByRole('heading', { name: 'You are back' }).waitFor();
    assert.equal(await flow.evaluate(() => window.opener?.location.pathname), '/start');
    assert.equal(await isClosed(), false);
    await flow.close();

    const settings = await openWindow(`${api.url}/settings/tokens`);
    await settings.getByRole('heading', { name: 'Personal access tokens' }).waitFor();
    assert.deepEqual([await settings.evaluate(() => window.opener), await isClosed()], [null, true]);
    await settings.close();
  });

  await story('a device is authorized by its code', async (visit) => {
    const { page } = visit;
    const { clientId } = api.application;
    const begun = await exchange(api, '/login/device/code', { client_id: clientId, scope: 'gist' });
    await page.goto(String(begun.verification_uri));
    await visit.fillSignIn(login, password);
    await page.getByRole('textbox', { name: /^Code/ }).fill(String(begun.user_code).toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Authorize/ }).click();
    await visit.arriveAt('Your device is connected');
    const response = await exchange(api, '/login/oauth/access_token', {
      client_id: clientId,
      device_code: String(begun.device_code),
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });
    assert.equal((await callWith(api, String(response.access_token))).status, 200);
  });

  await story(
    'a user signs in, skips the menu and creates a token with the keyboard',
    async ({ page, textOf, arriveAt }) => {
      await page.goto(`${api.url}/login?return_to=/settings/tokens/new`);
      const { keyboard } = page;
      // A page focuses its first field shortly after it is shown.
      await page.locator('[name="login"]:focus').waitFor();
      await keyboard.type(login);
      await keyboard.press('Tab');
      await keyboard.type(password);
      await keyboard.press('Enter');
      await page.waitForURL(`${api.url}/settings/tokens/new`);
      await keyboard.press('Tab');
      assert.equal(await textOf(':focus'), 'Skip to the content');
      assert.ok(
        ((await page.locator(':focus').boundingBox())?.y ?? -1) >= 0,
        'the focused element is visible',
      );
      await keyboard.press('Enter');
      for (let steps = 0; steps < 2; steps++) await keyboard.press('Tab');
      await keyboard.type('by keyboard');
      await keyboard.press('Enter');
      await page.getByText('“by keyboard” is ready.').waitFor();
      await arriveAt('Personal access tokens');
    },
  );
});

function callWith(api: Api, token: string) {
  return api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] });
}

/** The response to a program at an endpoint of a flow. */
async function exchange(
  api: Api,
  path: string,
  parameters: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await api.send({
    method: 'POST',
    path,
    fields: [['Accept', 'application/json']],
    body: new URLSearchParams(parameters).toString(),
  });
  return JSON.parse(response.text());
}
