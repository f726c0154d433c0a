import assert from 'node:assert/strict';
import type { Authorization, Store } from '#accounts/store/index.ts';
import {
  addApplication,
  addUser,
  impossibleIds,
  later,
  listsOf,
  newApplication,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

export function applicationContract(test: StoreTest): void {
  test('an added application is read as it was added', async (store) => {
    const owner = await addUser(store);
    const allItems = newApplication({
      name: 'Büro',
      description: 'Für alle',
      callbackUrl: 'https://büro.example/callback',
      isSuspended: true,
      ownerId: owner.id,
    });
    const added = await store.applications.add(allItems);
    assert.deepEqual(added, { id: added?.id, ...allItems });
    assert.deepEqual(await store.applications.byClientId(allItems.clientId), added);
    assert.deepEqual(await store.applications.byId(added?.id ?? 0), added);
    for (const id of [...impossibleIds, 1000]) assert.equal(await store.applications.byId(id), undefined);
  });

  test('a new application has no description, no callback URL, and is not suspended by default', async (store) => {
    const { description, callbackUrl, isSuspended, ...least } = newApplication();
    assert.deepEqual(await store.applications.add(least), {
      id: 1,
      ...least,
      description: null,
      callbackUrl: null,
      isSuspended: false,
    });
  });

  test('the applications of an owner are listed by id', async (store) => {
    const owner = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    const add = (letter: string, ownerId: number | null) =>
      addApplication(store, { clientId: letter.repeat(20), ownerId });
    const first = await add('f', owner.id);
    await add('e', other.id);
    await add('d', null);
    const second = await add('c', owner.id);
    assert.deepEqual(await store.applications.byOwner(owner.id), [first, second]);
    for (const id of [...impossibleIds, other.id + 1000])
      assert.deepEqual(await store.applications.byOwner(id), []);
  });

  test('deleting an application deletes its grants and tokens of all users, and no others', async (store) => {
    const { users, toDelete, kept, applications } = await populate(store);
    const [application, other] = applications;
    assert.equal(await store.applications.delete(application.id), true);
    assert.equal(await store.applications.delete(application.id), false);
    assert.equal(await store.applications.byClientId(application.clientId), undefined);
    assert.deepEqual(await store.applications.list(), [other]);
    await assertOnlyKept(store, users, toDelete, kept);
    for (const id of impossibleIds) assert.equal(await store.applications.delete(id), false);
    assert.ok(await store.applications.add(newApplication()), 'the client id is available again');
  });

  test('revoking all grants and tokens of an application keeps the application', async (store) => {
    const { users, toDelete, kept, applications } = await populate(store);
    assert.equal(await store.applications.revokeAll(applications[0].id), 2);
    assert.equal(await store.applications.revokeAll(applications[0].id), 0);
    assert.deepEqual(await store.applications.list(), applications);
    await assertOnlyKept(store, users, toDelete, kept);
    for (const id of [...impossibleIds, 1000]) assert.equal(await store.applications.revokeAll(id), 0);
  });

  test('a client id is unique', async (store) => {
    const application = await addApplication(store);
    assert.equal(await store.applications.add(newApplication({ name: 'Other' })), undefined);
    assert.deepEqual(await store.applications.list(), [application]);
  });

  test('a change of an application changes only the given members', async (store) => {
    const before = await addApplication(store);
    assert.equal(await store.applications.update(before.id, { name: 'New', updatedAt: later }), true);
    assert.deepEqual(await store.applications.byClientId(before.clientId), {
      ...before,
      name: 'New',
      updatedAt: later,
    });
    const rest = { description: 'x', callbackUrl: 'https://x.example', isSuspended: true };
    assert.equal(await store.applications.update(before.id, rest), true);
    assert.deepEqual(await store.applications.byId(before.id), {
      ...before,
      name: 'New',
      updatedAt: later,
      ...rest,
    });
    assert.equal(await store.applications.update(before.id, { description: null, isSuspended: false }), true);
    assert.partialDeepStrictEqual(await store.applications.byId(before.id), {
      ...rest,
      description: null,
      isSuspended: false,
    });
    assert.equal(await store.applications.update(before.id, {}), true);
  });

  test('a change of an unknown application, or to a client id that is taken, is rejected', async (store) => {
    const first = await addApplication(store);
    const second = await addApplication(store, { clientId: 'f'.repeat(20) });
    assert.equal(await store.applications.update(second.id, { clientId: first.clientId }), false);
    for (const id of [...impossibleIds, second.id + 1000]) {
      assert.equal(await store.applications.update(id, { name: 'x' }), false);
      assert.equal(await store.applications.update(id, {}), false);
    }
    assert.deepEqual(await store.applications.list(), [first, second]);
  });

  test('a client id that cannot be stored is not found', async (store) => {
    await addApplication(store, { clientId: '\ufffd' });
    for (const text of unstorable) assert.equal(await store.applications.byClientId(text), undefined);
  });
}

/** Two users with tokens of two applications; the tests delete those of the first application. */
async function populate(store: Store) {
  const token = tokenMaker();
  const applications = [
    await addApplication(store),
    await addApplication(store, { clientId: 'f'.repeat(20) }),
  ] as const;
  const users = [await addUser(store), await addUser(store, { login: 'hubot' })];
  const toDelete: Authorization[] = [];
  const retained: Authorization[] = [];
  for (const { id: userId } of users) {
    for (const [applicationId, fingerprint, fate] of [
      [applications[0].id, null, toDelete],
      [applications[0].id, 'x', toDelete],
      [applications[1].id, null, retained],
      [null, null, retained],
    ] as const) {
      const made = await store.authorizations.create(token({ userId, applicationId, fingerprint }));
      if (made) fate.push(made);
    }
  }
  return { users, toDelete, kept: retained, applications };
}

async function assertOnlyKept(
  store: Store,
  users: { id: number }[],
  toDelete: Authorization[],
  retained: Authorization[],
) {
  for (const { hashedToken } of toDelete)
    assert.equal(await store.authorizations.byHashedToken(hashedToken), undefined);
  for (const each of retained)
    assert.deepEqual((await store.authorizations.byHashedToken(each.hashedToken))?.authorization, each);
  for (const { id } of users) {
    const { authorizations, grants } = await listsOf(store, id);
    assert.deepEqual([authorizations.items.length, authorizations.total], [2, 2]);
    assert.deepEqual([grants.items.length, grants.total], [1, 1]);
  }
}
