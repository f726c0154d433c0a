import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { openStore } from '../storage/open.ts';
import { changeUser, normalizeNewLogin } from './accounts.ts';

test('changeUser deletes the sessions and recovery codes that the change invalidates', async (t) => {
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store });
  const session = { userId: user.id, stage: 'signed-in', createdAt: 0, expiresAt: 9, address: '' } as const;
  for (const [change, left] of [
    [{ name: 'Mona' }, ['session', 'recovery code']],
    [{ passwordHash: 'new' }, ['recovery code']],
    [{ suspendedAt: '2026-03-01T12:00:00Z' }, ['recovery code']],
    [{ suspendedAt: null }, ['session', 'recovery code']],
    [{ twoFactor: null }, ['session']],
    [{ passwordHash: 'newer', twoFactor: { method: 'sms', phone: '+15550100' } }, []],
  ] as const) {
    await store.sessions.delete(['a']);
    await store.sessions.add('a', { ...session, userAgent: null }, 10);
    await store.recoveryCodes.replace(user.id, ['b']);
    assert.equal(await changeUser(store, user.id, change), true);
    const found = [
      ...((await store.sessions.byDigest('a', 1)) ? ['session'] : []),
      ...((await store.recoveryCodes.count(user.id)) > 0 ? ['recovery code'] : []),
    ];
    assert.deepEqual(found, left, JSON.stringify(change));
  }
});

test('normalizeNewLogin keeps a valid login', () => {
  for (const login of ['octocat', 'Octo-Cat', '7', 'a'.repeat(39)])
    assert.equal(normalizeNewLogin(login), login);
});

test('normalizeNewLogin replaces other characters than letters and digits by single hyphens, and removes them at the ends', () => {
  for (const [requested, login] of [
    ['octo_cat', 'octo-cat'],
    ['octo__cat', 'octo-cat'],
    ['octo.-_cat', 'octo-cat'],
    [' octo cat ', 'octo-cat'],
    ['møna', 'm-na'],
    ['mona@example.com', 'mona-example-com'],
    ['-octo-', 'octo'],
    ['a\0b', 'a-b'],
  ] as const)
    assert.equal(normalizeNewLogin(requested), login, requested);
});

test('normalizeNewLogin rejects an empty or too long result', () => {
  for (const requested of ['', '-', '___', '💥', 'a'.repeat(40)])
    assert.equal(normalizeNewLogin(requested), undefined, requested);
});
