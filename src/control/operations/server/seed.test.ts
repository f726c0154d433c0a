import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

const user = { login: 'hubot', password: 'battery-staple-2' };

describe('seeding a running server', () => {
  it('adds the records of a seed file, and changes nothing the second time', async (t) => {
    const { control, call } = await serveControlled(t);
    for (const _ of ['once', 'again']) {
      const response = await control('POST', '/seed', { users: [user] });
      assert.deepEqual([response.status, response.text()], [204, '']);
    }
    assert.equal((await call('GET', '/user', { as: 'hubot:battery-staple-2' })).status, 200);
    assert.equal((await call('GET', '/user')).status, 200, 'existing records are kept');
  });

  it('replaces rules with the same id in their places, and rejects an id that is twice in the seed', async (t) => {
    const { control, rules } = await serveControlled(t);
    const rule = (id: string, status: number) => ({ id, match: { path: '/a' }, respond: { status } });
    assert.equal((await control('POST', '/seed', { rules: [rule('a', 201), rule('b', 202)] })).status, 204);
    assert.equal((await control('POST', '/seed', { rules: [rule('b', 203), rule('c', 204)] })).status, 204);
    const list = () => rules.list().map(({ id, respond, source }) => [id, respond, source]);
    const expected = [
      ['c', { status: 204 }, 'seed'],
      ['a', { status: 201 }, 'seed'],
      ['b', { status: 203 }, 'seed'],
    ];
    assert.deepEqual(list(), expected);
    for (const id of ['a', 'd']) {
      const twice = await control('POST', '/seed', { rules: [rule(id, 205), rule(id, 206)] });
      assert.deepEqual(
        [twice.status, members(twice).detail],
        [409, `A rule with the id ${id} exists in the rules of the server.`],
      );
    }
    assert.deepEqual(list(), expected);
  });

  it('rejects an invalid seed with one sentence, and changes nothing', async (t) => {
    const { control, store } = await serveControlled(t);
    for (const [body, detail] of [
      [{ usrs: [] }, 'usrs is not a known key (did you mean users?).'],
      [
        { users: [user, { ...user, login: 'o', pasword: 'x' }] },
        'users[1].pasword is not a known key (did you mean password?).',
      ],
      [{ users: [user, { login: 'other' }] }, 'users[1] has no password.'],
      [{ users: 'mona' }, 'users must be a list of users.'],
    ] as const) {
      const response = await control('POST', '/seed', body);
      assert.equal(response.status, 422);
      assert.equal(members(response).detail, detail);
    }
    for (const body of ['', '{', '\xff'])
      assert.equal((await control('POST', '/seed', body)).status, 400, body);
    for (const body of ['[]', 'null', '"x"'])
      assert.equal((await control('POST', '/seed', body)).status, 422, body);
    assert.equal((await control('POST', '/seed', {})).status, 204);
    assert.deepEqual(
      (await store.users.list()).map(({ login }) => login),
      ['mona'],
    );
  });
});
