import assert from 'node:assert/strict';
import type { Authorization, NewAuthorization, Store } from '#accounts/store/index.ts';

const allItems = { page: 1, perPage: 1000 };

interface ReferenceGrant {
  userId: number;
  applicationId: number;
  scopes: string[];
  lastUsedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export type Reference = ReturnType<typeof createReference>;

/** A reference implementation of the store with plain lists: slow, and simple enough to review. */
export function createReference(store: Store) {
  let tokens: Authorization[] = [];
  let grants: ReferenceGrant[] = [];

  const tokensOf = ({ userId, applicationId }: ReferenceGrant) =>
    tokens
      .filter((held) => held.userId === userId && held.application?.id === applicationId)
      .toSorted((a, b) => a.id - b.id);

  const settle = (at: string) => {
    for (const grant of grants) {
      const union = [...new Set(tokensOf(grant).flatMap(({ scopes }) => scopes))];
      if (union.toSorted().join() !== grant.scopes.toSorted().join()) grant.updatedAt = at;
      grant.scopes = union;
    }
  };

  const grantOf = ({ userId, application }: Authorization) =>
    grants.find((grant) => grant.userId === userId && grant.applicationId === application?.id);

  return {
    get tokens(): readonly Authorization[] {
      return tokens;
    },

    isPersonal,

    pick(at: number): Authorization | undefined {
      return tokens[at % (tokens.length || 1)];
    },

    /** The token that has the uniqueness key of another one. */
    withKeyOf(requested: Parameters<typeof computeUniquenessKey>[0]): Authorization | undefined {
      const key = computeUniquenessKey(requested);
      if (key === undefined) return undefined;
      return tokens.find(
        (held) => computeUniquenessKey({ ...held, applicationId: held.application?.id ?? null }) === key,
      );
    },

    add(made: Authorization, at: string): void {
      tokens.push(made);
      const { userId, application } = made;
      if (application !== null && grantOf(made) === undefined) {
        const times = { lastUsedAt: null, createdAt: at, updatedAt: at };
        grants.push({ userId, applicationId: application.id, scopes: [...new Set(made.scopes)], ...times });
      }
      settle(at);
    },

    put(changed: Authorization, at: string): void {
      tokens = tokens.map((held) => (held.id === changed.id ? changed : held));
      settle(at);
    },

    touch(used: Authorization, hour: string): void {
      tokens = tokens.map((held) => (held === used ? { ...held, lastUsedAt: hour } : held));
      const grant = grantOf(used);
      if (grant && used.lastUsedAt !== hour) grant.lastUsedAt = hour;
    },

    remove(isToDelete: (token: Authorization) => boolean, at: string): number {
      const before = tokens.length;
      tokens = tokens.filter((held) => !isToDelete(held));
      settle(at);
      return before - tokens.length;
    },

    revoke(isToDelete: (grant: ReferenceGrant) => boolean): number {
      const toDelete = grants.filter(isToDelete);
      const dead = new Set(toDelete.flatMap(tokensOf));
      tokens = tokens.filter((held) => !dead.has(held));
      grants = grants.filter((grant) => !toDelete.includes(grant));
      return toDelete.length;
    },

    /** Compares all lists of a user. */
    async check(userId: number): Promise<void> {
      const own = tokens.filter((held) => held.userId === userId);
      const inOrder = own.toSorted(inListOrder);
      assert.deepEqual(await store.authorizations.list(userId, allItems), buildListing(inOrder));
      const personal = own.filter(isPersonal).toSorted((a, b) => a.id - b.id);
      assert.deepEqual(await store.authorizations.listPersonal(allItems, userId), buildListing(personal));

      const listed = await store.grants.list(userId, allItems);
      assert.equal(listed.total, listed.items.length);
      assert.deepEqual(
        listed.items.map(({ id, application, ...grant }) => ({ ...grant, applicationId: application.id })),
        grants.filter((grant) => grant.userId === userId),
      );
      for (const { application } of listed.items) {
        assert.deepEqual(
          await store.authorizations.list(userId, allItems, application.clientId),
          buildListing(inOrder.filter((held) => held.application?.id === application.id)),
        );
      }
    },
  };
}

function buildListing(items: Authorization[]) {
  return { items, total: items.length };
}

function isPersonal({ application, origin }: Authorization): boolean {
  return application === null && origin !== 'impersonation';
}

function computeUniquenessKey({
  userId,
  applicationId,
  origin,
  note,
  fingerprint,
}: Pick<NewAuthorization, 'userId' | 'applicationId' | 'origin' | 'note' | 'fingerprint'>) {
  if (origin === 'flow') return undefined;
  if (origin === 'impersonation') return `impersonation of ${userId}`;
  if (applicationId !== null) return `${applicationId} for ${userId} on ${fingerprint}`;
  return note === null ? undefined : `${note} of ${userId} on ${fingerprint}`;
}

function inListOrder(a: Authorization, b: Authorization): number {
  const byApplication = (a.application?.id ?? 0) - (b.application?.id ?? 0);
  const [left, right] = [a.fingerprint ?? '', b.fingerprint ?? ''];
  return byApplication || (left < right ? -1 : left > right ? 1 : 0) || a.id - b.id;
}
