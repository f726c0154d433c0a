import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { describe, it, test } from 'node:test';
import type { RuleEffects, RuleInput, RuleMatch } from '#rules/rule.ts';
import { createRuntime } from '#runtime.ts';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, basic, client, members, noon, serveApi } from '#test/support/accounts/api.ts';
import { addRule } from '#test/support/rules.ts';
import { until } from '#test/support/until.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { exampleApplication, exampleUser } from '../example-accounts.ts';

const rejected = { error: { status: 503 } };

/** Adds a rule for calls of the API. */
function add(api: Api, { match, ...rule }: RuleInput) {
  return addRule(api, { match: { service: 'api', ...match }, ...rule });
}

/** Adds a rule that applies to every call. */
function order(api: Api, match: RuleMatch, effects: RuleEffects = rejected) {
  return add(api, { match, ...effects, count: 0 });
}

describe('the effect of a rule', () => {
  it('can be any error, with a message and Retry-After', async (t) => {
    const api = await serveApi(t);
    add(api, { error: { status: 502, message: 'Bad\nluck', retry_after: 30 } });
    const response = await api.call('GET', '/authorizations');
    assert.equal(response.status, 502);
    assert.equal(members(response).message, 'Bad\nluck');
    assert.equal(response.field('Retry-After'), '30');
    add(api, { error: { status: 500 } });
    assert.equal(members(await api.call('GET', '/authorizations')).message, 'Internal Server Error');
  });

  it('can be an exceeded rate limit', async (t) => {
    const api = await serveApi(t);
    order(api, { caller: { login: 'mona' } }, { rate_limit: true });
    const response = await api.call('GET', '/authorizations');
    assert.equal(response.status, 403);
    assert.match(String(members(response).message), /^API rate limit exceeded for user ID \d+\.$/);
    assert.equal(response.field('X-RateLimit-Remaining'), '0');
    assert.equal(response.field('X-RateLimit-Limit'), '5000');
    assert.equal(response.field('X-RateLimit-Reset'), String(noon / 1000 + 3600));
    api.rules.clear();
    order(api, {}, { rate_limit: true });
    assert.match(String(members(await api.call('GET', '/user')).message), /^API rate limit exceeded for 127/);
  });

  it('can be a suspension of the authenticated user', async (t) => {
    const api = await serveApi(t);
    order(api, {}, { suspended: true });
    const response = await api.call('GET', '/user');
    assert.equal(response.status, 403);
    assert.match(String(members(response).message), /^Sorry\. Your account was suspended/);
    assert.equal((await api.call('GET', '/user', { as: 'mona:wrong' })).status, 401);
    assert.equal((await api.call('GET', '/user', { as: null })).status, 401);
  });

  it('can be a lockout, for any password', async (t) => {
    const api = await serveApi(t);
    order(api, {}, { lockout: true });
    for (const as of [undefined, 'mona:wrong']) {
      const response = await api.call('GET', '/user', as === undefined ? {} : { as });
      assert.match(String(members(response).message), /^Maximum number of login attempts exceeded/);
    }
  });

  it('can be a connection that is closed without a response, on HTTP/1.1', async (t) => {
    const api = await serveApi(t);
    add(api, { drop: true });
    const request = 'GET /api/v3/user HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\n\r\n';
    assert.deepEqual(await exchangeBytes(api.port, request), []);
    const [response] = await exchangeBytes(api.port, request);
    assert.equal(response?.status, 401);
  });

  it('can be a connection that is closed with all of its streams, on HTTP/2', async (t) => {
    const api = await serveApi(t, { h2c: true });
    add(api, { match: { path: '/api/v3/user' }, drop: true });
    const session = connect(api.url);
    const closed = new Promise((resolve) => session.on('close', resolve).on('error', () => {}));
    const stream = session.request({ ':path': '/api/v3/user', 'user-agent': 'test' });
    const statuses: unknown[] = [];
    stream.on('response', (headers) => statuses.push(headers[':status'])).on('error', () => {});
    stream.end();
    await closed;
    assert.deepEqual(statuses, []);
  });

  it('can be a delay, after which the call continues and further rules apply', async (t) => {
    const api = await serveApi(t);
    add(api, { delay: 3 });
    assert.equal((await api.call('GET', '/user')).status, 200);
    assert.equal(api.runtime.now(), noon + 3000);
    add(api, { delay: 2 });
    add(api, { ...rejected });
    assert.equal((await api.call('GET', '/user')).status, 503);
    assert.equal(api.runtime.now(), noon + 5000);
  });

  it('is a delay of at most the maximum delay', async (t) => {
    const api = await serveApi(t, { maxDuration: 4000 });
    for (let times = 0; times < 2; times++) add(api, { delay: 3.5 });
    assert.equal((await api.call('GET', '/user')).status, 200);
    assert.equal(api.runtime.now(), noon + 4000);
    assert.throws(() => add(api, { delay: 5 }), /delay takes 5 s; the maximum is 4 s/);
  });

  it('changes nothing for a client that has disconnected during the delay', {
    timeout: 20_000,
  }, async (t) => {
    const api = await serveApi(t, { runtime: createRuntime(), h2c: true });
    const { rules } = api;
    await api.call('POST', '/authorizations', { body: { note: 'precious' } });
    const list = () => api.store.authorizations.list(api.user.id, { page: 1, perPage: 30 });
    const path = `/api/v3/authorizations/${(await list()).items[0]?.id}`;
    const [[, authorization = ''] = []] = basic(`${exampleUser.login}:${exampleUser.password}`);
    add(api, { match: { method: 'DELETE' }, delay: 0.3, count: 2 });

    const socket = createConnection(api.port, '127.0.0.1').on('error', () => {});
    socket.write(
      `DELETE ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    await until(() => rules.list()[0]?.applied === 1);
    socket.destroy();

    const session = connect(api.url).on('error', () => {});
    const fields = { ':method': 'DELETE', ':path': path, authorization, 'user-agent': 'test' };
    session.request(fields).on('error', () => {});
    await until(() => rules.list()[0]?.applied === 2);
    session.destroy();

    // Longer than the delay of either call.
    await api.runtime.sleep(500);
    assert.equal((await list()).total, 1);
    assert.deepEqual(api.errors, []);
  });
});

describe('the conditions of a rule', () => {
  it('match by method, path, template or prefix of a path', async (t) => {
    const api = await serveApi(t);
    const note = (match: RuleMatch) => {
      api.rules.clear();
      order(api, match);
    };
    const isMet = async (method: string, path: string) => (await api.call(method, path)).status === 503;

    note({ method: 'post' });
    assert.deepEqual(
      [await isMet('POST', '/authorizations'), await isMet('GET', '/authorizations')],
      [true, false],
    );
    for (const path of ['/api/v3/authorizations', 'api/v3/authorizations']) {
      note({ path });
      assert.deepEqual(
        [await isMet('GET', '/authorizations'), await isMet('GET', '/authorizations?page=2')],
        [true, true],
        path,
      );
      assert.equal(await isMet('GET', '/authorizations/1'), false, path);
    }
    note({ path: { like: '/api/v3/authorizations*' } });
    assert.deepEqual(
      [
        await isMet('GET', '/authorizations'),
        await isMet('GET', '/authorizations/1'),
        await isMet('GET', '/user'),
      ],
      [true, true, false],
    );
    note({ path: '/api/v3/applications/grants/{grant_id}' });
    assert.deepEqual(
      [await isMet('GET', '/applications/grants/7'), await isMet('GET', '/applications/grants')],
      [true, false],
    );
    note({ path: '/api/v3/nothing/here' });
    assert.equal(await isMet('GET', '/nothing/here'), true);
    note({ path: '/api/v3' });
    assert.deepEqual([await isMet('GET', ''), await isMet('GET', '/user')], [true, false]);
  });

  it('match by User-Agent', async (t) => {
    const api = await serveApi(t);
    order(api, { headers: { 'User-Agent': { has: 'Gist/', ignore_case: true } } });
    const ask = async (agent: string) =>
      (await api.call('GET', '/user', { fields: [['User-Agent', agent]] })).status;
    assert.deepEqual([await ask('gist/6.0.0 (Net::HTTP)'), await ask('hub 2.14')], [503, 200]);
  });

  it('match by user, after authentication', async (t) => {
    const api = await serveApi(t);
    await addUser({ store: api.store }, { login: 'hubot' });
    order(api, { caller: { login: 'MONA' } });
    const ask = async (as: string | null) => (await api.call('GET', '/user', { as })).status;
    assert.equal(await ask(`mona:${exampleUser.password}`), 503);
    assert.equal(await ask(`hubot:${exampleUser.password}`), 200);
    assert.equal(await ask('mona:wrong'), 401);
    assert.equal(await ask(null), 401);
  });

  it('match by the application that calls or whose token is used', async (t) => {
    const api = await serveApi(t);
    const token = '89abcdef0123456789abcdef0123456789abcdef';
    await addToken({ store: api.store }, { token, userId: api.user.id, applicationId: api.application.id });
    order(api, { caller: { client_id: exampleApplication.clientId } });
    const own = `${exampleApplication.clientId}:${exampleApplication.clientSecret}`;
    const path = `/applications/${exampleApplication.clientId}/token`;
    const body = { access_token: token };
    assert.equal((await api.call('POST', path, { as: own, body })).status, 503);
    assert.equal((await api.call('GET', '/user', { as: `${token}:x-oauth-basic` })).status, 503);
    assert.equal((await api.call('GET', '/user')).status, 200);
    assert.equal((await api.call('PUT', client.path, { body: client.secret })).status, 200);
  });

  it('match when all conditions of the rule match', async (t) => {
    const api = await serveApi(t);
    order(api, { method: 'GET', caller: { login: 'mona' }, path: '/api/v3/user' });
    assert.equal((await api.call('GET', '/authorizations')).status, 200);
    assert.equal((await api.call('GET', '/user')).status, 503);
  });

  it('do not match calls of other services', async (t) => {
    const api = await serveApi(t);
    order(api, {});
    for (const path of ['/get', '/login', '/_sparring', '/docs']) {
      assert.equal((await api.get(path)).status, 200, path);
    }
  });
});

describe('the count of a rule', () => {
  it('is one by default', async (t) => {
    const api = await serveApi(t);
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let call = 0; call < count; call++) all.push((await api.call('GET', '/user')).status);
      return all;
    };
    add(api, { ...rejected });
    assert.deepEqual(await statuses(2), [503, 200]);
    add(api, { error: { status: 500 }, count: 2 });
    assert.deepEqual(await statuses(3), [500, 500, 200]);
    add(api, { error: { status: 502 }, count: 0 });
    assert.deepEqual(await statuses(3), [502, 502, 502]);
    assert.deepEqual(
      api.rules.list().map(({ count, applied }) => [count, applied]),
      [
        [1, 1],
        [2, 2],
        [0, 3],
      ],
    );
  });

  it('is still listed after the last call, until the rule is removed', async (t) => {
    const api = await serveApi(t);
    const { rules, call } = api;
    const fault = add(api, { ...rejected });
    assert.equal((await call('GET', '/user')).status, 503);
    assert.equal((await call('GET', '/user')).status, 200);
    assert.equal(rules.list().length, 1);
    assert.ok(await rules.remove(null, fault.id));
    assert.ok(!(await rules.remove(null, fault.id)));
    assert.deepEqual(rules.list(), []);
  });
});

test('is restored by a snapshot', async (t) => {
  const api = await serveApi(t);
  const { rules, call } = api;
  add(api, { ...rejected, count: 2 });
  await call('GET', '/user');
  const snapshot = await rules.snapshot();
  const before = rules.list();
  await call('GET', '/user');
  add(api, { drop: true });
  await rules.restore(snapshot);
  assert.deepEqual(rules.list(), before);
  assert.deepEqual([(await call('GET', '/user')).status, (await call('GET', '/user')).status], [503, 200]);
  await rules.restore(snapshot);
  assert.deepEqual(rules.list(), before);
});

test('credentials are checked before a fault with a user applies', async (t) => {
  const api = await serveApi(t);
  order(api, { caller: { login: 'mona' } }, { drop: true });
  assert.equal((await api.get('/api/v3/user', [...basic('mona:wrong'), ['User-Agent', 'x']])).status, 401);
});
