import assert from 'node:assert/strict';
import { start } from 'sparring';
import { createUser } from './client.mjs';

Deno.test('creates a user', async () => {
  await using server = await start();
  assert.equal(await createUser(`${server.url}/anything`, { name: 'Mona' }), 200);
  const { request } = await server.journal.next({ method: 'POST' });
  assert.deepEqual(request.json(), { name: 'Mona' });
});

Deno.test('repeats a request after a fault', async () => {
  await using server = await start();
  assert.equal(await createUser(`${server.url}/status/503?x=`, { name: 'Mona' }), 503);
  assert.equal(server.journal.count({ method: 'POST' }), 2);
});

Deno.test('signs in a user with a password', async () => {
  await using server = await start({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } });
  for (const [password, status] of [
    ['correct-horse-1', 200],
    ['x', 401],
    ['', 401],
  ]) {
    const headers = { Authorization: `Basic ${btoa(`mona:${password}`)}` };
    assert.equal((await fetch(`${server.url}/api/v3/user`, { headers })).status, status, password);
  }
});

Deno.test('uses the server of "sparring run", which has users', async () => {
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  const answer = await fetch(`${Deno.env.get('SPARRING_URL')}/api/v3/user`, { headers });
  assert.equal((await answer.json()).login, 'mona');
});
