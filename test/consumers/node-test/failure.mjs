import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sparring } from 'sparring/node-test';
import { createUser } from './client.mjs';

test('expects another status', async (t) => {
  const server = await sparring(t);
  assert.equal(await createUser(`${server.url}/status/503?x=/anything`, { name: 'Mona' }), 201);
});
