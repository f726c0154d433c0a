import { expect } from '@playwright/test';
import { test } from 'sparring/playwright';
import { createUser } from './client.mjs';

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});
