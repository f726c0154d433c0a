import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { openStore } from '../../storage/open.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

async function setUp(t: TestContext) {
  const runtime = createRuntime();
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store, runtime });
  const codes = createRecoveryCodes(runtime, store.recoveryCodes);
  return { runtime, store, user, codes };
}

test('there are ten different codes, in groups that are easy to read', async (t) => {
  const { codes, user } = await setUp(t);
  const list = await codes.renew(user);
  assert.equal(new Set(list).size, 10);
  for (const code of list) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}(?:-[0-9a-hjkmnp-tv-z]{5}){2}$/);
  assert.equal(await codes.count(user), 10);
});

test('each code works once', async (t) => {
  const { codes, user } = await setUp(t);
  for (const [index, code] of (await codes.renew(user)).entries()) {
    assert.equal(await codes.spend(user, code), true);
    assert.equal(await codes.spend(user, code), false);
    assert.equal(await codes.count(user), 9 - index);
  }
});

test('of concurrent uses of a recovery code, one succeeds', async (t) => {
  const { codes, user } = await setUp(t);
  const [code = ''] = await codes.renew(user);
  const spent = await Promise.all(Array.from({ length: 20 }, () => codes.spend(user, code)));
  assert.equal(spent.filter(Boolean).length, 1);
});

test('new codes replace the old ones', async (t) => {
  const { codes, user } = await setUp(t);
  const [old = ''] = await codes.renew(user);
  const [fresh = ''] = await codes.renew(user);
  assert.equal(await codes.spend(user, old), false);
  assert.equal(await codes.spend(user, fresh), true);
  assert.equal(await codes.count(user), 9);
});

test('codes belong to one user', async (t) => {
  const { codes, store, user } = await setUp(t);
  const other = await addUser({ store }, { login: 'hubot' });
  const [code = ''] = await codes.renew(user);
  assert.equal(await codes.spend(other, code), false);
  assert.equal(await codes.count(other), 0);
});

test('case, spaces and dashes do not matter, and other text is not a code', async (t) => {
  const { codes, user } = await setUp(t);
  const [first = '', second = '', third = ''] = await codes.renew(user);
  assert.equal(await codes.spend(user, ` ${first.toUpperCase()} `), true);
  assert.equal(await codes.spend(user, second.replaceAll('-', '')), true);
  assert.equal(
    await codes.spend(user, third.replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'O')),
    true,
  );
  for (const text of ['', '-', '123456', '0'.repeat(15), 'u'.repeat(15), '0'.repeat(1_000_000), '\0'])
    assert.equal(await codes.spend(user, text), false);
});

test('the store does not contain the codes', async (t) => {
  const { codes, store, user } = await setUp(t);
  const list = await codes.renew(user);
  const everything = JSON.stringify(await store.readAll());
  for (const code of list) {
    assert.ok(!everything.includes(code));
    assert.ok(!everything.includes(code.replaceAll('-', '')));
  }
});
