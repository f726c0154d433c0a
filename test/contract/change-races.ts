import assert from 'node:assert/strict';
import { RecordDeletedError } from '#accounts/store/index.ts';
import { openThree, runFiftyTimes } from './concurrency.ts';
import {
  addApplication,
  addUser,
  allItems,
  type EngineUnderTest,
  later,
  prepare,
  type StoreTest,
  tokenMaker,
} from './engine.ts';
import { checkTotals } from './races.ts';

export function changeRaceContract(test: StoreTest, engine: EngineUnderTest): void {
  test('of fifty concurrent resets of one token one succeeds, and its token is valid', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { attributes, application, token } = await prepare(store);
    const made = await store.authorizations.create(token(attributes));
    const bearers = await Promise.all(
      runFiftyTimes(stores, (each) => {
        const { hashedToken, tokenLastEight } = token({});
        const secret = { hashedToken, tokenLastEight };
        return each.authorizations.replaceToken(application.id, made?.hashedToken ?? '', secret, later);
      }),
    );
    const successes = bearers.filter((bearer) => bearer !== undefined);
    assert.equal(successes.length, 1);
    const { items } = await store.authorizations.list(attributes.userId, allItems);
    assert.deepEqual(items, [successes[0]?.authorization]);
  });

  test('deleting by the old token does not delete a token that was reset meanwhile', async (store) => {
    const { attributes, application, token } = await prepare(store);
    const made = await store.authorizations.create(token(attributes));
    assert.ok(made);
    const { hashedToken, tokenLastEight } = token({});
    await store.authorizations.replaceToken(
      application.id,
      made.hashedToken,
      { hashedToken, tokenLastEight },
      later,
    );
    const { userId } = attributes;
    assert.equal(
      await store.authorizations.delete(userId, made.id, later, { hashedToken: made.hashedToken }),
      false,
    );
    assert.deepEqual((await store.authorizations.byId(userId, made.id))?.hashedToken, hashedToken);
    assert.equal(await store.authorizations.delete(userId, made.id, later, { hashedToken }), true);
    assert.equal((await store.authorizations.list(userId, allItems)).total, 0);
  });

  test('fifty concurrent changes of one token are applied one after the other', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { attributes } = await prepare(store);
    const made = await store.authorizations.create(tokenMaker()(attributes));
    await Promise.all(
      runFiftyTimes(stores, (each, index) =>
        each.authorizations.update(
          attributes.userId,
          made?.id ?? 0,
          ({ scopes }) => ({ scopes: [...scopes, `s${index}`] }),
          later,
        ),
      ),
    );
    const changed = await store.authorizations.byId(attributes.userId, made?.id ?? 0);
    assert.equal(changed?.scopes.length, 50);
    await checkTotals(store, attributes.userId);
  });

  test('of fifty concurrent changes to one uniqueness key one succeeds', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { attributes, token } = await prepare(store);
    const ids: number[] = [];
    for (let index = 0; index < 50; index++) {
      const made = await store.authorizations.create(token({ ...attributes, fingerprint: `${index}` }));
      ids.push(made?.id ?? 0);
    }
    const change = () => ({ fingerprint: 'there', scopes: ['repo'] });
    const results = await Promise.all(
      runFiftyTimes(stores, (each, index) =>
        each.authorizations.update(attributes.userId, ids[index] ?? 0, change, later),
      ),
    );
    assert.equal(results.filter((result) => result === 'taken').length, 49);
    const { authorizations } = await checkTotals(store, attributes.userId);
    assert.equal(authorizations.items.filter(({ fingerprint }) => fingerprint === 'there').length, 1);
  });

  test('fifty concurrent tokens of a flow leave no more than the maximum', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { attributes, token } = await prepare(store);
    await Promise.all(
      runFiftyTimes(stores, async (each, index) => {
        const scopes = index % 2 ? ['repo', 'gist'] : ['gist', 'repo'];
        await each.authorizations.createInFlow(token({ ...attributes, scopes }), 3);
        const { total } = await each.authorizations.list(attributes.userId, allItems);
        assert.ok(total <= 3);
      }),
    );
    const { authorizations } = await checkTotals(store, attributes.userId);
    assert.equal(authorizations.total, 3);
  });

  test('concurrent changes, uses, resets and deletions of tokens keep counters and scopes correct', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const { attributes, application, token } = await prepare(store);
    for (let round = 0; round < 4; round++) {
      const made = await Promise.all(
        runFiftyTimes(stores, (each, index) =>
          each.authorizations.create(
            token({ ...attributes, fingerprint: `${round} ${index}`, scopes: ['gist'] }),
          ),
        ),
      );
      const grant = await store.grants.byApplication(attributes.userId, application.id);
      await Promise.all(
        runFiftyTimes<unknown>(stores, (each, index) => {
          const { id = 0, hashedToken = '' } = made[index % 7] ?? {};
          const { hashedToken: next, tokenLastEight } = token({});
          const { authorizations } = each;
          const acts = [
            () => authorizations.update(attributes.userId, id, () => ({ scopes: [`s${index}`] }), later),
            () => authorizations.touch(id, `2020-03-02T${10 + (index % 10)}:00:00Z`),
            () =>
              authorizations.replaceToken(
                application.id,
                hashedToken,
                { hashedToken: next, tokenLastEight },
                later,
              ),
            () => authorizations.delete(attributes.userId, id, later),
            () => authorizations.createInFlow(token({ ...attributes, scopes: ['user'] }), 2),
            () =>
              index === 35 + round
                ? each.grants.deleteWithTokens(attributes.userId, grant?.id ?? 0)
                : authorizations.deleteAllPersonal(attributes.userId),
          ];
          return acts[index % acts.length]?.() ?? Promise.resolve();
        }),
      );
      await checkTotals(store, attributes.userId);
    }
  });

  test('revoking all grants of applications while users authorize them again keeps counters and scopes correct', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const token = tokenMaker();
    const userIds: number[] = [];
    for (const login of ['a', 'b', 'c', 'd']) userIds.push((await addUser(store, { login })).id);
    const applicationIds: number[] = [];
    for (const letter of ['a', 'b'])
      applicationIds.push((await addApplication(store, { clientId: letter.repeat(20) })).id);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        runFiftyTimes<unknown>(stores, (each, index) => {
          const userId = userIds[index % 4] ?? 0;
          const applicationId = applicationIds[(index >> 2) % 2] ?? 0;
          if (index % 7 === 3) return each.applications.revokeAll(applicationId);
          if (index % 17 === 5) return each.grants.deleteAllWithTokens(userId);
          return each.authorizations.create(
            token({ userId, applicationId, fingerprint: `${round} ${index}` }),
          );
        }),
      );
      for (const userId of userIds) await checkTotals(store, userId);
    }
  });

  test('deleting a user or an application while it is used leaves nothing behind', async (store, open) => {
    const stores = await openThree(engine, store, open);
    const token = tokenMaker();
    const stays = await addUser(store, { login: 'stays' });
    for (const toDelete of ['user', 'application'] as const) {
      const { user, application, attributes } = await prepare(store);
      const tokens = Array.from({ length: 50 }, (_, index) =>
        token({ ...attributes, fingerprint: `${index}` }),
      );
      await store.authorizations.create(token(attributes));
      await store.authorizations.create(token({ ...attributes, userId: stays.id }));
      const results = await Promise.allSettled(
        runFiftyTimes<unknown>(stores, (each, index) => {
          const requested = tokens[index] ?? token({});
          if (index === 20)
            return toDelete === 'user'
              ? each.users.delete(user.id)
              : each.applications.delete(application.id);
          if (index % 5 === 1) return each.authorizations.create({ ...requested, userId: stays.id });
          return each.authorizations.create(requested);
        }),
      );
      assert.deepEqual(results[20], { status: 'fulfilled', value: true });
      for (const result of results)
        assert.ok(result.status === 'fulfilled' || result.reason instanceof RecordDeletedError);
      const left = await store.authorizations.list(user.id, allItems);
      assert.deepEqual(left, { items: [], total: 0 });
      assert.deepEqual(await store.grants.list(user.id, allItems), { items: [], total: 0 });
      await checkTotals(store, stays.id);
      const { total } = await store.grants.list(stays.id, allItems);
      assert.equal(total, toDelete === 'user' ? 1 : 0);
      await store.users.delete(user.id);
      await store.applications.delete(application.id);
    }
  });
}
