import assert from 'node:assert/strict';
import { RecordDeletedError, type Store } from '../../src/authorizations/store.ts';
import { fifty, openThree } from './concurrency.ts';
import {
  addApplication,
  addUser,
  type EngineUnderTest,
  later,
  type StoreTest,
  tokenMaker,
} from './engine.ts';
import { addsUp } from './races.ts';

const whole = { page: 1, perPage: 1000 };

export function changeRaceContract(test: StoreTest, engine: EngineUnderTest): void {
  test('of fifty resets of one token at once one wins, and its token is the one that counts', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { place, application } = await prepare(store);
    const token = tokenMaker();
    const made = await store.authorizations.create(token(place));
    const bearers = await Promise.all(
      fifty(stores, (each) => {
        const { hashedToken, tokenLastEight } = token({});
        const secret = { hashedToken, tokenLastEight };
        return each.authorizations.replaceToken(application.id, made?.hashedToken ?? '', secret, later);
      }),
    );
    const winners = bearers.filter((bearer) => bearer !== undefined);
    assert.equal(winners.length, 1);
    const { items } = await store.authorizations.list(place.userId, whole);
    assert.deepEqual(items, [winners[0]?.authorization]);
  });

  test('a token that was reset meanwhile is not deleted by whoever names the one before', async (store) => {
    const { place, application } = await prepare(store);
    const token = tokenMaker();
    const made = await store.authorizations.create(token(place));
    assert.ok(made);
    const { hashedToken, tokenLastEight } = token({});
    await store.authorizations.replaceToken(
      application.id,
      made.hashedToken,
      { hashedToken, tokenLastEight },
      later,
    );
    const { userId } = place;
    assert.equal(await store.authorizations.delete(userId, made.id, later, made.hashedToken), false);
    assert.deepEqual((await store.authorizations.byId(userId, made.id))?.hashedToken, hashedToken);
    assert.equal(await store.authorizations.delete(userId, made.id, later, hashedToken), true);
    assert.equal((await store.authorizations.list(userId, whole)).total, 0);
  });

  test('of fifty changes of one token at once each builds on the one before', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { place } = await prepare(store);
    const made = await store.authorizations.create(tokenMaker()(place));
    await Promise.all(
      fifty(stores, (each, turn) =>
        each.authorizations.update(
          place.userId,
          made?.id ?? 0,
          ({ scopes }) => ({ scopes: [...scopes, `s${turn}`] }),
          later,
        ),
      ),
    );
    const changed = await store.authorizations.byId(place.userId, made?.id ?? 0);
    assert.equal(changed?.scopes.length, 50);
    await addsUp(store, place.userId);
  });

  test('of fifty tokens that move to one place at once one gets there', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { place } = await prepare(store);
    const token = tokenMaker();
    const ids: number[] = [];
    for (let turn = 0; turn < 50; turn++) {
      const made = await store.authorizations.create(token({ ...place, fingerprint: `${turn}` }));
      ids.push(made?.id ?? 0);
    }
    const change = () => ({ fingerprint: 'there', scopes: ['repo'] });
    const results = await Promise.all(
      fifty(stores, (each, turn) => each.authorizations.update(place.userId, ids[turn] ?? 0, change, later)),
    );
    assert.equal(results.filter((result) => result === 'taken').length, 49);
    const { authorizations } = await addsUp(store, place.userId);
    assert.equal(authorizations.items.filter(({ fingerprint }) => fingerprint === 'there').length, 1);
  });

  test('of fifty tokens of a flow at once never more than the most are left', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { place } = await prepare(store);
    const token = tokenMaker();
    await Promise.all(
      fifty(stores, async (each, turn) => {
        const scopes = turn % 2 ? ['repo', 'gist'] : ['gist', 'repo'];
        await each.authorizations.createInFlow(token({ ...place, scopes }), 3);
        const { total } = await each.authorizations.list(place.userId, whole);
        assert.ok(total <= 3);
      }),
    );
    const { authorizations } = await addsUp(store, place.userId);
    assert.equal(authorizations.total, 3);
  });

  test('tokens may be changed, used, reset and deleted at once, and all adds up', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { place, application } = await prepare(store);
    const token = tokenMaker();
    for (let round = 0; round < 4; round++) {
      const made = await Promise.all(
        fifty(stores, (each, turn) =>
          each.authorizations.create(token({ ...place, fingerprint: `${round} ${turn}`, scopes: ['gist'] })),
        ),
      );
      const grant = await store.grants.byApplication(place.userId, application.id);
      await Promise.all(
        fifty<unknown>(stores, (each, turn) => {
          const { id = 0, hashedToken = '' } = made[turn % 7] ?? {};
          const { hashedToken: next, tokenLastEight } = token({});
          const { authorizations } = each;
          const acts = [
            () => authorizations.update(place.userId, id, () => ({ scopes: [`s${turn}`] }), later),
            () => authorizations.touch(id, `2020-03-02T${10 + (turn % 10)}:00:00Z`),
            () =>
              authorizations.replaceToken(
                application.id,
                hashedToken,
                { hashedToken: next, tokenLastEight },
                later,
              ),
            () => authorizations.delete(place.userId, id, later),
            () => authorizations.createInFlow(token({ ...place, scopes: ['user'] }), 2),
            () =>
              turn === 35 + round
                ? each.grants.deleteWithTokens(place.userId, grant?.id ?? 0)
                : authorizations.deleteAllPersonal(place.userId),
          ];
          return acts[turn % acts.length]?.() ?? Promise.resolve();
        }),
      );
      await addsUp(store, place.userId);
    }
  });

  test('applications may lose all grants at once, while users let them in again', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const token = tokenMaker();
    const userIds: number[] = [];
    for (const login of ['a', 'b', 'c', 'd']) userIds.push((await addUser(store, { login })).id);
    const applicationIds: number[] = [];
    for (const letter of ['a', 'b'])
      applicationIds.push((await addApplication(store, { clientId: letter.repeat(20) })).id);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        fifty<unknown>(stores, (each, turn) => {
          const userId = userIds[turn % 4] ?? 0;
          const applicationId = applicationIds[(turn >> 2) % 2] ?? 0;
          if (turn % 7 === 3) return each.applications.revokeAll(applicationId);
          if (turn % 17 === 5) return each.grants.deleteAllWithTokens(userId);
          return each.authorizations.create(
            token({ userId, applicationId, fingerprint: `${round} ${turn}` }),
          );
        }),
      );
      for (const userId of userIds) await addsUp(store, userId);
    }
  });

  test('a user or an application deleted while it is used leaves nothing behind', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const token = tokenMaker();
    const stays = await addUser(store, { login: 'stays' });
    for (const doomed of ['user', 'application'] as const) {
      const { user, application, place } = await prepare(store);
      const tokens = Array.from({ length: 50 }, (_, turn) => token({ ...place, fingerprint: `${turn}` }));
      await store.authorizations.create(token(place));
      await store.authorizations.create(token({ ...place, userId: stays.id }));
      const results = await Promise.allSettled(
        fifty<unknown>(stores, (each, turn) => {
          const asked = tokens[turn] ?? token({});
          if (turn === 20)
            return doomed === 'user' ? each.users.delete(user.id) : each.applications.delete(application.id);
          if (turn % 5 === 1) return each.authorizations.create({ ...asked, userId: stays.id });
          return each.authorizations.create(asked);
        }),
      );
      assert.deepEqual(results[20], { status: 'fulfilled', value: true });
      for (const result of results)
        assert.ok(result.status === 'fulfilled' || result.reason instanceof RecordDeletedError);
      const left = await store.authorizations.list(user.id, whole);
      assert.deepEqual(left, { items: [], total: 0 });
      assert.deepEqual(await store.grants.list(user.id, whole), { items: [], total: 0 });
      await addsUp(store, stays.id);
      const { total } = await store.grants.list(stays.id, whole);
      assert.equal(total, doomed === 'user' ? 1 : 0);
      await store.users.delete(user.id);
      await store.applications.delete(application.id);
    }
  });
}

async function prepare(store: Store) {
  const user = await addUser(store);
  const application = await addApplication(store);
  return { user, application, place: { userId: user.id, applicationId: application.id } };
}
