const { test } = require('sparring/jest');
const { createUser } = require('./client.js');

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});

test('exceeds its time-out', async ({ sparring }) => {
  await sparring.journal.next({ path: '/nope' }, { within: '10s' });
}, 50);

test('runs after the test that exceeded its time-out', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
});
