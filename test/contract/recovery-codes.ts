import assert from 'node:assert/strict';
import { countSuccesses, openTwo } from './concurrency.ts';
import { addUser, type EngineUnderTest, impossibleIds, type StoreTest, unstorable } from './engine.ts';

const codes = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

export function recoveryCodeContract(test: StoreTest, engine: EngineUnderTest): void {
  test('a recovery code is used once, by its own user', async (store) => {
    const mona = await addUser(store);
    const hubot = await addUser(store, { login: 'hubot' });
    const { count, replace, spend } = store.recoveryCodes;
    assert.equal(await count(mona.id), 0);
    await replace(mona.id, codes);
    await replace(hubot.id, codes.slice(0, 1));
    assert.equal(await count(mona.id), 3);
    assert.equal(await spend(mona.id, codes[1] ?? ''), true);
    assert.equal(await spend(mona.id, codes[1] ?? ''), false);
    assert.equal(await spend(hubot.id, codes[1] ?? ''), false);
    assert.deepEqual([await count(mona.id), await count(hubot.id)], [2, 1]);
  });

  test('new recovery codes replace the old ones', async (store) => {
    const { id } = await addUser(store);
    const { count, replace, spend } = store.recoveryCodes;
    await replace(id, codes);
    await replace(id, ['d', 'd', 'a'.repeat(64)]);
    assert.equal(await count(id), 2);
    assert.equal(await spend(id, codes[2] ?? ''), false);
    assert.equal(await spend(id, 'd'), true);
    await replace(id, []);
    assert.equal(await count(id), 0);
    const many = Array.from({ length: 300 }, (_, at) => `${at}`);
    await replace(id, many);
    assert.equal(await count(id), 300);
  });

  test('codes of impossible users, and texts that cannot be stored, are no recovery codes', async (store) => {
    const { id } = await addUser(store);
    const { count, replace, spend } = store.recoveryCodes;
    await replace(id, ['\ufffd']);
    for (const text of unstorable) assert.equal(await spend(id, text), false);
    for (const nobody of [...impossibleIds, id + 1000]) {
      await replace(nobody, codes);
      assert.equal(await spend(nobody, codes[0] ?? ''), false);
      assert.equal(await count(nobody), 0);
    }
  });

  test('of fifty concurrent uses of one recovery code one succeeds, and of fifty new lists one is stored', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { id } = await addUser(store);
    await store.recoveryCodes.replace(id, codes);
    assert.equal(await countSuccesses(stores, (each) => each.recoveryCodes.spend(id, codes[0] ?? '')), 1);
    assert.equal(await store.recoveryCodes.count(id), 2);
    await countSuccesses(stores, (each, index) => each.recoveryCodes.replace(id, [`a${index}`, `b${index}`]));
    assert.equal(await store.recoveryCodes.count(id), 2);
  });
}
