import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Store } from '#accounts/store/index.ts';
import { addApplication, addUser, type StoreTest, tokenMaker } from './engine.ts';
import { createReference, type Reference } from './reference.ts';

/** Runs random histories on the store and on a plain list in memory, and compares both after each step. */
export function modelContract(test: StoreTest): void {
  test('any history of tokens and grants gives the same records as a plain list', async (store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        await store.clear();
        const userIds = [(await addUser(store)).id, (await addUser(store, { login: 'hubot' })).id];
        for (const name of ['a', 'b']) await addApplication(store, { name, clientId: name.repeat(20) });
        const take = createMoves(store, createReference(store));
        for (const [index, each] of steps.entries()) {
          // Each step takes twenty minutes, so that the stored hours of uses change.
          const at = `${new Date(Date.UTC(2020, 2, 1, 9) + index * 1_200_000).toISOString().slice(0, 19)}Z`;
          await take({ ...each, userId: userIds[each.user] ?? 0, at }, userIds);
        }
      }),
      { numRuns: 16, endOnFailure: true },
    );
  });
}

const step = fc.record({
  move: fc.constantFrom(
    ...(['create', 'create', 'getOrCreate', 'createInFlow', 'createInFlow', 'impersonate'] as const),
    ...(['update', 'update', 'update', 'replaceToken', 'regenerate', 'touch', 'touch'] as const),
    ...([
      'delete',
      'delete',
      'deleteAllPersonal',
      'revoke',
      'revokeAllOfUser',
      'revokeAllOfApplication',
    ] as const),
  ),
  user: fc.nat({ max: 1 }),
  applicationId: fc.constantFrom(1, 2),
  isPersonal: fc.boolean(),
  note: fc.constantFrom(null, 'x', 'y'),
  fingerprint: fc.constantFrom(null, 'x', 'y'),
  scopes: fc.subarray(['repo', 'gist', 'user']),
  isReversed: fc.boolean(),
  pick: fc.nat({ max: 20 }),
});

type Step = Omit<typeof step extends fc.Arbitrary<infer Value> ? Value : never, 'user'> & {
  userId: number;
  at: string;
};

const MAX_OF_FLOW = 2;

function createMoves(store: Store, reference: Reference) {
  const token = tokenMaker();
  const { authorizations, grants, applications } = store;

  const moves: Record<Step['move'], (step: Step) => Promise<void>> = {
    async create({ userId, applicationId, isPersonal, note, fingerprint, scopes, at }) {
      const attributes = { userId, applicationId: isPersonal ? null : applicationId, note, fingerprint };
      const requested = token({ ...attributes, scopes, at });
      const made = await authorizations.create(requested);
      assert.equal(made === undefined, reference.withKeyOf(requested) !== undefined);
      if (made) reference.add(made, at);
    },

    async getOrCreate({ userId, applicationId, note, fingerprint, scopes, at }) {
      const requested = token({ userId, applicationId, note, fingerprint, scopes, at });
      const { authorization, created } = await authorizations.getOrCreate(requested);
      if (created) reference.add(authorization, at);
      else assert.deepEqual(authorization, reference.withKeyOf(requested));
    },

    async createInFlow({ userId, applicationId, scopes, isReversed, at }) {
      const inOrder = isReversed ? scopes.toReversed() : scopes;
      const requested = token({ userId, applicationId, scopes: inOrder, at });
      const made = await authorizations.createInFlow(requested, MAX_OF_FLOW);
      if (made === undefined) throw new Error('A token without a code is always made.');
      assert.equal(made.origin, 'flow');
      reference.add(made, at);
      const alike = reference.tokens.filter(
        (held) =>
          held.userId === userId &&
          held.application?.id === applicationId &&
          held.origin === 'flow' &&
          held.scopes.toSorted().join() === scopes.toSorted().join(),
      );
      const newest = alike.toSorted((a, b) => b.id - a.id).slice(0, MAX_OF_FLOW);
      reference.remove((held) => alike.includes(held) && !newest.includes(held), at);
    },

    async impersonate({ userId, scopes, at }) {
      const requested = token({ userId, origin: 'impersonation' as const, scopes, at });
      const made = await authorizations.create(requested);
      const holder = reference.withKeyOf(requested);
      assert.equal(made === undefined, holder !== undefined);
      if (made) reference.add(made, at);
      assert.deepEqual(await authorizations.impersonation(userId), holder ?? made);
    },

    async update({ userId, pick, note, fingerprint, scopes, isReversed, at }) {
      const current = reference.pick(pick);
      if (current === undefined) return;
      const change = isReversed ? { note, fingerprint } : { scopes };
      const next = { ...current, ...change, updatedAt: at };
      const holder = reference.withKeyOf({ ...next, applicationId: next.application?.id ?? null });
      const isTaken = holder !== undefined && holder !== current;
      const changed = await authorizations.update(userId, current.id, () => change, at);
      if (current.userId !== userId) assert.equal(changed, undefined);
      else if (isTaken) assert.equal(changed, 'taken');
      else reference.put(next, at);
    },

    async replaceToken({ applicationId, pick, at }) {
      const current = reference.pick(pick);
      if (current === undefined) return;
      const { hashedToken, tokenLastEight } = token({});
      const secret = { hashedToken, tokenLastEight };
      const bearer = await authorizations.replaceToken(applicationId, current.hashedToken, secret, at);
      assert.equal(bearer === undefined, current.application?.id !== applicationId);
      if (bearer) reference.put({ ...current, ...secret, updatedAt: at }, at);
    },

    async regenerate({ userId, pick, at }) {
      const current = reference.pick(pick);
      if (current === undefined) return;
      const { hashedToken, tokenLastEight } = token({});
      const secret = { hashedToken, tokenLastEight };
      const changed = await authorizations.regenerate(userId, current.id, secret, at);
      assert.equal(changed !== undefined, current.userId === userId && reference.isPersonal(current));
      if (changed) reference.put({ ...current, ...secret, updatedAt: at }, at);
    },

    async touch({ pick, at }) {
      const current = reference.pick(pick);
      if (current === undefined) return;
      await authorizations.touch(current.id, at);
      reference.touch(current, `${at.slice(0, 13)}:00:00Z`);
    },

    async delete({ userId, pick, at }) {
      const toDelete = reference.pick(pick);
      if (toDelete === undefined) return;
      const isOwn = toDelete.userId === userId;
      assert.equal(await authorizations.delete(userId, toDelete.id, at), isOwn);
      if (isOwn) reference.remove((held) => held === toDelete, at);
    },

    async deleteAllPersonal({ userId, at }) {
      const removed = reference.remove((held) => held.userId === userId && reference.isPersonal(held), at);
      assert.equal(await authorizations.deleteAllPersonal(userId), removed);
    },

    async revoke({ userId, applicationId }) {
      const grant = await grants.byApplication(userId, applicationId);
      const removed = reference.revoke(
        (held) => held.userId === userId && held.applicationId === applicationId,
      );
      assert.equal(removed, grant === undefined ? 0 : 1);
      if (grant) assert.equal(await grants.deleteWithTokens(userId, grant.id), true);
    },

    async revokeAllOfUser({ userId }) {
      const removed = reference.revoke((held) => held.userId === userId);
      assert.equal(await grants.deleteAllWithTokens(userId), removed);
    },

    async revokeAllOfApplication({ applicationId }) {
      const removed = reference.revoke((held) => held.applicationId === applicationId);
      assert.equal(await applications.revokeAll(applicationId), removed);
    },
  };

  return async (step: Step, userIds: number[]): Promise<void> => {
    await moves[step.move](step);
    for (const userId of userIds) await reference.check(userId);
  };
}
