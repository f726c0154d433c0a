import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '../../../test/support/accounts/api.ts';
import { serveControlled } from '../../../test/support/servers/control.ts';

test('PUT and DELETE /_sparring/users/{login}/suspension begin and end a suspension', async (t) => {
  const server = await serveControlled(t);
  const status = async () => (await server.call('GET', '/user')).status;
  for (const [method, suspended, expected] of [
    ['PUT', true, 403],
    ['PUT', true, 403],
    ['DELETE', false, 200],
    ['DELETE', false, 200],
  ] as const) {
    const response = await server.control(method, '/users/MONA/suspension');
    assert.deepEqual([response.status, members(response)], [200, { login: 'mona', suspended }]);
    assert.equal(await status(), expected);
  }
  assert.equal((await server.control('PUT', '/users/nobody/suspension')).status, 404);
});
