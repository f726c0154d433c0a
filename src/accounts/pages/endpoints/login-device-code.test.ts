import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { addApplication, addUser } from '#test/support/accounts/accounts.ts';
import { members } from '#test/support/accounts/api.ts';
import { type Flow, openFlow, postForm } from '#test/support/accounts/flow.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';
import { DEVICE_GRANT_TYPE } from '../device/device-code-exchange.ts';

const { clientId, clientSecret } = exampleApplication;

/** Requests the codes of a device, and returns the members of the response. */
async function requestCode({ api }: Flow, parameters: Readonly<Record<string, string>> = {}) {
  return members(await postForm(api, '/login/device/code', { client_id: clientId, ...parameters }));
}

async function openDevice(t: TestContext, options: Partial<ServerOptions> = {}) {
  const flow = await openFlow(t, options);
  const codes = await requestCode(flow, { scope: 'repo' });
  const poll = async (): Promise<Record<string, unknown>> =>
    members(
      await postForm(flow.api, '/login/oauth/access_token', {
        client_id: clientId,
        device_code: String(codes.device_code),
        grant_type: DEVICE_GRANT_TYPE,
      }),
    );
  const type = (code = String(codes.user_code), browser = flow.browser) =>
    browser.submit('/login/device', { user_code: code });
  const decide = () =>
    flow.browser.submit('/login/device/confirmation', { decision: 'authorize', scope: ['repo'] });
  const grant = async () => {
    await flow.browser.visit('/login/device');
    await flow.browser.follow(await type());
    return decide();
  };
  return { ...flow, codes, poll, type, decide, grant };
}

describe('POST /login/device/code', () => {
  test('a client with many pending codes is rejected, and does not affect the codes of others', async (t) => {
    const flow = await openDevice(t, { trustedProxies: ['127.0.0.1'] });
    const request = (address: string, id = clientId) =>
      postForm(flow.api, '/login/device/code', { client_id: id }, [['X-Forwarded-For', address]]);
    for (let made = 0; made < 250; made++) {
      const response = await request(`2001:db8::${made.toString(16)}`);
      assert.equal(members(response).error, undefined, String(made));
    }
    await addApplication(flow.api, { clientId: 'other' });
    for (const id of [clientId, 'other']) {
      const rejected = await request('2001:db8::ffff', id);
      assert.deepEqual(
        [rejected.status, rejected.field('Retry-After'), members(rejected).error],
        [429, '60', 'slow_down'],
      );
    }
    for (const address of ['2001:db8:0:1::1', '192.0.2.1'])
      assert.equal((await request(address)).status, 200);
    assert.equal((await flow.poll()).error, 'authorization_pending');
    flow.api.runtime.clock.advance(900_000);
    assert.equal((await request('2001:db8::ffff')).status, 200);
  });

  test('pending codes are limited per application, per client and in total', async (t) => {
    const flow = await openDevice(t);
    const added: unknown[] = [];
    const { add } = flow.api.store.deviceCodes;
    Object.assign(flow.api.store.deviceCodes, {
      add: (...input: Parameters<typeof add>) => {
        added.push(input[2]);
        return add(...input);
      },
    });
    await requestCode(flow);
    assert.deepEqual(added, [{ ofApplication: 2500, ofNetwork: 250, inAll: 10_000 }]);
  });

  test('a suspended application gets no code', async (t) => {
    const flow = await openFlow(t);
    await flow.api.store.applications.update(flow.api.application.id, { isSuspended: true });
    assert.equal((await requestCode(flow)).error, 'incorrect_client_credentials');
  });
});

describe('the device flow', () => {
  test('two concurrent polls of one code get one token', async (t) => {
    const device = await openDevice(t);
    await device.grant();
    const { users } = device.api.store;
    const { byId } = users;
    const [latch, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let waiting = 0;
    Object.assign(users, {
      byId: async (id: number) => {
        if (++waiting === 2) both.resolve();
        await latch.promise;
        return byId(id);
      },
    });
    // Both polls are in time, and both find the code before one of them exchanges it.
    const first = device.poll();
    while (waiting < 1) await new Promise((resolve) => setImmediate(resolve));
    device.api.runtime.clock.advance(5000);
    const second = device.poll();
    await both.promise;
    latch.resolve();
    const responses = await Promise.all([first, second]);
    Object.assign(users, { byId });
    assert.deepEqual(responses.map(({ error }) => error ?? 'token').toSorted(), [
      'incorrect_device_code',
      'token',
    ]);
    const { items } = await device.api.store.authorizations.list(device.api.user.id, { page: 1, perPage: 9 });
    assert.equal(items.length, 1);
  });

  test('an access that is revoked while the token is created leaves no token', async (t) => {
    const device = await openDevice(t);
    const { access_token: earlier } = await device.redeem({ code: await device.code() });
    await device.grant();
    const { authorizations } = device.api.store;
    const { createInFlow } = authorizations;
    const [reached, latch] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    Object.assign(authorizations, {
      createInFlow: async (...input: Parameters<typeof createInFlow>) => {
        reached.resolve();
        await latch.promise;
        return createInFlow(...input);
      },
    });
    // All checks before the creation of the token are complete.
    const polled = device.poll();
    await reached.promise;
    const revoked = await device.api.call('DELETE', `/applications/${clientId}/grant`, {
      as: `${clientId}:${clientSecret}`,
      body: { access_token: earlier },
    });
    assert.equal(revoked.status, 204);
    latch.resolve();
    assert.equal((await polled).error, 'incorrect_device_code');
    const { total } = await authorizations.list(device.api.user.id, { page: 1, perPage: 9 });
    assert.equal(total, 0);
  });

  test('a code is valid for its own application only', async (t) => {
    const device = await openDevice(t);
    await addApplication(device.api, { clientId: 'other' });
    const poll = async () =>
      members(
        await postForm(device.api, '/login/oauth/access_token', {
          client_id: 'other',
          device_code: String(device.codes.device_code),
          grant_type: DEVICE_GRANT_TYPE,
        }),
      ).error;
    assert.equal(await poll(), 'incorrect_device_code', 'before the decision');
    await device.grant();
    device.api.runtime.clock.advance(60_000);
    assert.equal(await poll(), 'incorrect_device_code', 'after the decision');
    device.api.runtime.clock.advance(60_000);
    assert.equal((await device.poll()).error, undefined, 'the code is still valid for its own application');
  });

  test('a device gets no token if its user is suspended after the grant', async (t) => {
    const device = await openDevice(t);
    await device.grant();
    await device.api.store.users.update(device.api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
    assert.equal((await device.poll()).error, 'access_denied');
  });

  test('a device gets no token if the address of its user is no longer verified', async (t) => {
    const device = await openDevice(t);
    await device.grant();
    await device.api.store.users.update(device.api.user.id, { emailVerified: false });
    assert.equal((await device.poll()).error, 'unverified_user_email');
  });

  test('an application that is suspended after the grant gets no token', async (t) => {
    const device = await openDevice(t);
    await device.grant();
    await device.api.store.applications.update(device.api.application.id, { isSuspended: true });
    assert.equal((await device.poll()).error, 'application_suspended');
  });

  test('a suspension or an unverified address between code and decision grants nothing', async (t) => {
    for (const [change, status] of [
      [{ user: { suspendedAt: '2026-03-01T12:00:00Z' } }, 303],
      [{ user: { emailVerified: false } }, 422],
      [{ application: { isSuspended: true } }, 404],
    ] as const) {
      const device = await openDevice(t);
      await device.browser.visit('/login/device');
      await device.browser.follow(await device.type());
      const { store, user, application } = device.api;
      if ('user' in change) await store.users.update(user.id, change.user);
      else await store.applications.update(application.id, change.application);
      assert.equal((await device.decide()).status, status, JSON.stringify(change));
      assert.equal((await device.poll()).error, 'authorization_pending');
    }
  });

  test('a user has fifty attempts per hour, also concurrently', async (t) => {
    const device = await openDevice(t);
    await device.browser.visit('/login/device');
    const right = String(device.codes.user_code);
    const codes = Array.from({ length: 100 }, (_, at) =>
      at === 79 ? right : `XXXX-XX${at + 100}`.slice(0, 9),
    );
    const statuses = (await Promise.all(codes.map((code) => device.type(code)))).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 429).length, 50);
    device.api.runtime.clock.advance(60_000);
    assert.equal((await device.type(right)).status, 429);
    device.api.runtime.clock.advance(3_600_000);
    assert.equal((await device.type('XXXX-XXXX')).status, 422);
  });

  test('an application has fifty correct codes per hour by all users together, and five by each of them', async (t) => {
    const device = await openDevice(t);
    const place = { store: device.api.store, runtime: device.api.runtime };
    const signIn = async (login: string) => {
      await addUser(place, { login, password: 'battery-staple-2' });
      const browser = visitor(device.api);
      await browser.signIn(login, 'battery-staple-2');
      return browser;
    };
    const type = async (browser: Flow['browser'], code?: string) => {
      await browser.visit('/login/device');
      return device.type(code, browser);
    };
    for (let typed = 0; typed < 49; typed++) assert.equal((await type(device.browser)).status, 303);
    const other = await signIn('other');
    assert.equal((await type(other)).status, 303, 'one user does not block the application');
    const users = await Promise.all(Array.from({ length: 8 }, (_, at) => signIn(`user${at}`)));
    for (const [index, browser] of [other, ...users].entries()) {
      await browser.visit('/login/device');
      // Concurrent ones count no more than five, too; those of the last user reach the limit.
      const sent = Array.from({ length: index === 8 ? 5 : 8 }, () => device.type(undefined, browser));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      assert.deepEqual(new Set(statuses), new Set([303]));
    }
    const last = await signIn('last');
    const responses: string[] = [];
    for (const code of [String(device.codes.user_code), 'XXXX-XXXX']) {
      const response = await type(last, code);
      assert.equal(response.status, 422);
      responses.push(response.text().replaceAll(code, 'CODE'));
    }
    assert.equal(responses[0], responses[1], 'a correct code gets the response of a wrong one');
    assert.equal(
      (await type(device.browser)).status,
      422,
      'also of a user whose codes are no longer counted',
    );
    await addApplication(device.api, { clientId: 'other' });
    const { user_code: code } = await requestCode(device, { client_id: 'other' });
    assert.equal((await type(last, String(code))).status, 303, 'of another application');
    device.api.runtime.clock.advance(3_600_001);
    const { user_code: later } = await requestCode(device);
    assert.equal((await type(other, String(later))).status, 303, 'an hour later');
  });
});
