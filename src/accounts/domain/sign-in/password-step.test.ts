import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { addUser, type UserDetails } from '#test/support/accounts/accounts.ts';
import { openStore } from '../../storage/open.ts';
import { signInFailureKey } from '../../store/index.ts';
import { createClientAddress } from '../request/client-address.ts';
import { createCredentialCache } from './credential-cache.ts';
import { createLockout } from './lockout.ts';
import { createPasswordQueue } from './password-check.ts';
import { createPasswordStep } from './password-step.ts';
import { createPasswords } from './passwords.ts';
import { SignInOutcomes } from './sign-in-outcomes.ts';

const request = { peerAddress: '192.0.2.1', field: () => undefined };
const password = 'correct-horse-1';

async function setUp(t: TestContext, details: UserDetails = {}, maxFailures = 3) {
  const runtime = createRuntime({ now: Date.UTC(2026, 2, 1, 12) });
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store, runtime }, details);
  const logged: string[] = [];
  const dependencies = {
    store,
    log: {
      info() {},
      warn: (text: string, data?: object) => logged.push(text + JSON.stringify(data)),
      error() {},
    },
    clientAddress: createClientAddress([]),
    passwordQueue: createPasswordQueue(),
    signInOutcomes: new SignInOutcomes(),
    lockout: createLockout({ runtime, store: store.signInFailures, maxFailures, duration: 60_000 }),
    credentialCache: createCredentialCache({ runtime }),
    passwords: createPasswords(runtime, 'test'),
  };
  const failures = async () => (await store.signInFailures.byKey(signInFailureKey('mona')))?.count ?? 0;
  return { user, logged, dependencies, failures, step: createPasswordStep(dependencies) };
}

const rejectedWith = (status: number) => (error: unknown) =>
  error instanceof HttpError && error.status === status;

test('the correct password returns the user, and is not hashed the second time', async (t) => {
  const { dependencies, user } = await setUp(t);
  let hashes = 0;
  const verify = (input: string, stored: string | undefined) => {
    hashes++;
    return dependencies.passwords.verify(input, stored);
  };
  const step = createPasswordStep({ ...dependencies, passwords: { ...dependencies.passwords, verify } });
  assert.equal((await step('mona', password, request))?.id, user.id);
  assert.equal(hashes, 1);
  await step('MONA', password, request);
  assert.equal(hashes, 2, 'another spelling of the login has its own cache entry');
  assert.equal((await step('mona', password, request))?.id, user.id);
  assert.equal(hashes, 2);
});

test('a wrong password gives no user, is counted, and is logged without its text', async (t) => {
  const { step, failures, logged } = await setUp(t);
  assert.equal(await step('mona', 'hunter2', request), undefined);
  assert.equal(await step('hunter3', 'hunter2', request), undefined);
  assert.equal(await failures(), 1);
  assert.deepEqual(logged, [
    'Sign-in failed{"wrong":"password","user":"mona","address":"192.0.2.1"}',
    'Sign-in failed{"wrong":"password","user":null,"address":"192.0.2.1"}',
  ]);
});

test('the correct password resets the count, unless a second factor is required', async (t) => {
  const plain = await setUp(t);
  const guarded = await setUp(t, { twoFactor: { method: 'sms', phone: '+15550100' } });
  for (const { step, failures, user } of [plain, guarded]) {
    for (const count of [1, 2]) {
      await step('mona', 'wrong', request);
      assert.equal((await step('mona', password, request))?.id, user.id);
      assert.equal(await failures(), user.twoFactor ? count : 0);
    }
  }
});

test('a locked login is rejected without trying other credentials', async (t) => {
  const { step } = await setUp(t, {}, 1);
  await step('mona', 'wrong', request);
  const instead = () => assert.fail('asked');
  await assert.rejects(async () => step('mona', password, request, instead), rejectedWith(403));
});

test('alternatives to the password are looked up before hashing and counting', async (t) => {
  const { dependencies, failures } = await setUp(t);
  const passwords = { ...dependencies.passwords, verify: () => assert.fail('hashed') };
  const step = createPasswordStep({ ...dependencies, passwords });
  assert.equal(await step('mona', 'token', request, async () => 'a token'), 'a token');
  assert.equal(await failures(), 0);
});

test('an attempt beyond the password queue gets 429 and does not count as a failure', async (t) => {
  const { dependencies, failures } = await setUp(t);
  const latch = Promise.withResolvers<boolean>();
  const passwords = { ...dependencies.passwords, verify: () => latch.promise };
  const step = createPasswordStep({ ...dependencies, passwords });
  const others = Array.from({ length: 300 }, async (_, index) => step(`other-${index}`, 'wrong', request));
  const settled = Promise.allSettled(others);
  // All of them are waiting now.
  await nextIteration();
  const isTooBusy = (error: unknown) =>
    error instanceof HttpError &&
    error.status === 429 &&
    error.fields.some(([name]) => name === 'Retry-After');
  await assert.rejects(async () => step('mona', password, request), isTooBusy);
  await assert.rejects(async () => step('mona', 'wrong', request), isTooBusy);
  assert.equal(await failures(), 0);
  latch.resolve(false);
  const rejected = (await settled).filter((result) => result.status === 'rejected');
  assert.ok(rejected.length >= 300 - 256 - 3 && rejected.length < 300);
  for (const { reason } of rejected) assert.ok(isTooBusy(reason));
});

test('a password that is changed while an attempt waits is checked in its new state', async (t) => {
  const { dependencies, user } = await setUp(t);
  const latch = Promise.withResolvers<void>();
  const verify = async (input: string, stored: string | undefined) => {
    await latch.promise;
    return dependencies.passwords.verify(input, stored);
  };
  const step = createPasswordStep({ ...dependencies, passwords: { ...dependencies.passwords, verify } });
  const others = Array.from({ length: 3 }, (_, index) => step(`other-${index}`, 'wrong', request));
  await nextIteration();
  const old = step('mona', password, request);
  const fresh = step('mona', 'new-password', request);
  await dependencies.store.users.update(user.id, {
    passwordHash: await dependencies.passwords.hash('new-password'),
  });
  latch.resolve();
  assert.deepEqual([await old, (await fresh)?.id], [undefined, user.id]);
  await Promise.all(others);
});

test('an attempt whose check fails is not counted', async (t) => {
  const { dependencies, failures } = await setUp(t);
  const passwords = { ...dependencies.passwords, verify: () => Promise.reject(new Error('broken')) };
  const step = createPasswordStep({ ...dependencies, passwords });
  await assert.rejects(async () => step('mona', password, request), /broken/);
  assert.equal(await failures(), 0);
});

test('concurrent attempts with the same credentials share one hash and one attempt', async (t) => {
  const { dependencies, failures } = await setUp(t);
  let hashes = 0;
  const verify = (input: string, stored: string | undefined) => {
    hashes++;
    return dependencies.passwords.verify(input, stored);
  };
  const step = createPasswordStep({ ...dependencies, passwords: { ...dependencies.passwords, verify } });
  const same = (input: string) => Promise.all(Array.from({ length: 50 }, () => step('mona', input, request)));
  assert.deepEqual(new Set(await same('wrong')), new Set([undefined]));
  assert.deepEqual([hashes, await failures()], [1, 1]);
  assert.deepEqual(new Set((await same(password)).map((user) => user?.login)), new Set(['mona']));
  assert.deepEqual([hashes, await failures()], [2, 0]);
});

test('a wrong password costs a full hash each time, for a user and for an unknown login', async (t) => {
  const { dependencies } = await setUp(t);
  const verified: (string | undefined)[] = [];
  const verify = async (_: string, stored: string | undefined) => {
    verified.push(stored);
    return false;
  };
  const step = createPasswordStep({ ...dependencies, passwords: { ...dependencies.passwords, verify } });
  for (const login of ['mona', 'mona', 'nobody', 'nobody']) await step(login, 'wrong', request);
  assert.deepEqual(
    verified.map((stored) => stored !== undefined),
    [true, true, false, false],
  );
});

test('a correct password among concurrent guesses beyond the limit is rejected', async (t) => {
  const { step } = await setUp(t, {}, 3);
  const wrong = Array.from({ length: 20 }, (_, index) => step('mona', `wrong${index}`, request));
  const right = (async () => step('mona', password, request))();
  await Promise.allSettled(wrong);
  await assert.rejects(right, rejectedWith(403));
});
