const { test } = require('sparring/jest');
const { createUser } = require('./client.js');

test('expects another status', async ({ sparring }) => {
  expect(await createUser(`${sparring.url}/status/503?x=/anything`, { name: 'Mona' })).toBe(201);
});
