import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addUser } from '../../../test/support/accounts.ts';
import { createRuntime } from '../../runtime.ts';
import { openStore } from '../../storage/open.ts';
import { createClientAddress } from '../sign-in/client-address.ts';
import type { User } from '../store.ts';
import { readSessionCookie } from './session-cookie.ts';
import { createSessions } from './sessions.ts';

async function open(t: TestContext) {
  const [runtime, store] = [createRuntime(), await openStore('memory')];
  t.after(() => store.close());
  const user = await addUser({ store, runtime });
  const sessions = createSessions({ runtime, store, clientAddress: createClientAddress([]) });
  const stranger = { secret: 'x', isNew: true, user: undefined, isSignedIn: false };
  const begin = (of: User) => sessions.begin(browser(), stranger, of, 'signed-in');
  /** Who signs in with what `begin` gave. */
  const visitor = async (fields: Awaited<ReturnType<typeof begin>>) =>
    (await sessions.visitor(browser(fields[0]?.[1].split(';', 1)[0]))).user?.login;
  return { store, user, begin, visitor };
}

/** As much of a request as sessions look at. */
function browser(cookie?: string) {
  const fields: [string, string][] = cookie === undefined ? [] : [['Cookie', cookie]];
  return { fields, field: () => undefined, peerAddress: '::1', scheme: 'http' as const };
}

test('a session begins for the user as he was found', async (t) => {
  const { user, begin, visitor } = await open(t);
  const fields = await begin(user);
  assert.equal(await visitor(fields), 'mona');
  assert.match(readSessionCookie(browser(fields[0]?.[1].split(';', 1)[0])) ?? '', /^[0-9a-f]{64}$/);
});

test('whoever signs in while password or second factor change has to sign in by the new ones', async (t) => {
  for (const change of [
    { passwordHash: 'another' },
    { twoFactor: { method: 'sms', phone: '+15550100' } },
  ] as const) {
    const { store, user, begin } = await open(t);
    await store.users.update(user.id, change);
    await store.sessions.deleteOfUser(user.id);
    await assert.rejects(begin(user), { status: 403 });
    const { tables } = await store.snapshot();
    assert.deepEqual(tables.sessions, []);
    assert.ok(await begin({ ...user, ...change }));
  }
});

test('a user who is gone by now gets no session', async (t) => {
  const { store, user, begin } = await open(t);
  await store.users.delete(user.id);
  await assert.rejects(begin(user), { status: 403 });
});
