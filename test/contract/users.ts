import assert from 'node:assert/strict';
import { signInFailureKey } from '#accounts/store/index.ts';
import {
  addApplication,
  addUser,
  at,
  impossibleIds,
  later,
  listsOf,
  newUser,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

export function userContract(test: StoreTest): void {
  test('a user is read as it was added, by id and by login in any case', async ({ users }) => {
    const allItems = newUser({
      login: 'Mona-Łisa',
      name: 'Mona 😀',
      email: 'mona@example.com',
      emailVerified: false,
      siteAdmin: true,
      suspendedAt: later,
      twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' },
    });
    const added = await users.add(allItems);
    assert.deepEqual(added, { id: added?.id, ...allItems });
    assert.deepEqual(await users.byId(added?.id ?? 0), added);
    assert.deepEqual(await users.byLogin('mONA-łISA'), added);
    assert.equal(await users.byLogin('mona'), undefined);
  });

  test('the logins with a prefix are read in any case, in order, and not beyond the limit', async ({
    users,
  }) => {
    for (const login of ['mona', 'Monalisa', 'monZ', 'mo', 'ada', 'Łisa', 'z😀'])
      await users.add(newUser({ login }));
    assert.deepEqual(await users.loginsWithPrefix('MON', 10), ['mona', 'Monalisa', 'monZ']);
    assert.deepEqual(await users.loginsWithPrefix('mon', 2), ['mona', 'Monalisa']);
    assert.deepEqual(await users.loginsWithPrefix('', 2), ['ada', 'mo']);
    assert.deepEqual(await users.loginsWithPrefix('z', 2), ['z😀']);
    assert.deepEqual(await users.loginsWithPrefix('łi', 2), ['Łisa']);
    for (const prefix of ['monax', '%', '_', ...unstorable]) {
      assert.deepEqual(await users.loginsWithPrefix(prefix, 10), [], JSON.stringify(prefix));
    }
  });

  test('the login of an e-mail address is found in any case, unless several users have the address', async ({
    users,
  }) => {
    await users.add(newUser({ login: 'Mona', email: 'Mona@Example.com' }));
    await users.add(newUser({ login: 'ada', email: 'shared@example.com' }));
    await users.add(newUser({ login: 'grace', email: 'SHARED@example.com' }));
    await users.add(newUser({ login: 'none', email: null }));
    assert.equal(await users.loginOfEmail('mona@EXAMPLE.com'), 'Mona');
    for (const email of ['shared@example.com', 'mona', 'mona@example', '', '%', ...unstorable])
      assert.equal(await users.loginOfEmail(email), undefined, JSON.stringify(email));
  });

  test('a user with codes by text message has a telephone number', async ({ users }) => {
    const sms = { method: 'sms' as const, phone: '+15550100' };
    const app = { method: 'app' as const, secret: 'JBSWY3DPEHPK3PXP' };
    const added = await users.add(newUser({ twoFactor: sms }));
    assert.deepEqual(added?.twoFactor, sms);
    for (const twoFactor of [app, sms, null]) {
      assert.equal(await users.update(added?.id ?? 0, { twoFactor }), true);
      assert.deepEqual((await users.byLogin('mona'))?.twoFactor, twoFactor);
      assert.deepEqual((await users.credentials('mona')).user?.twoFactor, twoFactor);
    }
  });

  test('a new user is verified and not suspended by default', async ({ users }) => {
    const { emailVerified, suspendedAt, ...least } = newUser();
    assert.deepEqual(await users.add(least), { id: 1, ...least, emailVerified: true, suspendedAt: null });
    assert.equal(await users.update(1, { emailVerified: false, suspendedAt: later }), true);
    assert.partialDeepStrictEqual(await users.byId(1), { emailVerified: false, suspendedAt: later });
    assert.equal(await users.update(1, { emailVerified: true, suspendedAt: null }), true);
    assert.deepEqual(await users.byId(1), { id: 1, ...least, emailVerified: true, suspendedAt: null });
  });

  test('deleting a user deletes tokens and grants, and keeps applications without an owner', async (store) => {
    const token = tokenMaker();
    const mona = await addUser(store);
    const hubot = await addUser(store, { login: 'hubot' });
    const application = await addApplication(store, { ownerId: mona.id });
    const tokensOf = (userId: number) => [
      token({ userId, applicationId: application.id }),
      token({ userId, note: 'x' }),
      token({ userId, origin: 'impersonation' as const }),
    ];
    const [toDelete, retained] = [tokensOf(mona.id), tokensOf(hubot.id)];
    for (const each of [...toDelete, ...retained]) await store.authorizations.create(each);
    const before = await listsOf(store, hubot.id);

    assert.equal(await store.users.delete(mona.id), true);
    assert.equal(await store.users.delete(mona.id), false);
    assert.equal(await store.users.byId(mona.id), undefined);
    assert.deepEqual(await store.users.credentials('mona'), { user: undefined, failures: undefined });
    for (const { hashedToken } of toDelete)
      assert.equal(await store.authorizations.byHashedToken(hashedToken), undefined);
    assert.deepEqual(await listsOf(store, mona.id), {
      authorizations: { items: [], total: 0 },
      grants: { items: [], total: 0 },
      perApplication: [{ items: [], total: 0 }],
    });
    assert.deepEqual(await listsOf(store, hubot.id), before);
    assert.deepEqual(await store.applications.byId(application.id), { ...application, ownerId: null });
    for (const id of impossibleIds) assert.equal(await store.users.delete(id), false);
    assert.ok((await addUser(store)).id > hubot.id, 'the login is available again, and the id is not');
  });

  test('a password hash is renewed unless it was changed meanwhile', async (store) => {
    const { users } = store;
    const mona = await addUser(store, { passwordHash: 'old' });
    const hubot = await addUser(store, { login: 'hubot', passwordHash: 'old' });
    assert.equal(await users.renewPasswordHash(mona.id, 'old', 'renewed'), true);
    assert.deepEqual((await users.credentials('mona')).user, { ...mona, passwordHash: 'renewed' });
    assert.equal(await users.renewPasswordHash(mona.id, 'old', 'late'), false);
    assert.equal((await users.byId(mona.id))?.passwordHash, 'renewed');
    assert.deepEqual(await users.byId(hubot.id), hubot);
    for (const text of unstorable) assert.equal(await users.renewPasswordHash(mona.id, text, 'x'), false);
    for (const id of impossibleIds) assert.equal(await users.renewPasswordHash(id, 'renewed', 'x'), false);
  });

  test('a login is unique in any case', async ({ users }) => {
    assert.ok(await users.add(newUser({ login: 'mona' })));
    assert.equal(await users.add(newUser({ login: 'MONA' })), undefined);
    assert.equal((await users.list()).length, 1);
  });

  test('a change of a user changes only the given members', async (store) => {
    const before = await addUser(store, { name: 'Mona', twoFactor: { method: 'app', secret: 'JBSW' } });
    assert.equal(await store.users.update(before.id, { twoFactor: null, updatedAt: later }), true);
    assert.deepEqual(await store.users.byId(before.id), { ...before, twoFactor: null, updatedAt: later });
    assert.equal(await store.users.update(before.id, { login: 'Lisa', siteAdmin: true }), true);
    assert.deepEqual(await store.users.byLogin('lisa'), {
      ...before,
      login: 'Lisa',
      siteAdmin: true,
      twoFactor: null,
      updatedAt: later,
    });
    assert.equal(await store.users.byLogin('mona'), undefined);
    assert.equal(await store.users.update(before.id, {}), true);
  });

  test('a change of an unknown user, or to a login that is taken, is rejected', async (store) => {
    const mona = await addUser(store);
    const hubot = await addUser(store, { login: 'hubot' });
    assert.equal(await store.users.update(hubot.id, { login: 'Mona' }), false);
    assert.deepEqual(await store.users.byId(hubot.id), hubot);
    for (const id of [...impossibleIds, mona.id + 1000]) {
      assert.equal(await store.users.update(id, { name: 'x' }), false);
      assert.equal(await store.users.update(id, {}), false);
    }
  });

  test('users are listed by id, and a store without users is empty', async (store) => {
    assert.equal(await store.users.isEmpty(), true);
    const first = await addUser(store, { login: 'z' });
    const second = await addUser(store, { login: 'a' });
    assert.deepEqual(await store.users.list(), [first, second]);
    assert.equal(await store.users.isEmpty(), false);
  });

  test('a login that cannot be stored is not found', async (store) => {
    await addUser(store);
    await addUser(store, { login: '\ufffd' });
    for (const text of unstorable) {
      assert.equal(await store.users.byLogin(text), undefined);
      assert.deepEqual(await store.users.credentials(text), { user: undefined, failures: undefined });
    }
    for (const id of impossibleIds) assert.equal(await store.users.byId(id), undefined);
  });

  test('credentials include the failures of the login, known or not', async (store) => {
    const { users, signInFailures } = store;
    const mona = await addUser(store, { login: 'Mona' });
    assert.deepEqual(await users.credentials('mona'), { user: mona, failures: undefined });
    await signInFailures.attempt(signInFailureKey('mona'), { at: 5000, window: 900, limit: 10 });
    await signInFailures.attempt(signInFailureKey('nobody'), { at: 5100, window: 900, limit: 10 });
    assert.deepEqual(await users.credentials('MONA'), { user: mona, failures: { count: 1, firstAt: 5000 } });
    assert.deepEqual(await users.credentials('Nobody'), {
      user: undefined,
      failures: { count: 1, firstAt: 5100 },
    });
  });

  test('a step of a one-time password is used once, and no earlier step after it', async (store) => {
    const { id } = await addUser(store, { createdAt: at });
    const { spend } = store.oneTimePasswords;
    assert.equal(await spend(id, 52_000_000), true);
    assert.equal(await spend(id, 52_000_000), false);
    assert.equal(await spend(id, 51_999_999), false);
    assert.equal(await spend(id, 52_000_001), true);
    assert.equal(await spend(id + 1000, 1), false);
  });
}
