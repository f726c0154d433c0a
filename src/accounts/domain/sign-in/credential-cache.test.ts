import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createCredentialCache } from './credential-cache.ts';

const runtime = createRuntime({ now: 0 });

function setUp(
  t: { after(action: () => void): void },
  options: { lifetime?: number; capacity?: number } = {},
) {
  t.after(() => runtime.clock.freeze(0));
  const cache = createCredentialCache({ runtime, ...options });
  const user = { id: 1, passwordHash: '$argon2id$stored' };
  const add = (login: string, password: string) => cache.add(cache.keyOf(login, password), user);
  const has = (login: string, password: string, change: Partial<typeof user> = {}) =>
    cache.has(cache.keyOf(login, password), { ...user, ...change });
  return { cache, add, has };
}

test('the cache has what was added, and nothing else', (t) => {
  const { add, has } = setUp(t);
  assert.equal(has('mona', 'right'), false);
  add('mona', 'right');
  assert.equal(has('mona', 'right'), true);
  assert.equal(has('mona', 'wrong'), false);
});

test('a changed password hash invalidates the entry', (t) => {
  const { add, has } = setUp(t);
  add('mona', 'right');
  assert.equal(has('mona', 'right', { passwordHash: '$argon2id$new' }), false);
});

test('an entry is not valid for another user with the same login and hash', (t) => {
  const { add, has } = setUp(t);
  add('mona', 'right');
  assert.equal(has('mona', 'right', { id: 2 }), false);
});

test('each combination of login and password has its own key, also with another boundary between them', (t) => {
  const { add, has } = setUp(t);
  add('mona', 'right');
  assert.equal(has('hubot', 'right'), false);
  assert.equal(has('monar', 'ight'), false);
  assert.equal(has('mon', 'aright'), false);
});

test('the key contains neither login nor password and differs between processes', (t) => {
  const [{ cache: one }, { cache: other }] = [setUp(t), setUp(t)];
  const key = one.keyOf('mona', 'correct-horse-1');
  assert.doesNotMatch(key + Buffer.from(key, 'base64').toString('latin1'), /mona|correct-horse/);
  assert.equal(Buffer.from(key, 'base64').length, 32);
  assert.notEqual(key, other.keyOf('mona', 'correct-horse-1'));
});

test('an entry expires after its lifetime, and when the clock is set back', (t) => {
  const { add, has } = setUp(t, { lifetime: 1000 });
  add('mona', 'right');
  runtime.clock.advance(999);
  assert.equal(has('mona', 'right'), true);
  runtime.clock.advance(1);
  assert.equal(has('mona', 'right'), false);
  add('mona', 'right');
  runtime.clock.freeze(-1);
  assert.equal(has('mona', 'right'), false);
});

test('the oldest entry is removed when the cache is full', (t) => {
  const { add, has } = setUp(t, { capacity: 2 });
  for (const login of ['one', 'two', 'one', 'three']) add(login, 'right');
  assert.deepEqual([has('one', 'right'), has('two', 'right'), has('three', 'right')], [true, false, true]);
});
