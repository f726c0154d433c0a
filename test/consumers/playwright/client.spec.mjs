import { createTest, expect, test } from 'sparring/playwright';
import { defineBinTests, defineMatcherTests, defineTests } from './fixture-tests.mjs';

defineTests({
  test,
  testTls: (name, run) => test(name, ({ sparringTls }) => run({ sparring: sparringTls })),
  seeded: createTest({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } }),
});
defineMatcherTests({ test, received: expect });
defineBinTests({ parallel: createTest({ isolation: 'bin' }) });

// As pages, whose browser is not installed here.
test('accepts the authority of the server', async ({ request, sparringTls }) => {
  expect((await request.get(`${sparringTls.url}/html`)).status()).toBe(200);
  expect(sparringTls).toHaveReceivedTimes({ path: '/html' }, 1);
});

test.describe('a hook before all tests', () => {
  let message = '';
  test.beforeAll(async ({ sparring }) => {
    expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
    try {
      sparring.respond('GET /v1', {});
    } catch (error) {
      ({ message } = error);
    }
  });

  test('adds no rule', () => {
    expect(message).toBe(
      'The rules of beforeAll end before the first test; rules for each test are the option rules of createTest.',
    );
  });
});
