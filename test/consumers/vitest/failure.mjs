import { test } from 'sparring/vitest';
import { expect } from 'vitest';
import { createUser } from './client.mjs';

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});
