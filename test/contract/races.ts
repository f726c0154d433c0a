import assert from 'node:assert/strict';
import { test as nodeTest } from 'node:test';
import type { Store } from '../../src/authorizations/store.ts';
import { openStore } from '../../src/storage/open.ts';
import { fifty, openThree, winners } from './concurrency.ts';
import {
  addApplication,
  addUser,
  at,
  census,
  type EngineUnderTest,
  later,
  newUser,
  type StoreTest,
  tokenMaker,
} from './engine.ts';

const whole = { page: 1, perPage: 1000 };

export function raceContract(test: StoreTest, engine: EngineUnderTest): void {
  test('of fifty identical get-or-creates at once one creates', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application } = await prepare(store);
    const token = tokenMaker();
    const results = await Promise.all(
      fifty(stores, (each) =>
        each.authorizations.getOrCreate(
          token({ userId: user.id, applicationId: application.id, fingerprint: 'f' }),
        ),
      ),
    );
    assert.equal(results.filter(({ created }) => created).length, 1);
    assert.equal(new Set(results.map(({ authorization }) => authorization.id)).size, 1);
    await addsUp(store, user.id);
  });

  test('of fifty identical tokens, users and one-time passwords at once one succeeds', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user } = await prepare(store);
    const token = tokenMaker();
    const personal = () => token({ userId: user.id, note: 'n' });
    assert.equal(await winners(stores, (each) => each.authorizations.create(personal())), 1);
    assert.equal(await winners(stores, (each) => each.users.add(newUser({ login: 'Hubot' }))), 1);
    assert.equal(await winners(stores, (each) => each.oneTimePasswords.spend(user.id, 42)), 1);
    await addsUp(store, user.id);
  });

  test('no failure goes uncounted, not even beside transactions that are taken back', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application } = await prepare(store);
    const token = tokenMaker();
    const place = { userId: user.id, applicationId: application.id };
    await store.authorizations.create(token(place));
    const fiftyTimes = async (act: () => Promise<unknown>) => {
      for (let turn = 0; turn < 50; turn++) await act();
    };
    await Promise.all(
      stores.flatMap((each) => [
        fiftyTimes(() => each.authorizations.create(token(place))),
        fiftyTimes(() => each.signInFailures.attempt('login:mona', { at: 1000, window: 900, limit: 1000 })),
      ]),
    );
    assert.deepEqual(await store.signInFailures.byKey('login:mona'), {
      count: 50 * stores.length,
      firstAt: 1000,
    });
  });

  test('a token made while its grant is deleted dies with it or has a new one', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application } = await prepare(store);
    const token = tokenMaker();
    const place = { userId: user.id, applicationId: application.id };
    for (let round = 0; round < 8; round++) {
      await store.authorizations.create(token({ ...place, fingerprint: `first ${round}` }));
      const [grant] = (await store.grants.list(user.id, whole)).items;
      await Promise.all(
        fifty<unknown>(stores, (each, turn) =>
          turn % 10 === 5
            ? each.grants.deleteWithTokens(user.id, grant?.id ?? 0)
            : each.authorizations.getOrCreate(
                token({ ...place, fingerprint: `${round} ${turn % 7}`, scopes: ['repo'] }),
              ),
        ),
      );
      await addsUp(store, user.id);
    }
  });

  test('counters and scopes hold when tokens come and go at once', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { user, application } = await prepare(store);
    const token = tokenMaker();
    const place = { userId: user.id, applicationId: application.id };
    await Promise.all(
      fifty(stores, async (each, turn) => {
        const made = await each.authorizations.create(
          token({
            ...place,
            applicationId: turn % 3 ? application.id : null,
            fingerprint: `${turn}`,
            scopes: [`s${turn}`],
          }),
        );
        if (turn % 2) await each.authorizations.delete(user.id, made?.id ?? 0, later);
      }),
    );
    const { authorizations } = await addsUp(store, user.id);
    assert.equal(authorizations.total, 25);
  });

  if (!engine.isShared) return;
  nodeTest('many servers may start at once on an empty database', async (t) => {
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

/** Checks that totals equal what is there, and that every token of an application has a grant with its scopes. */
export async function addsUp(store: Store, userId: number) {
  const { authorizations, grants, perApplication } = await census(store, userId);
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

async function prepare(store: Store) {
  return { user: await addUser(store), application: await addApplication(store) };
}
