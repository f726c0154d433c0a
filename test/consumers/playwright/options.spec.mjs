import { createTest, expect, test } from 'sparring/playwright';

const seeded = createTest({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } });

// It holds for every test of the file. A bin has at most half of the entries.
test.use({ sparringOptions: { journal: 4, isolation: 'bin' } });

test('has the options of the file', async ({ sparring, sparringTls }) => {
  for (const path of ['/ip', '/get', '/uuid']) await fetch(sparring.url + path);
  expect(sparring.journal.all().map(({ request }) => request.path)).toEqual(['/get', '/uuid']);
  expect(sparringTls.journal.dropped).toBe(0);
});

seeded('has the options of createTest too', async ({ sparring, request }) => {
  expect(sparring.url).toMatch(/\/bin\/test-\d+$/);
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  const { origin } = new URL(sparring.url);
  expect((await request.get(`${origin}/api/v3/user`, { headers })).status()).toBe(200);
});
