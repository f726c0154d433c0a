import assert from 'node:assert/strict';
import type { Session } from '#accounts/store/index.ts';
import { countSuccesses, openTwo } from './concurrency.ts';
import { addUser, type EngineUnderTest, impossibleIds, type StoreTest, unstorable } from './engine.ts';

const now = 1_583_053_200_000;
const day = 86_400_000;

export function sessionContract(test: StoreTest, engine: EngineUnderTest): void {
  test('a session is read with its user until it expires', async (store) => {
    const user = await addUser(store, { twoFactor: { method: 'app', secret: 'JBSW' } });
    const session = newSession(user.id, { stage: 'second-factor', userAgent: 'Büro 😀' });
    await store.sessions.add('a', session, 10);
    assert.deepEqual(await store.sessions.byDigest('a', now), { session, user });
    assert.deepEqual(await store.sessions.byDigest('a', now + day - 1), { session, user });
    assert.equal(await store.sessions.byDigest('a', now + day), undefined);
    assert.equal(await store.sessions.byDigest('b', now), undefined);
    await store.users.update(user.id, { name: 'Mona' });
    assert.equal((await store.sessions.byDigest('a', now))?.user.name, 'Mona');
  });

  test('the expiry of a session can be changed until it expires', async (store) => {
    const user = await addUser(store);
    const session = newSession(user.id);
    await store.sessions.add('a', session, 10);
    await store.sessions.add('b', session, 10);
    await store.sessions.moveEnd('a', now + day - 1, now + 2 * day);
    assert.deepEqual(await store.sessions.byDigest('a', now + 2 * day - 1), {
      session: { ...session, expiresAt: now + 2 * day },
      user,
    });
    assert.equal(await store.sessions.byDigest('b', now + day), undefined);
    await store.sessions.moveEnd('a', now, now + 1);
    assert.equal(await store.sessions.byDigest('a', now + 1), undefined);
    await store.sessions.moveEnd('a', now + 1, now + day);
    assert.equal(await store.sessions.byDigest('a', now + 1), undefined);
    for (const digest of [...unstorable, 'c']) await store.sessions.moveEnd(digest, now, now + day);
  });

  test('a session can be deleted, and all sessions of a user except one', async (store) => {
    const { id } = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    const alive = async () => {
      const digests = ['a', 'b', 'c', 'd'];
      const found = await Promise.all(digests.map((digest) => store.sessions.byDigest(digest, now)));
      return digests.filter((_, at) => found[at] !== undefined).join('');
    };
    for (const digest of 'abc') await store.sessions.add(digest, newSession(id), 10);
    await store.sessions.add('d', newSession(other.id), 10);
    await store.sessions.delete(['b']);
    await store.sessions.delete(['b']);
    assert.equal(await alive(), 'acd');
    await store.sessions.add('b', newSession(id), 10);
    await store.sessions.deleteOfUser(id, 'c');
    assert.equal(await alive(), 'cd');
    await store.sessions.deleteOfUser(id, 'd');
    assert.equal(await alive(), 'd', 'a session of another user protects no session of this user');
    await store.sessions.add('a', newSession(id), 10);
    await store.sessions.deleteOfUser(id);
    assert.equal(await alive(), 'd');
  });

  test('new sessions replace the oldest sessions of a user beyond the maximum', async (store) => {
    const { id } = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    await store.sessions.add('other', newSession(other.id, { createdAt: now - 10 }), 3);
    for (const at of [5, 1, 4, 2, 3]) {
      await store.sessions.add(`${at}`, newSession(id, { createdAt: now + at }), 3);
    }
    const found = await Promise.all('12345'.split('').map((digest) => store.sessions.byDigest(digest, now)));
    assert.deepEqual(
      found.map((each) => each !== undefined),
      [false, false, true, true, true],
    );
    assert.ok(await store.sessions.byDigest('other', now));
  });

  test('expired sessions are deleted when others are added', async (store) => {
    const { id } = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    await store.sessions.add('over', newSession(id), 10);
    await store.sessions.add('still', newSession(id, { expiresAt: now + day + 1 }), 10);
    await store.sessions.add('new', newSession(other.id, { createdAt: now + day }), 10);
    assert.equal(await store.sessions.byDigest('over', now), undefined);
    assert.ok(await store.sessions.byDigest('still', now));
  });

  test('a text that cannot be stored is no session', async (store) => {
    const { id } = await addUser(store);
    await store.sessions.add('\ufffd', newSession(id), 10);
    for (const text of unstorable) {
      assert.equal(await store.sessions.byDigest(text, now), undefined);
      await store.sessions.delete([text]);
    }
    for (const nobody of impossibleIds) await store.sessions.deleteOfUser(nobody);
    assert.ok(await store.sessions.byDigest('\ufffd', now));
    for (const [at, userAgent] of unstorable.entries()) {
      await store.sessions.add(`${at}`, newSession(id, { userAgent, address: userAgent }), 10);
      assert.match((await store.sessions.byDigest(`${at}`, now))?.session.userAgent ?? '', /\ufffd/);
    }
    await store.sessions.deleteOfUser(id, '\ud800');
    assert.equal(await store.sessions.byDigest('\ufffd', now), undefined);
  });

  test('a deleted user gets no session', async (store) => {
    const { id } = await addUser(store);
    await store.users.delete(id);
    await store.sessions.add('a', newSession(id), 10);
    assert.equal(await store.sessions.byDigest('a', now), undefined);
  });

  test('the maximum holds for fifty concurrent sessions of a user', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { id } = await addUser(store);
    await countSuccesses(stores, (each, index) => each.sessions.add(`${index}`, newSession(id), 7));
    assert.equal(await countSuccesses(stores, (each, index) => each.sessions.byDigest(`${index}`, now)), 7);
  });
}

function newSession(userId: number, change: Partial<Session> = {}): Session {
  return {
    userId,
    stage: 'signed-in',
    createdAt: now,
    expiresAt: now + day,
    address: '192.0.2.1',
    userAgent: null,
    ...change,
  };
}
