import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('POST /_sparring/snapshots/{id}/restore', () => {
  it('restores all state, repeatedly', async (t) => {
    const server = await serveControlled(t);
    const { control, call } = server;
    await call('POST', '/authorizations', { body: { note: 'kept' } });
    await control('PUT', '/lifecycle', { preset: 'github' });
    await control('POST', '/rules', { match: { path: '/api/v3/user' }, error: { status: 503 }, count: 0 });
    await control('PUT', '/clock', { freeze: '2020-06-01T00:00:00Z' });
    const list = (await call('GET', '/authorizations')).text();
    const taken = await control('POST', '/snapshots');
    assert.equal(taken.status, 201);
    assert.deepEqual(members(taken), { id: 1, taken_at: '2020-06-01T00:00:00Z' });
    assert.equal(taken.field('Location'), '/_sparring/snapshots/1');

    for (const _ of ['once', 'again']) {
      await control('DELETE', '/rules');
      await control('PUT', '/clock', { release: true });
      await control('PUT', '/lifecycle', { preset: 'supported' });
      await call('POST', '/authorizations', { body: { note: 'lost' } });
      await control('POST', '/seed', { users: [{ login: 'hubot', password: 'battery-staple-2' }] });
      assert.equal((await control('POST', '/snapshots/1/restore')).status, 204);
      assert.equal((await call('GET', '/authorizations')).text(), list);
      assert.equal((await call('GET', '/user')).status, 503);
      assert.equal((await call('GET', '/user', { as: 'hubot:battery-staple-2' })).status, 503);
      const { clock, counts } = members(await control('GET', ''));
      assert.deepEqual(clock, { now: '2020-06-01T00:00:00.000Z', mode: 'frozen' });
      assert.equal(Object(counts).users, 1);
      assert.equal(members(await control('GET', '/lifecycle')).schedule, 'github');
    }
  });

  it('restores the audit without the calls after the snapshot', async (t) => {
    const server = await serveControlled(t);
    const { control, call } = server;
    const paths = async () => {
      const { calls } = members(await control('GET', '/audit'));
      return Array.isArray(calls) ? calls.map(({ status }) => status) : undefined;
    };
    await call('GET', '/authorizations');
    const { id } = members(await control('POST', '/snapshots'));
    await call('GET', '/authorizations/999');
    await control('POST', `/snapshots/${id}/restore`);
    assert.deepEqual(await paths(), [200]);
  });
});
