import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';
import { DEVICE_GRANT_TYPE } from '../device/device-code-exchange.ts';

const { clientId } = exampleApplication;

async function openDevice(t: TestContext) {
  const api = await serveApi(t);
  const post = async (path: string, parameters: Record<string, string>) =>
    members(
      await api.send({
        method: 'POST',
        path,
        fields: [['Accept', 'application/json']],
        body: new URLSearchParams({ client_id: clientId, ...parameters }).toString(),
      }),
    );
  const codes = await post('/login/device/code', { scope: 'repo user' });
  const deviceCode = String(codes.device_code);
  const ask = (parameters: Record<string, string> = {}) =>
    post('/login/oauth/access_token', {
      device_code: deviceCode,
      grant_type: DEVICE_GRANT_TYPE,
      ...parameters,
    });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return { api, codes, ask, browser, userCode: String(codes.user_code) };
}

test('a device is authorized with its code, and gets its token once', async (t) => {
  const { api, codes, ask, browser, userCode } = await openDevice(t);
  assert.match(userCode, /^[B-Z]{4}-[B-Z]{4}$/);
  assert.equal(String(codes.device_code).length, 40);
  assert.equal(codes.verification_uri, `http://127.0.0.1:${api.port}/login/device`);
  assert.deepEqual([codes.expires_in, codes.interval], [900, 5]);
  assert.equal((await ask()).error, 'authorization_pending');

  await browser.visit('/login/device');
  const page = await browser.follow(
    await browser.submit('/login/device', { user_code: userCode.toLowerCase().replace('-', ' ') }),
  );
  assert.match(page.text(), /Authorize Build Bot/);
  const done = await browser.submit('/login/device/confirmation', { decision: 'authorize', scope: ['repo'] });
  assert.match(done.text(), /Your device is connected/);
  for (const step of [page, done]) assert.match(step.text(), /<body class="solo">/);

  api.runtime.clock.advance(5000);
  const token = await ask();
  assert.equal(token.scope, 'repo');
  api.runtime.clock.advance(5000);
  assert.equal((await ask()).error, 'incorrect_device_code');
});

test('a device that polls too often gets a longer interval', async (t) => {
  const { api, ask } = await openDevice(t);
  await ask();
  const tooSoon = await ask();
  assert.deepEqual([tooSoon.error, tooSoon.interval], ['slow_down', 10]);
  api.runtime.clock.advance(9000);
  assert.deepEqual((await ask()).interval, 15);
  api.runtime.clock.advance(15_000);
  assert.equal((await ask()).error, 'authorization_pending');
});

test('a denied code and an expired code get their errors', async (t) => {
  const { api, ask, browser, userCode } = await openDevice(t);
  await browser.visit('/login/device');
  const typed = await browser.submit('/login/device', { user_code: userCode });
  await browser.follow(typed);
  await browser.submit('/login/device/confirmation', { decision: 'cancel' });
  assert.equal((await ask()).error, 'access_denied');
  assert.equal((await browser.follow(typed)).status, 404);

  const other = await openDevice(t);
  other.api.runtime.clock.advance(900_000);
  assert.equal((await other.ask()).error, 'expired_token');
  await other.browser.visit('/login/device');
  assert.equal((await other.browser.submit('/login/device', { user_code: other.userCode })).status, 422);
  assert.equal(api.errors.length, 0);
});

test('an invalid request for the token gets an error', async (t) => {
  const { ask } = await openDevice(t);
  assert.equal((await ask({ grant_type: 'password' })).error, 'unsupported_grant_type');
  assert.equal((await ask({ client_id: 'x' })).error, 'incorrect_client_credentials');
  assert.equal((await ask({ device_code: 'x' })).error, 'incorrect_device_code');
});

test('a user has fifty attempts per hour', async (t) => {
  const { api, browser, userCode } = await openDevice(t);
  await browser.visit('/login/device');
  for (let tries = 0; tries < 50; tries++)
    assert.equal((await browser.submit('/login/device', { user_code: 'BBBB-BBBB' })).status, 422);
  assert.equal((await browser.submit('/login/device', { user_code: userCode })).status, 429);
  api.runtime.clock.advance(60 * 60 * 1000 + 1);
  assert.equal((await browser.submit('/login/device', { user_code: userCode })).status, 422);
});

test('a link with a code shows no consent page: the code must be entered in this session', async (t) => {
  const { api, ask, browser, userCode } = await openDevice(t);
  const link = `/login/device/confirmation?user_code=${userCode}`;
  const other = visitor(api);
  await other.signIn('mona', 'correct-horse-1');
  await other.visit('/login/device');
  const typedElsewhere =
    (await other.submit('/login/device', { user_code: userCode })).field('Location') ?? '';
  assert.equal((await other.visit(typedElsewhere)).status, 200);

  for (const path of [link, `${link}&proof=x`, typedElsewhere]) {
    const response = await browser.visit(path);
    assert.deepEqual(
      [response.status, response.field('Location')],
      [303, `/login/device?user_code=${userCode}`],
    );
  }
  const page = await browser.visit(`/login/device?user_code=${userCode}`);
  assert.match(page.text(), new RegExp(`value="${userCode}"`));
  const filled = { user_code: userCode, decision: 'authorize', scope: ['repo'] };
  assert.equal((await browser.submit('/login/device/confirmation', filled)).status, 404);
  assert.equal((await ask()).error, 'authorization_pending');
});

test('a user without attempts left cannot continue with links', async (t) => {
  const { browser, userCode } = await openDevice(t);
  await browser.visit('/login/device');
  for (let tries = 0; tries < 50; tries++) await browser.submit('/login/device', { user_code: 'BBBB-BBBB' });
  for (const code of [userCode, 'BBBB-BBBB']) {
    const response = await browser.visit(`/login/device/confirmation?user_code=${code}`);
    assert.equal(response.status, 303, 'the response does not reveal which code is pending');
  }
});

test('a device gets no token if its application is suspended meanwhile', async (t) => {
  const { api, ask, browser, userCode } = await openDevice(t);
  await browser.visit('/login/device');
  const typed = await browser.submit('/login/device', { user_code: userCode });
  await browser.follow(typed);
  await browser.submit('/login/device/confirmation', { decision: 'authorize', scope: ['repo'] });
  await api.store.applications.update(api.application.id, { isSuspended: true });
  assert.equal((await ask()).error, 'application_suspended');
  const other = await openDevice(t);
  await other.browser.visit('/login/device');
  const waiting = await other.browser.submit('/login/device', { user_code: other.userCode });
  await other.api.store.applications.update(other.api.application.id, { isSuspended: true });
  assert.equal((await other.browser.follow(waiting)).status, 404);
});

test('a user without a verified email address cannot authorize a device', async (t) => {
  const { api, ask, browser, userCode } = await openDevice(t);
  await browser.visit('/login/device');
  const typed = await browser.submit('/login/device', { user_code: userCode });
  await browser.follow(typed);
  await api.store.users.update(api.user.id, { emailVerified: false });
  assert.equal((await browser.follow(typed)).status, 422);
  const decision = { decision: 'authorize', scope: ['repo'] };
  assert.equal((await browser.submit('/login/device/confirmation', decision)).status, 422);
  assert.equal((await ask()).error, 'authorization_pending');

  await api.store.users.update(api.user.id, { emailVerified: true });
  await browser.follow(typed);
  await browser.submit('/login/device/confirmation', decision);
  await api.store.users.update(api.user.id, { emailVerified: false });
  api.runtime.clock.advance(5000);
  assert.equal((await ask()).error, 'unverified_user_email');
  assert.deepEqual((await api.call('GET', '/authorizations')).json(), []);
  const [event] = await api.store.audit.events(api.user.id, 1);
  assert.equal(event?.action, 'oauth_authorization.create');
});

test('an unknown application gets 404 as JSON for every Accept', async (t) => {
  const { api } = await openDevice(t);
  for (const body of ['client_id=00000000000000000000', 'client_id=%00', 'client_id=', 'scope=repo', '']) {
    for (const accept of ['application/json', '*/*', 'application/xml']) {
      const response = await api.send({
        method: 'POST',
        path: '/login/device/code',
        fields: [['Accept', accept]],
        body,
      });
      assert.deepEqual([response.status, response.text()], [404, '{"error":"Not Found"}'], body);
      assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
      assert.equal(response.field('Cache-Control'), 'no-store');
    }
  }
});
