const { createTest, expect: received, test, testTls } = require('sparring/jest');
const {
  defineBinTests,
  defineExpressionTests,
  defineMatcherTests,
  defineTests,
  defineTimerTests,
  seesItsOwnRequest,
} = require('./fixture-tests.js');

const parallel = createTest({ isolation: 'bin' });

defineTests({
  test,
  testTls,
  seeded: createTest({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } }),
});
defineMatcherTests({ test, received });
defineExpressionTests({ test, expect, received });
defineBinTests({ parallel });
defineTimerTests({
  test,
  useFakeTimers: () => jest.useFakeTimers({ now: 0 }),
  useRealTimers: () => jest.useRealTimers(),
});

parallel.concurrent.each(['Mona', 'Hubot'])('creates %s', ({ sparring }, name) =>
  seesItsOwnRequest({ sparring }, name),
);

test.each([
  [200, 'a'],
  [404, 'b'],
])('gets %d', async ({ sparring }, status, path) => {
  expect((await fetch(`${sparring.url}/status/${status}?${path}`)).status).toBe(status);
  expect(sparring.journal.count()).toBe(1);
});

test.each`
  status
  ${201}
`('gets $status of a row', async ({ sparring }, { status }) => {
  expect((await fetch(`${sparring.url}/status/${status}`)).status).toBe(status);
});

test.failing('fails as expected', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(404);
});

test.todo('is to be written');
test.skip.each([1])('is skipped', () => {});

expect(() => test.concurrent('is rejected', async () => {})).toThrow(
  "Concurrent tests need createTest({ isolation: 'bin' }).",
);
