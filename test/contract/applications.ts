import assert from 'node:assert/strict';
import {
  addApplication,
  addUser,
  impossibleIds,
  later,
  newApplication,
  type StoreTest,
  unstorable,
} from './engine.ts';

export function applicationContract(test: StoreTest): void {
  test('an application comes back as it was added', async (store) => {
    const owner = await addUser(store);
    const whole = newApplication({
      name: 'Büro',
      description: 'Für alle',
      callbackUrl: 'https://büro.example/callback',
      isSuspended: true,
      ownerId: owner.id,
    });
    const added = await store.applications.add(whole);
    assert.deepEqual(added, { id: added?.id, ...whole });
    assert.deepEqual(await store.applications.byClientId(whole.clientId), added);
  });

  test('a client id is taken once', async (store) => {
    const application = await addApplication(store);
    assert.equal(await store.applications.add(newApplication({ name: 'Other' })), undefined);
    assert.deepEqual(await store.applications.list(), [application]);
  });

  test('a change of an application touches only what it names', async (store) => {
    const before = await addApplication(store);
    assert.equal(await store.applications.update(before.id, { name: 'New', updatedAt: later }), true);
    assert.deepEqual(await store.applications.byClientId(before.clientId), {
      ...before,
      name: 'New',
      updatedAt: later,
    });
    assert.equal(await store.applications.update(before.id, {}), true);
  });

  test('a change of no application, or to a client id that is taken, is refused', async (store) => {
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
