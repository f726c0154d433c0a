const { createTest, expect, test } = require('sparring/jest');

test('has a part of the running server', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
  expect(sparring).toHaveReceivedTimes('/get', 1);
});

const parallel = createTest({ isolation: 'bin' });
parallel.concurrent('sees its own requests', async ({ sparring }) => {
  await fetch(`${sparring.url}/get`);
  expect(sparring.journal.count()).toBe(1);
});
