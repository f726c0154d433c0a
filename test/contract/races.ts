import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import { openStore } from '#accounts/storage/open.ts';
import type { Store } from '#accounts/store/index.ts';
import { countSuccesses, openThree, runFiftyTimes } from './concurrency.ts';
import {
  addUser,
  allItems,
  at,
  type EngineUnderTest,
  later,
  listsOf,
  newUser,
  prepare,
  type StoreTest,
} from './engine.ts';

export function raceContract(test: StoreTest, engine: EngineUnderTest): void {
  test('of fifty concurrent get-or-creates one creates', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application, token } = await prepare(store);
    const results = await Promise.all(
      runFiftyTimes(stores, (each) =>
        each.authorizations.getOrCreate(
          token({ userId: user.id, applicationId: application.id, fingerprint: 'f' }),
        ),
      ),
    );
    assert.equal(results.filter(({ created }) => created).length, 1);
    assert.equal(new Set(results.map(({ authorization }) => authorization.id)).size, 1);
    await checkTotals(store, user.id);
  });

  test('of fifty concurrent equal tokens, users and one-time passwords one succeeds', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, token } = await prepare(store);
    const personal = () => token({ userId: user.id, note: 'n' });
    assert.equal(await countSuccesses(stores, (each) => each.authorizations.create(personal())), 1);
    assert.equal(await countSuccesses(stores, (each) => each.users.add(newUser({ login: 'Hubot' }))), 1);
    assert.equal(await countSuccesses(stores, (each) => each.oneTimePasswords.spend(user.id, 42)), 1);
    await checkTotals(store, user.id);
  });

  test('every failure is counted, also beside transactions that are rolled back', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { token, attributes } = await prepare(store);
    await store.authorizations.create(token(attributes));
    const fiftyTimes = async (act: () => Promise<unknown>) => {
      for (let index = 0; index < 50; index++) await act();
    };
    await Promise.all(
      stores.flatMap((each) => [
        fiftyTimes(() => each.authorizations.create(token(attributes))),
        fiftyTimes(() => each.signInFailures.attempt('login:mona', { at: 1000, window: 900, limit: 1000 })),
      ]),
    );
    assert.deepEqual(await store.signInFailures.byKey('login:mona'), {
      count: 50 * stores.length,
      firstAt: 1000,
    });
  });

  test('a token created while its grant is deleted is deleted with it or has a new grant', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, token, attributes } = await prepare(store);
    for (let round = 0; round < 8; round++) {
      await store.authorizations.create(token({ ...attributes, fingerprint: `first ${round}` }));
      const [grant] = (await store.grants.list(user.id, allItems)).items;
      await Promise.all(
        runFiftyTimes<unknown>(stores, (each, index) =>
          index % 10 === 5
            ? each.grants.deleteWithTokens(user.id, grant?.id ?? 0)
            : each.authorizations.getOrCreate(
                token({ ...attributes, fingerprint: `${round} ${index % 7}`, scopes: ['repo'] }),
              ),
        ),
      );
      await checkTotals(store, user.id);
    }
  });

  test('concurrent creations and deletions of tokens keep counters and scopes correct', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application, token, attributes } = await prepare(store);
    await Promise.all(
      runFiftyTimes(stores, async (each, index) => {
        const made = await each.authorizations.create(
          token({
            ...attributes,
            applicationId: index % 3 ? application.id : null,
            fingerprint: `${index}`,
            scopes: [`s${index}`],
          }),
        );
        if (index % 2) await each.authorizations.delete(user.id, made?.id ?? 0, later);
      }),
    );
    const { authorizations } = await checkTotals(store, user.id);
    assert.equal(authorizations.total, 25);
  });

  if (!engine.isShared) return;
  nodeTest('many servers can start concurrently on an empty database', async (t) => {
    const database = await engine.open(t);
    if (database === undefined) return;
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(database)));
    const [first] = stores;
    if (first) await addUser(first);
    for (const store of stores) {
      assert.equal((await store.users.byLogin('mona'))?.createdAt, at);
      await store.close();
    }
  });
}

/** Checks that totals equal the number of items, and that every token of an application has a grant with its scopes. */
export async function checkTotals(store: Store, userId: number) {
  const { authorizations, grants, perApplication } = await listsOf(store, userId);
  assert.equal(authorizations.items.length, authorizations.total);
  assert.equal(grants.items.length, grants.total);
  for (const { items, total } of perApplication) {
    assert.equal(items.length, total);
    const [first] = items;
    const grant = grants.items.find(({ application }) => application.id === first?.application?.id);
    if (first === undefined) continue;
    const inOrder = items.toSorted((a, b) => a.id - b.id).flatMap(({ scopes }) => scopes);
    assert.deepEqual(grant?.scopes, [...new Set(inOrder)]);
  }
  return { authorizations, grants };
}
