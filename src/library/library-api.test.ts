import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SparringServer, start } from './index.ts';

const twoFactor = { method: 'sms', phone: '+15550100' } as const;
const seed = {
  users: [
    { login: 'mona', password: 'correct-horse-1' },
    { login: 'hubot', password: 'battery-staple-2', two_factor: twoFactor },
  ],
};

async function call(server: SparringServer, path: string, method = 'GET', as = 'mona:correct-horse-1') {
  const answer = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: { Authorization: `Basic ${btoa(as)}`, 'User-Agent': 'my-tool/1.0' },
    ...(method === 'POST' ? { body: '{"note":"n"}' } : {}),
  });
  await answer.bytes();
  return answer.status;
}

describe('a test controls the server that it has started', () => {
  it('by explanations of requests, and by what no rule took', async () => {
    await using server = await start({ unmatched: '404' });
    server.rules.add({ id: 'user', match: { path: '/v1/users/{id:int}' }, respond: { json: 1 } });
    const { outcome, rules } = await server.rules.explain({ target: '/v1/users/a' });
    assert.deepEqual([outcome, rules.map(({ id, matches }) => [id, matches])], ['404', [['user', false]]]);
    assert.equal((await server.rules.explain({ target: '/v1/users/1' })).outcome, 'rule');
    assert.equal(server.rules.list()[0]?.applied, 0);
    assert.equal((await fetch(`${server.url}/v1/users/a`)).status, 404);
    assert.throws(() => server.rules.verify(), { name: 'VerificationError' });
    assert.deepEqual(
      server.journal.unmatched().map(({ request }) => request.path),
      ['/v1/users/a'],
    );
    assert.deepEqual(server.bin('a').journal.unmatched(), []);
    server.journal.clear();
    server.rules.verify();
  });

  it('by rules of an archive, which can be exported', async () => {
    await using recorded = await start();
    await (await fetch(`${recorded.url}/uuid`)).text();
    await recorded.journal.next({}, { until: 'done' });
    const archive = recorded.journal.har();
    await using server = await start();
    const dry = await server.rules.import(archive, { dry: true });
    assert.deepEqual([dry.ids, dry.rules.length, server.rules.list().length], [[], 1, 0]);
    assert.deepEqual((await server.rules.import({ ...archive, bin: 't1' })).ids, ['1']);
    const ask = async () => (await fetch(`${server.url}/bin/t1/uuid`)).text();
    assert.equal(await ask(), await ask());
    const exported = server.rules.export({ bin: 't1' });
    assert.deepEqual(server.rules.export({ bin: '' }), []);
    server.rules.clear();
    server.rules.add(exported);
    assert.equal(await ask(), await ask());
    await assert.rejects(server.rules.import({ log: { entries: [] }, requests: [1] }), {
      name: 'UsageError',
      message: 'The input must have either log or requests.',
    });
  });

  it('by snapshots, which belong to that server', async () => {
    await using server = await start({ seed, now: '2026-01-01' });
    const snapshot = await server.snapshot();
    assert.equal(snapshot.takenAt, '2026-01-01T00:00:00Z');
    assert.equal(await call(server, '/authorizations', 'POST'), 201);
    assert.equal(await call(server, '/authorizations', 'POST'), 422);
    await server.restore(snapshot);
    assert.equal(await call(server, '/authorizations', 'POST'), 201);
    await server.restore(snapshot);
    assert.equal(await call(server, '/authorizations', 'POST'), 201);
    await using other = await start();
    await assert.rejects(other.restore(snapshot), {
      name: 'UsageError',
      message: 'The snapshot belongs to another server.',
    });
  });

  it('by rules', async () => {
    await using server = await start({ seed });
    const rule = server.rules.add({ match: { path: '/api/v3/user' }, error: { status: 503 } });
    assert.deepEqual([rule.id, rule.phase], ['1', 'request']);
    assert.match(rule.source, /^library-api\.test\.ts:\d+$/);
    assert.equal(await call(server, '/user'), 503);
    assert.equal(await call(server, '/user'), 200);
    assert.deepEqual(server.rules.list(), [{ ...rule, applied: 1, remaining: 0 }]);
    assert.equal(server.rules.change('1', { count: 2 }).remaining, 1);
    assert.deepEqual([await call(server, '/user'), await call(server, '/user')], [503, 200]);
    assert.throws(() => server.rules.change('2', { count: 2 }), {
      name: 'UsageError',
      message: 'There is no rule 2.',
    });
    assert.ok(server.rules.remove(rule.id));
    assert.ok(!server.rules.remove(rule.id));
    server.rules.add([
      { id: 'a', match: { service: 'api' }, drop: true, count: 0 },
      { id: 'a', bin: 'one', drop: true },
    ]);
    await assert.rejects(call(server, '/user'));
    server.rules.clear('one');
    assert.deepEqual(
      server.rules.list().map(({ id, bin }) => [id, bin]),
      [['a', undefined]],
    );
    assert.throws(() => server.rules.add({ id: 'a', drop: true }), { name: 'UsageError', message: /exists/ });
    server.rules.clear();
    assert.equal(await call(server, '/user'), 200);
    for (const [text, message] of [
      ['{"dorp":true}', 'dorp is not known (did you mean drop?).'],
      ['{}', /^The input must have one of respond, pass, error/],
      ['{"match":{"path":"/_sparring"},"drop":true}', /^match\.path must not begin with \/_sparring/],
      ['{"error":{"status":200}}', 'error.status must be >= 400.'],
      [
        '{"fault":"rest","ttl":"soon"}',
        'fault does not have the kind rest (did you mean reset?). ttl must be a duration such as 10m.',
      ],
    ] as const)
      assert.throws(() => server.rules.add(JSON.parse(text)), { name: 'UsageError', message });
  });

  it('by stubs', async () => {
    await using server = await start();
    const ask = async (path: string) => {
      const response = await fetch(server.url + path);
      return [response.status, await response.text()];
    };
    const users = server.respond('GET /v1/users/{id:int}', { json: { name: 'Mona' } }, { id: 'users' });
    assert.deepEqual(await ask('/v1/users/1'), [200, '{"name":"Mona"}']);
    const ofBin = server.bin('t1').respond('GET /v1/users/1', {}, { id: 'users' });
    assert.equal((await ask('/bin/t1/v1/users/1'))[0], 200);
    assert.deepEqual([users.requests().length, ofBin.requests().length], [1, 1]);
    ofBin.remove();
    assert.equal((await ask('/v1/users/x'))[0], 404);
    assert.deepEqual([users.id, users.applied], ['users', 1]);
    assert.equal((await users.next({ within: '2s' })).request.path, '/v1/users/1');
    users.update({ status: 503 });
    assert.deepEqual([(await ask('/v1/users/1'))[0], users.applied], [503, 1]);
    assert.deepEqual(
      users.requests().map(({ response, rules }) => [response?.status, rules]),
      [200, 503].map((status) => [status, [{ id: 'users', bin: null, phase: 'respond', step: null }]]),
    );
    const bin = server.bin('t1');
    {
      using own = bin.respond({ path: '/v1/users/1' }, { status: 201 });
      assert.equal((await ask('/bin/t1/v1/users/1'))[0], 201);
      assert.deepEqual([own.applied, own.requests().length, (await ask('/v1/users/1'))[0]], [1, 1, 503]);
    }
    assert.equal((await ask('/bin/t1/v1/users/1'))[0], 503);
    bin.respond('/x', { status: 201 });
    bin.close();
    assert.equal(server.rules.list().length, 1);
    assert.ok(users.remove());
    assert.ok(!users.remove());
    assert.throws(() => users.update({}), {
      name: 'UsageError',
      message: 'The rule users does not exist any more.',
    });
    assert.equal((await ask('/v1/users/1'))[0], 404);
    assert.throws(() => server.respond('GET /a?b', JSON.parse('{"stauts":1}')), {
      name: 'UsageError',
      message:
        /^respond\.stauts is not known \(did you mean status\?\)\. match\.path must be a path without a query/,
    });
    assert.match(server.respond('/y', {}).id, /^\d+$/);
    assert.match(server.rules.list()[0]?.source ?? '', /^library-api\.test\.ts:\d+$/);
  });

  it('by the lifecycle, on its clock', async () => {
    await using server = await start({ seed, now: '2020-09-30T06:59:59Z' });
    await server.lifecycle.set('github');
    assert.equal(await call(server, '/authorizations'), 200);
    server.clock.advance(1);
    assert.equal(server.lifecycle.describe().authorizations.phase, 'brownout');
    assert.equal(await call(server, '/authorizations'), 410);
    await server.lifecycle.set({ phases: [{ phase: 'removed', status: 451 }] });
    assert.equal(await call(server, '/authorizations'), 451);
    server.lifecycle.reset();
    assert.equal(await call(server, '/authorizations'), 200);
    await assert.rejects(server.lifecycle.set(JSON.parse('"githup"')), {
      name: 'UsageError',
      message: /did you mean github\?/,
    });
  });

  it('reads the outbox and the audit', async () => {
    await using server = await start({ seed });
    assert.equal(await call(server, '/authorizations', 'POST', 'hubot:battery-staple-2'), 401);
    const [message, ...others] = await server.outbox('hubot');
    assert.deepEqual([message?.to, others], [twoFactor.phone, []]);
    assert.deepEqual(await server.outbox(), [message]);
    assert.deepEqual(await server.outbox('mona'), []);
    await assert.rejects(server.outbox('nobody'), {
      name: 'UsageError',
      message: 'There is no user "nobody".',
    });

    await call(server, '/authorizations');
    const calls = await server.audit({ login: 'mona', deprecatedOnly: true });
    assert.deepEqual(
      calls.map(({ user_agent, method, path, status }) => [user_agent, method, path, status]),
      [['my-tool/1.0', 'GET', '/api/v3/authorizations', 200]],
    );
    assert.equal((await server.audit()).length, 2);
  });
});
