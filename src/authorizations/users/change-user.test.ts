import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addUser } from '../../../test/support/accounts.ts';
import { openStore } from '../../storage/open.ts';
import { changeUser } from './change-user.ts';

test('a change is done when sessions and recovery codes that it makes void are gone', async (t) => {
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
