import { expect } from '@playwright/test';
import { createTest, test } from 'sparring/playwright';
import { createUser } from './client.mjs';

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});

test('forgets to await', async ({ sparring }) => {
  sparring.journal.expectNone({ path: '/nope' }, { within: '10s' });
});

test('has a handler that fails', async ({ sparring }) => {
  sparring.respond('GET /v1', () => {
    throw new Error('broken handler');
  });
  expect((await fetch(`${sparring.url}/v1`)).status).toBe(500);
});

const strict = createTest({ unmatched: 'fail', unused: 'fail' });

strict('matches', async ({ sparring }) => {
  sparring.respond('GET /v1/users/1', { json: 1 });
  expect(await (await fetch(`${sparring.url}/v1/users/1`)).json()).toBe(1);
});

strict('sends another path', async ({ sparring }) => {
  sparring.respond('GET /v1/users/1', { json: {} });
  expect((await fetch(`${sparring.url}/v1/users/1`)).status).toBe(200);
  expect((await fetch(`${sparring.url}/v1/users/1/`)).status).toBe(404);
});

strict('does not use a rule', async ({ sparring }) => {
  sparring.respond({ path: '/unused' }, {}, { id: 'never-used' });
});

strict('matches after tests that have failed', async ({ sparring }) => {
  expect(sparring.rules.list()).toEqual([]);
});
