import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '../../runtime.ts';
import { createVerifiedCredentials } from './verified-credentials.ts';

const runtime = createRuntime({ now: 0 });

function setUp(
  t: { after(action: () => void): void },
  options: { lifetime?: number; capacity?: number } = {},
) {
  t.after(() => runtime.clock.freeze(0));
  const verified = createVerifiedCredentials({ runtime, ...options });
  const stored = '$argon2id$stored';
  const add = (login: string, password: string) => verified.add(verified.digest(login, password), stored);
  const isFresh = (login: string, password: string, hash = stored) =>
    verified.isFresh(verified.digest(login, password), hash);
  return { verified, add, isFresh };
}

test('what was verified is fresh, and nothing else is', (t) => {
  const { add, isFresh } = setUp(t);
  assert.equal(isFresh('mona', 'right'), false);
  add('mona', 'right');
  assert.equal(isFresh('mona', 'right'), true);
  assert.equal(isFresh('mona', 'wrong'), false);
});

test('all of it can be removed', (t) => {
  const { verified, add, isFresh } = setUp(t);
  add('mona', 'right');
  verified.clear();
  assert.equal(isFresh('mona', 'right'), false);
});

test('a changed password ends what was remembered of the old one', (t) => {
  const { add, isFresh } = setUp(t);
  add('mona', 'right');
  assert.equal(isFresh('mona', 'right', '$argon2id$new'), false);
});

test('neither another login nor another cut between login and password is taken for it', (t) => {
  const { add, isFresh } = setUp(t);
  add('mona', 'right');
  assert.equal(isFresh('hubot', 'right'), false);
  assert.equal(isFresh('monar', 'ight'), false);
  assert.equal(isFresh('mon', 'aright'), false);
});

test('it is forgotten after its lifetime, and when the clock is set back', (t) => {
  const { add, isFresh } = setUp(t, { lifetime: 1000 });
  add('mona', 'right');
  runtime.clock.advance(999);
  assert.equal(isFresh('mona', 'right'), true);
  runtime.clock.advance(1);
  assert.equal(isFresh('mona', 'right'), false);
  add('mona', 'right');
  runtime.clock.freeze(-1);
  assert.equal(isFresh('mona', 'right'), false);
});

test('the oldest is forgotten when there are too many', (t) => {
  const { add, isFresh } = setUp(t, { capacity: 2 });
  for (const login of ['one', 'two', 'one', 'three']) add(login, 'right');
  assert.deepEqual(
    [isFresh('one', 'right'), isFresh('two', 'right'), isFresh('three', 'right')],
    [true, false, true],
  );
});
