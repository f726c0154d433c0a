const { createTest, test } = require('sparring/jest');
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

test('forgets to await', async ({ sparring }) => {
  sparring.journal.expectNone({ path: '/nope' }, { within: '10s' });
});

test('has a handler that fails', async ({ sparring }) => {
  sparring.respond('GET /v1', () => {
    throw new Error('broken handler');
  });
  expect((await fetch(`${sparring.url}/v1`)).status).toBe(500);
});

const strict = createTest({ unmatched: 'fail', unused: 'fail', isolation: 'bin' });

describe('concurrent tests that fail for requests without a rule', () => {
  for (let index = 0; index < 50; index++)
    strict.concurrent(`matches ${index}`, async ({ sparring }) => {
      sparring.respond('GET /v1/users/1', { json: index });
      expect(await (await fetch(`${sparring.url}/v1/users/1`)).json()).toBe(index);
    });

  strict.concurrent('sends another path', async ({ sparring }) => {
    sparring.respond('GET /v1/users/1', { json: {} });
    expect((await fetch(`${sparring.url}/v1/users/1`)).status).toBe(200);
    expect((await fetch(`${sparring.url}/v1/users/1/`)).status).toBe(404);
  });

  strict.concurrent('does not use a rule', async ({ sparring }) => {
    sparring.respond({ path: '/unused' }, {}, { id: 'never-used' });
  });
});
