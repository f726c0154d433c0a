import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '../../runtime.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createVerifiedCredentials } from './verified-credentials.ts';
import { QueueFullError } from './work-queue.ts';

const runtime = createRuntime({ now: 0 });
const real = createPasswords(runtime, 'test');

/** Passwords that count how many hashes were made. */
function countingPasswords(): Passwords & { hashes: number } {
  return {
    hashes: 0,
    hash: real.hash,
    verify(password, stored) {
      this.hashes++;
      return real.verify(password, stored);
    },
  };
}

async function setUp(
  t: { after(action: () => void): void },
  options: { lifetime?: number; capacity?: number } = {},
) {
  t.after(() => runtime.clock.freeze(0));
  const passwords = countingPasswords();
  const verified = createVerifiedCredentials({ runtime, passwords, ...options });
  const stored = await real.hash('right');
  const verify = (login: string, password: string) =>
    verified.verify(verified.digest(login, password), password, stored);
  const isFresh = (login: string, password: string, hash = stored) =>
    verified.isFresh(verified.digest(login, password), hash);
  return { passwords, verified, stored, verify, isFresh };
}

test('what was verified is fresh without another hash', async (t) => {
  const { passwords, verify, isFresh } = await setUp(t);
  assert.equal(isFresh('mona', 'right'), false);
  assert.equal(await verify('mona', 'right'), true);
  assert.equal(isFresh('mona', 'right'), true);
  assert.equal(passwords.hashes, 1);
});

test('a failure is never remembered: each costs a whole hash', async (t) => {
  const { passwords, verify, isFresh } = await setUp(t);
  assert.equal(await verify('mona', 'wrong'), false);
  assert.equal(await verify('mona', 'wrong'), false);
  assert.equal(isFresh('mona', 'wrong'), false);
  assert.equal(passwords.hashes, 2);
});

test('an unknown login costs a whole hash and is never right', async (t) => {
  const { passwords, verified } = await setUp(t);
  assert.equal(await verified.verify(verified.digest('nobody', 'right'), 'right', undefined), false);
  assert.equal(passwords.hashes, 1);
});

test('a changed password ends what was remembered of the old one', async (t) => {
  const { verify, isFresh } = await setUp(t);
  await verify('mona', 'right');
  assert.equal(isFresh('mona', 'right', await real.hash('new')), false);
});

test('neither another login nor another cut between login and password is taken for it', async (t) => {
  const { verify, isFresh } = await setUp(t);
  await verify('mona', 'right');
  assert.equal(isFresh('hubot', 'right'), false);
  assert.equal(isFresh('monar', 'ight'), false);
  assert.equal(isFresh('mon', 'aright'), false);
});

test('it is forgotten after its lifetime, and when the clock is set back', async (t) => {
  const { verify, isFresh } = await setUp(t, { lifetime: 1000 });
  await verify('mona', 'right');
  runtime.clock.advance(999);
  assert.equal(isFresh('mona', 'right'), true);
  runtime.clock.advance(1);
  assert.equal(isFresh('mona', 'right'), false);
  await verify('mona', 'right');
  runtime.clock.freeze(-1);
  assert.equal(isFresh('mona', 'right'), false);
});

test('the oldest is forgotten when there are too many', async (t) => {
  const { verify, isFresh } = await setUp(t, { capacity: 2 });
  for (const login of ['one', 'two', 'one', 'three']) await verify(login, 'right');
  assert.deepEqual(
    [isFresh('one', 'right'), isFresh('two', 'right'), isFresh('three', 'right')],
    [true, false, true],
  );
});

test('who asks the same at the same time shares one hash', async (t) => {
  const { passwords, verify } = await setUp(t);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify('mona', 'right')));
  assert.deepEqual(new Set(answers), new Set([true]));
  assert.equal(passwords.hashes, 1);
});

test('who would wait behind hundreds of hashes is turned away', async () => {
  const gate = Promise.withResolvers<boolean>();
  const slow = { hash: real.hash, verify: () => gate.promise };
  const verified = createVerifiedCredentials({ runtime, passwords: slow });
  const asked = Array.from({ length: 300 }, (_, index) => verified.verify(`${index}`, 'x', 'stored'));
  const settled = Promise.allSettled(asked);
  gate.resolve(true);
  const refused = (await settled).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.ok(refused.length >= 300 - 256 - 3 && refused.length < 300);
  for (const reason of refused) assert.ok(reason instanceof QueueFullError);
});
