import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('POST /_sparring/users adds a user with a given or a random password, once', async (t) => {
  const server = await serveControlled(t);
  const status = async (login: string, password: unknown) =>
    (await server.call('GET', '/user', { as: `${login}:${password}` })).status;
  const given = await server.control('POST', '/users', {
    login: 'ada',
    password: 'correct-horse-1',
    name: 'Ada',
    email: 'ada@example.com',
    site_admin: true,
  });
  assert.deepEqual([given.status, members(given)], [201, { login: 'ada', password: null }]);
  assert.equal(await status('ada', 'correct-horse-1'), 200);
  const user = await server.store.users.byLogin('ada');
  assert.deepEqual([user?.name, user?.email, user?.siteAdmin], ['Ada', 'ada@example.com', true]);
  const random = members(await server.control('POST', '/users', { login: 'grace' }));
  assert.equal(await status('grace', random.password), 200);
  const all = await Promise.all(
    Array.from({ length: 5 }, () => server.control('POST', '/users', { login: 'twin' })),
  );
  assert.deepEqual(all.map((response) => response.status).toSorted(), [201, 409, 409, 409, 409]);
  for (const [body, status] of [
    [{ login: 'a b' }, 422],
    [{ login: 'x', password: '' }, 422],
    [{}, 422],
    [{ login: 'x', admin: true }, 422],
  ] as const)
    assert.equal((await server.control('POST', '/users', body)).status, status, JSON.stringify(body));
});

test('PUT /_sparring/users/{login}/password changes the password and unlocks the login', async (t) => {
  const server = await serveControlled(t, { lockoutFailures: 1 });
  const status = async (password: unknown) =>
    (await server.call('GET', '/user', { as: `mona:${password}` })).status;
  assert.deepEqual([await status('wrong'), await status('correct-horse-1')], [401, 403]);
  const changed = await server.control('PUT', '/users/MONA/password', { password: 'correct-horse-2' });
  assert.deepEqual(members(changed), { login: 'mona', password: null });
  assert.equal(await status('correct-horse-2'), 200);
  const random = members(await server.control('PUT', '/users/mona/password', {}));
  assert.deepEqual([await status(random.password), await status('correct-horse-2')], [200, 401]);
  const unknown = await server.control('PUT', '/users/moan/password', {});
  assert.deepEqual(
    [unknown.status, members(unknown).detail],
    [404, 'There is no user "moan" (did you mean mona?).'],
  );
});
