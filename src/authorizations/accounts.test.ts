import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addUser } from '../../test/support/accounts.ts';
import { openStore } from '../storage/open.ts';
import { changeUser, toNewLogin } from './accounts.ts';

test('changeUser resolves after the sessions and recovery codes that it invalidates are deleted', async (t) => {
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store });
  const done: string[] = [];
  const slow =
    <Given extends unknown[]>(name: string, act: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      await sleep(20);
      await act(...given);
      done.push(name);
    };
  const { sessions, recoveryCodes } = store;
  const slowStore = {
    users: store.users,
    sessions: { ...sessions, deleteOfUser: slow('sessions', sessions.deleteOfUser) },
    recoveryCodes: { ...recoveryCodes, replace: slow('recovery codes', recoveryCodes.replace) },
  };
  for (const [change, voided] of [
    [{ name: 'Mona' }, []],
    [{ passwordHash: 'new' }, ['sessions']],
    [{ suspendedAt: '2026-03-01T12:00:00Z' }, ['sessions']],
    [{ suspendedAt: null }, []],
    [{ twoFactor: null }, ['recovery codes']],
    [
      { passwordHash: 'newer', twoFactor: { method: 'sms', phone: '+15550100' } },
      ['sessions', 'recovery codes'],
    ],
  ] as const) {
    done.length = 0;
    assert.equal(await changeUser(slowStore, user.id, change), true);
    assert.deepEqual(done, voided);
  }
});

test('toNewLogin keeps a valid login', () => {
  for (const login of ['octocat', 'Octo-Cat', '7', 'a'.repeat(39)]) assert.equal(toNewLogin(login), login);
});

test('toNewLogin replaces other characters than letters and digits by single hyphens, and removes them at the ends', () => {
  for (const [asked, login] of [
    ['octo_cat', 'octo-cat'],
    ['octo__cat', 'octo-cat'],
    ['octo.-_cat', 'octo-cat'],
    [' octo cat ', 'octo-cat'],
    ['møna', 'm-na'],
    ['mona@example.com', 'mona-example-com'],
    ['-octo-', 'octo'],
    ['a\0b', 'a-b'],
  ] as const)
    assert.equal(toNewLogin(asked), login, asked);
});

test('toNewLogin rejects an empty or too long result', () => {
  for (const asked of ['', '-', '___', '💥', 'a'.repeat(40)])
    assert.equal(toNewLogin(asked), undefined, asked);
});
