import { expect, inject, test } from 'vitest';
import { createUser } from './client.mjs';

test('uses the server of the global set-up', async () => {
  const { url } = inject('sparring');
  expect(process.env.SPARRING_URL).toBe(url);
  expect(process.env.HTTPBIN_URL).toBe(url);
  expect(await createUser(`${url}/anything`, { name: 'Mona' })).toBe(200);
});

test('has the users of the seed', async () => {
  const { accountsUrl } = inject('sparring');
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  expect((await fetch(`${accountsUrl}/api/v3/user`, { headers })).status).toBe(200);
});
