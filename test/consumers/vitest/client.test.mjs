import { createTest, expect as received, test } from 'sparring/vitest';
import * as v from 'valibot';
import { describe, expect, vi } from 'vitest';
import { z } from 'zod';
import {
  defineBinTests,
  defineExpressionTests,
  defineMatcherTests,
  defineTests,
  defineTimerTests,
  seesItsOwnRequest,
} from './fixture-tests.mjs';

const parallel = createTest({ isolation: 'bin' });

defineTests({
  test,
  testTls: (name, run) => test(name, ({ sparringTls }) => run({ sparring: sparringTls })),
  seeded: createTest({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } }),
});
defineMatcherTests({ test, received });
defineExpressionTests({ test, expect, received });
defineBinTests({ parallel });
defineTimerTests({
  test,
  // The fetch of Node uses a connection again after setImmediate.
  useFakeTimers: () => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  useRealTimers: () => vi.useRealTimers(),
});

test('has bodies that schemas check', async ({ sparring }) => {
  await fetch(`${sparring.url}/post`, { method: 'POST', body: JSON.stringify({ id: 5, name: 'Mona' }) });
  const { request } = await sparring.journal.next({ method: 'POST' });
  expect(request.json(z.object({ id: z.number(), name: z.string() }))).toEqual({ id: 5, name: 'Mona' });
  expect(request.json(v.object({ id: v.pipe(v.number(), v.transform(String)) }))).toEqual({ id: '5' });
  expect(() => request.json(z.object({ id: z.string(), name: z.number() }))).toThrow(
    /^The body does not match the schema:\n {2}\/id: .*\n {2}\/name: /,
  );
  expect(() => request.json(v.object({ id: v.string() }))).toThrow(/\n {2}\/id: .*string/);
});

test('repeats a test', { retry: 1 }, async ({ sparring, task }) => {
  await fetch(`${sparring.url}/get`);
  expect(sparring.journal.count()).toBe(1);
  expect(task.result.retryCount).toBe(1);
});

describe('concurrent tests with bins', () => {
  for (const name of ['Mona', 'Hubot'])
    parallel.concurrent(`creates ${name}`, ({ sparring }) => seesItsOwnRequest({ sparring }, name));
});

parallel('cannot change the state of the other tests', async ({ sparring }) => {
  expect(() => sparring.clock.freeze()).toThrow('clock.freeze() affects the tests that run at the same time');
  await expect(sparring.reset()).rejects.toThrow('reset() affects the tests that run at the same time');
});
