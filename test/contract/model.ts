import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Authorization, NewAuthorization, Store } from '../../src/authorizations/store.ts';
import { addApplication, addUser, type StoreTest, tokenMaker } from './engine.ts';

const whole = { page: 1, perPage: 1000 };

/** Random histories, told to the store and to a list in memory: afterwards both must tell the same. */
export function modelContract(test: StoreTest): void {
  test('any history of tokens and grants leaves what a plain list would hold', async (store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await store.clear();
        const userIds = [(await addUser(store)).id, (await addUser(store, { login: 'hubot' })).id];
        for (const name of ['a', 'b']) await addApplication(store, { name, clientId: name.repeat(20) });
        const model = createModel(store);
        for (const each of steps) await model.take({ ...each, userId: userIds[each.user] ?? 0 });
        for (const userId of userIds) await model.check(userId);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
}

const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'get', 'delete', 'delete', 'revoke'),
  user: fc.nat({ max: 1 }),
  applicationId: fc.constantFrom(1, 2, null),
  note: fc.constantFrom(null, 'x', 'y'),
  fingerprint: fc.constantFrom(null, 'x', 'y'),
  scopes: fc.uniqueArray(fc.constantFrom('repo', 'gist', 'user')),
  pick: fc.nat(),
});

type Step = Omit<typeof step extends fc.Arbitrary<infer Value> ? Value : never, 'user'> & { userId: number };

function createModel(store: Store) {
  const token = tokenMaker();
  let alive: Authorization[] = [];

  const holderOf = (asked: NewAuthorization) =>
    alive.find(
      (held) =>
        held.userId === asked.userId &&
        (held.application?.id ?? null) === asked.applicationId &&
        held.fingerprint === asked.fingerprint &&
        (asked.applicationId !== null || (asked.note !== null && held.note === asked.note)),
    );

  return {
    async take({ kind, userId, applicationId, note, fingerprint, scopes, pick }: Step): Promise<void> {
      const asked = token({ userId, applicationId, note, fingerprint, scopes });
      if (kind === 'create' || (kind === 'get' && applicationId === null)) {
        const made = await store.authorizations.create(asked);
        assert.equal(made === undefined, holderOf(asked) !== undefined);
        if (made) alive.push(made);
      } else if (kind === 'get' && applicationId !== null) {
        const { authorization, created } = await store.authorizations.getOrCreate({
          ...asked,
          applicationId,
        });
        if (created) alive.push(authorization);
        else assert.deepEqual(authorization, holderOf(asked));
      } else if (kind === 'delete') {
        const doomed = alive[pick % (alive.length || 1)];
        if (doomed === undefined) return;
        const isOwn = doomed.userId === userId;
        assert.equal(await store.authorizations.delete(userId, doomed.id, asked.at), isOwn);
        if (isOwn) alive = alive.filter((held) => held !== doomed);
      } else {
        const grants = (await store.grants.list(userId, whole)).items;
        const doomed = grants[pick % (grants.length || 1)];
        if (doomed === undefined) return;
        assert.equal(await store.grants.deleteWithTokens(userId, doomed.id), true);
        alive = alive.filter(
          (held) => held.userId !== userId || held.application?.id !== doomed.application.id,
        );
      }
    },

    async check(userId: number): Promise<void> {
      const own = alive.filter((held) => held.userId === userId);
      const { items, total } = await store.authorizations.list(userId, whole);
      assert.deepEqual([items, total], [own.toSorted(inListOrder), own.length]);
      for (const { application, scopes } of (await store.grants.list(userId, whole)).items) {
        const tokens = own.filter((held) => held.application?.id === application.id);
        assert.deepEqual(scopes, [...new Set(tokens.flatMap((held) => held.scopes))]);
        const listing = await store.authorizations.list(userId, whole, application.clientId);
        assert.deepEqual([listing.items, listing.total], [tokens.toSorted(inListOrder), tokens.length]);
      }
    },
  };
}

function inListOrder(a: Authorization, b: Authorization): number {
  const byApplication = (a.application?.id ?? 0) - (b.application?.id ?? 0);
  const [left, right] = [a.fingerprint ?? '', b.fingerprint ?? ''];
  return byApplication || (left < right ? -1 : left > right ? 1 : 0) || a.id - b.id;
}
