import assert from 'node:assert/strict';
import { createUser } from './client.mjs';

/** `test` takes a function of { sparring }. `equal` is the assertion of the runner, whose message gets the requests. */
export function defineFailingTests({ test, equal }) {
  test('expects another status', async ({ sparring }) => {
    equal(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' }), 201);
  });

  test('forgets to await', async ({ sparring }) => {
    sparring.journal.expectNone({ path: '/nope' }, { within: '10s' });
  });

  test('has a handler that fails', async ({ sparring }) => {
    sparring.respond('GET /v1', () => {
      throw new Error('broken handler');
    });
    assert.equal((await fetch(`${sparring.url}/v1`)).status, 500);
  });
}

/** `brief` is `test` with a time limit of 50 ms. */
export function defineTimeoutTests({ test, brief }) {
  brief('exceeds its time-out', async ({ sparring }) => {
    await sparring.journal.next({ path: '/nope' }, { within: '10s' });
  });

  test('runs after the test that exceeded its time-out', async ({ sparring }) => {
    assert.equal((await fetch(`${sparring.url}/get`)).status, 200);
  });
}

/** Two tests that have the same server at the same time, which is an error of both. */
export function defineConcurrentTests({ test }) {
  for (const name of ['one', 'two'])
    test(name, async ({ sparring }) => {
      await fetch(`${sparring.url}/delay/0.05`);
    });
}

/** `strict` fails for requests without a rule and for unused rules. `matching` is the number of tests that pass. */
export function defineStrictTests({ strict, matching }) {
  for (let index = 0; index < matching; index++)
    strict(`matches ${index}`, async ({ sparring }) => {
      sparring.respond('GET /v1/users/1', { json: index });
      assert.equal(await (await fetch(`${sparring.url}/v1/users/1`)).json(), index);
    });

  strict('sends another path', async ({ sparring }) => {
    sparring.respond('GET /v1/users/1', { json: {} });
    assert.equal((await fetch(`${sparring.url}/v1/users/1`)).status, 200);
    assert.equal((await fetch(`${sparring.url}/v1/users/1/`)).status, 404);
  });

  strict('does not use a rule', async ({ sparring }) => {
    sparring.respond({ path: '/unused' }, {}, { id: 'never-used' });
  });
}
