import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('PUT and DELETE /_sparring/users/{login}/suspension begin and end a suspension', async (t) => {
  const server = await serveControlled(t);
  const status = async () => (await server.call('GET', '/user')).status;
  const began: unknown[] = [];
  for (const [method, suspended, expected] of [
    ['PUT', true, 403],
    ['PUT', true, 403],
    ['DELETE', false, 200],
    ['DELETE', false, 200],
  ] as const) {
    await server.control('PUT', '/clock', { advance: '1m' });
    const response = await server.control(method, '/users/MONA/suspension');
    assert.deepEqual([response.status, members(response)], [200, { login: 'mona', suspended }]);
    assert.equal(await status(), expected);
    if (suspended) began.push((await server.store.users.byLogin('mona'))?.suspendedAt);
  }
  // A second suspension changes nothing.
  assert.ok(began[0]);
  assert.equal(began[0], began[1]);
  assert.equal((await server.control('PUT', '/users/nobody/suspension')).status, 404);
});
