import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '../../../test/support/api.ts';
import { type Controlled, serveControlled } from '../../../test/support/control.ts';

async function take({ control }: Controlled): Promise<number> {
  return Number(members(await control('POST', '/snapshots')).id);
}

describe('a snapshot', () => {
  it('brings everything back as it stood, as often as one likes', async (t) => {
    const server = await serveControlled(t);
    const { control, call } = server;
    await call('POST', '/authorizations', { body: { note: 'kept' } });
    await control('PUT', '/lifecycle', { preset: 'github' });
    await control('POST', '/faults', { match: { path: '/user' }, do: { status: 503 }, count: 0 });
    await control('PUT', '/clock', { freeze: '2020-06-01T00:00:00Z' });
    const list = (await call('GET', '/authorizations')).text();
    const taken = await control('POST', '/snapshots');
    assert.equal(taken.status, 201);
    assert.deepEqual(members(taken), { id: 1, taken_at: '2020-06-01T00:00:00Z' });
    assert.equal(taken.field('Location'), '/_sparring/snapshots/1');

    for (const _ of ['once', 'again']) {
      await control('DELETE', '/faults');
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

  it('has in it what was noted of calls until then, and nothing of later', async (t) => {
    const server = await serveControlled(t);
    const { control, call } = server;
    const paths = async () => {
      const { calls } = members(await control('GET', '/audit'));
      return Array.isArray(calls) ? calls.map(({ status }) => status) : undefined;
    };
    await call('GET', '/authorizations');
    const id = await take(server);
    await call('GET', '/authorizations/999');
    await control('POST', `/snapshots/${id}/restore`);
    assert.deepEqual(await paths(), [200]);
  });

  it('is listed until it is forgotten', async (t) => {
    const server = await serveControlled(t);
    const { control } = server;
    assert.deepEqual([await take(server), await take(server)], [1, 2]);
    const ids = async () => {
      const { snapshots } = members(await control('GET', '/snapshots'));
      return Array.isArray(snapshots) ? snapshots.map(({ id }) => id) : undefined;
    };
    assert.deepEqual(await ids(), [1, 2]);
    assert.equal((await control('DELETE', '/snapshots/1')).status, 204);
    assert.deepEqual(await ids(), [2]);
    assert.equal(await take(server), 3, 'no number is given twice');
    for (const [method, path] of [
      ['DELETE', '/snapshots/1'],
      ['POST', '/snapshots/1/restore'],
      ['DELETE', '/snapshots/99999999999999999999'],
    ] as const) {
      const answer = await control(method, path);
      assert.equal(answer.status, 404, path);
      assert.match(String(members(answer).detail), /^There is no snapshot \S+\.$/);
    }
    assert.equal((await control('DELETE', '/snapshots/one')).status, 404);
  });

  it('is refused when there are ten', async (t) => {
    const server = await serveControlled(t);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => (await server.control('POST', '/snapshots')).status),
    );
    assert.deepEqual(answers.toSorted(), [...Array(10).fill(201), 409, 409]);
    await server.control('DELETE', '/snapshots/1');
    assert.equal((await server.control('POST', '/snapshots')).status, 201);
  });
});
