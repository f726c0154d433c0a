import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { openStore } from '../../storage/open.ts';
import { type SignInFailureStore, signInFailureKey } from '../../store/index.ts';
import { createLockout, type Verification } from './lockout.ts';

const attempt = { login: 'mona', isKnown: true };

async function setUp(t: TestContext, maxFailures: number) {
  const store = await openStore('memory');
  t.after(() => store.close());
  const runtime = createRuntime({ now: 0 });
  const lockout = createLockout({ runtime, store: store.signInFailures, maxFailures, duration: 1000 });
  const failures = () => store.signInFailures.byKey(signInFailureKey('mona'));
  return { lockout, failures };
}

const isLocked = (error: unknown) => error instanceof HttpError && error.status === 403;

test('an attempt in progress does not lock the login for concurrent attempts', async (t) => {
  const { lockout, failures } = await setUp(t, 1);
  const latch = Promise.withResolvers<Verification<string>>();
  const first = lockout.attempt(attempt, () => latch.promise);
  while ((await failures()) === undefined) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(lockout.isLocked('mona', await failures()), false);
  const second = lockout.attempt(attempt, async () => ({ outcome: 'succeeded', value: 'second' }));
  latch.resolve({ outcome: 'succeeded', value: 'first' });
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
});

test('a failed attempt stays counted, and one that is pending or ends with an error does not', async (t) => {
  const { lockout, failures } = await setUp(t, 2);
  const verify = (outcome: 'failed' | 'pending') =>
    lockout.attempt(attempt, async () => ({ outcome, value: 1 }));
  await verify('failed');
  await verify('pending');
  await assert.rejects(
    lockout.attempt(attempt, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal((await failures())?.count, 1);
  assert.equal(lockout.isLocked('mona', await failures()), false);
  await verify('failed');
  assert.equal(lockout.isLocked('Mona', await failures()), true);
  assert.equal(lockout.isLocked('mona', undefined), false);
  await assert.rejects(verify('pending'), isLocked);
});

test('a disabled lockout counts nothing', async (t) => {
  const { lockout, failures } = await setUp(t, 0);
  for (let times = 0; times < 3; times++)
    assert.equal(await lockout.attempt(attempt, async () => ({ outcome: 'failed', value: times })), times);
  assert.equal(await failures(), undefined);
  assert.equal(lockout.isLocked('mona', { count: 100, firstAt: 0 }), false);
});

test('the counts of unknown logins are limited, and those of users are not', async () => {
  const bounds: (number | undefined)[] = [];
  const store: SignInFailureStore = {
    byKey: async () => undefined,
    async attempt(_, { maxUnknown }) {
      bounds.push(maxUnknown);
      return { count: 1, firstAt: 0 };
    },
    withdraw: async () => {},
    clear: async () => {},
  };
  const lockout = createLockout({
    runtime: createRuntime({ now: 0 }),
    store,
    maxFailures: 1,
    duration: 1000,
  });
  for (const isKnown of [true, false])
    await lockout.attempt({ login: 'mona', isKnown }, async () => ({ outcome: 'failed', value: 1 }));
  assert.deepEqual(bounds, [undefined, 20_000]);
});

test('attempts beyond the queue of one login get 429', async (t) => {
  const { lockout } = await setUp(t, 1);
  const latch = Promise.withResolvers<Verification<number>>();
  const first = lockout.attempt(attempt, () => latch.promise);
  const others = Array.from({ length: 1024 }, () =>
    lockout.attempt(attempt, async () => ({ outcome: 'succeeded', value: 2 })),
  );
  await assert.rejects(
    lockout.attempt(attempt, async () => ({ outcome: 'succeeded', value: 3 })),
    (error) => error instanceof HttpError && error.status === 429,
  );
  latch.resolve({ outcome: 'succeeded', value: 1 });
  assert.equal(await first, 1);
  assert.deepEqual(new Set(await Promise.all(others)), new Set([2]));
});

test('a lock ends when lockoutDuration has passed since the first failure', async (t) => {
  const runtime = createRuntime({ now: Date.parse('2026-03-01T12:00:00Z') });
  const api = await serveApi(t, { runtime, lockoutFailures: 2, lockoutDuration: 60_000 });
  const status = async (as?: string) =>
    (await api.call('GET', '/authorizations', as === undefined ? {} : { as })).status;
  assert.equal(await status('mona:wrong-1'), 401);
  runtime.clock.advance(30_000);
  assert.equal(await status('mona:wrong-2'), 401);
  assert.equal(await status(), 403);
  runtime.clock.advance(29_000);
  assert.equal(await status(), 403);
  runtime.clock.advance(2000);
  assert.equal(await status(), 200);
});
