import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSparring, sparring } from 'sparring/node-test';
import { createUser } from './client.mjs';

test('expects another status', async (t) => {
  const server = await sparring(t);
  assert.equal(await createUser(`${server.url}/status/503?x=/anything`, { name: 'Mona' }), 201);
});

test('exceeds its time-out', { timeout: 50 }, async (t) => {
  await (await sparring(t)).journal.next({ path: '/nope' }, { within: '10s' });
});

test('runs after the test that exceeded its time-out', async (t) => {
  assert.equal((await fetch(`${(await sparring(t)).url}/get`)).status, 200);
});

test('forgets to await', async (t) => {
  (await sparring(t)).journal.expectNone({ path: '/nope' }, { within: '10s' });
});

test('has a handler that fails', async (t) => {
  const server = await sparring(t);
  server.respond('GET /v1', () => {
    throw new Error('broken handler');
  });
  assert.equal((await fetch(`${server.url}/v1`)).status, 500);
});

describe('concurrent tests without bins', { concurrency: true }, () => {
  for (const name of ['one', 'two'])
    test(name, async (t) => {
      await fetch(`${(await sparring(t)).url}/delay/0.05`);
    });
});

const strict = createSparring({ unmatched: 'fail', unused: 'fail', isolation: 'bin' });

describe('concurrent tests that fail for requests without a rule', { concurrency: true }, () => {
  for (let index = 0; index < 50; index++)
    test(`matches ${index}`, async (t) => {
      const server = await strict(t);
      server.respond('GET /v1/users/1', { json: index });
      assert.equal(await (await fetch(`${server.url}/v1/users/1`)).json(), index);
    });

  test('sends another path', async (t) => {
    const server = await strict(t);
    server.respond('GET /v1/users/1', { json: {} });
    assert.equal((await fetch(`${server.url}/v1/users/1`)).status, 200);
    assert.equal((await fetch(`${server.url}/v1/users/1/`)).status, 404);
  });

  test('does not use a rule', async (t) => {
    (await strict(t)).respond({ path: '/unused' }, {}, { id: 'never-used' });
  });
});
