import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SparringServer, start } from '../index.ts';

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

  it('by faults', async () => {
    await using server = await start({ seed });
    const fault = await server.faults.add({ match: { path: '/user' }, effect: { status: 503 } });
    assert.equal(await call(server, '/user'), 503);
    assert.equal(await call(server, '/user'), 200);
    assert.deepEqual(server.faults.list(), [{ ...fault, applied: 1, remaining: 0 }]);
    assert.ok(server.faults.remove(fault.id));
    await server.faults.add({ effect: { drop: true }, count: 0 });
    await assert.rejects(call(server, '/user'));
    server.faults.clear();
    assert.equal(await call(server, '/user'), 200);
    for (const [rule, message] of [
      ['{"effect":{"dorp":true}}', 'effect.dorp is not a known key (did you mean drop?).'],
      ['{"effect":{}}', /^effect must have one of fault, delay/],
      ['{}', 'effect is missing.'],
      [
        '{"effect":{"drop":true},"match":{"path":"/docs"}}',
        'match.path must be a path of the testing service, the API or the pages; "/docs" belongs to the service docs.',
      ],
      ['{"effect":{"status":200}}', 'effect.status must be >= 400.'],
      ['{"effect":{"fault":"rest"}}', 'effect.fault does not have the kind rest (did you mean reset?).'],
    ] as const)
      await assert.rejects(server.faults.add(JSON.parse(rule)), { name: 'UsageError', message });
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
      message: 'There is no user nobody.',
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
