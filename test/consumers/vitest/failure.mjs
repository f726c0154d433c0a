import { test } from 'sparring/vitest';
import { describe, expect } from 'vitest';
import { createUser } from './client.mjs';

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});

test('exceeds its time-out', async ({ sparring }) => {
  await sparring.journal.next({ path: '/nope' }, { within: '10s' });
}, 50);

test('runs after the test that exceeded its time-out', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
});

describe.concurrent('concurrent tests without bins', () => {
  for (const name of ['one', 'two'])
    test(name, async ({ sparring }) => {
      await fetch(`${sparring.url}/delay/0.05`);
    });
});
