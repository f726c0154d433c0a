import assert from 'node:assert/strict';
import { before, beforeEach, describe, mock, test } from 'node:test';
import { createSparring, sparring } from 'sparring/node-test';
import { defineBinTests, defineTimerTests } from './fixture-tests.mjs';
import { withFixture } from './with-fixture.mjs';

defineTimerTests({
  test: withFixture(sparring),
  useFakeTimers: () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }),
  useRealTimers: () => mock.timers.reset(),
});

describe('a server of a hook', () => {
  beforeEach(async (t) => {
    await fetch(`${(await sparring(t)).url}/get`);
  });

  for (const name of ['first', 'second'])
    test(`is that of the ${name} test, too`, async (t) => {
      assert.equal((await sparring(t)).journal.count({ path: '/get' }), 1);
    });
});

describe('a hook before all tests', () => {
  let message = '';
  before(async (t) => {
    const error = await Promise.resolve()
      .then(() => sparring(t))
      .catch((reason) => reason);
    ({ message } = error);
  });

  test('has no server, and is told where the rules of all tests belong', () => {
    assert.match(message, /^A server belongs to a test: .* the option rules of createSparring\.$/);
    assert.throws(() => sparring(), /A server belongs to a test/);
  });
});

defineBinTests({ parallel: withFixture(createSparring({ isolation: 'bin' })) });
