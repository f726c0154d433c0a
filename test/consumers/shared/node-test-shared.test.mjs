import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSparring, sparring } from 'sparring/node-test';

test('has a part of the running server', async (t) => {
  const server = await sparring(t);
  server.respond('GET /v1/users/{id}', { json: { name: 'Mona' } });
  assert.deepEqual(await (await fetch(`${server.url}/v1/users/1`)).json(), { name: 'Mona' });
  assert.equal((await server.journal.next('/v1/users/{id}')).response?.status, 200);
  assert.throws(() => server.clock.freeze(), /users of the server at SPARRING_URL/);
});

const seeded = createSparring({ seed: {} });
test('has a server of its own for an option of a start', async (t) => {
  const { clock } = await seeded(t);
  clock.freeze();
  assert.ok(clock.isMoved());
});
