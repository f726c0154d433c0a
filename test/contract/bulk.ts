import assert from 'node:assert/strict';
import { BULK_SIZE } from '#accounts/storage/engine/engine.ts';
import type { Store } from '#accounts/store/index.ts';
import { multiplyTokens } from '../support/accounts/multiply-tokens.ts';
import { addApplication, addUser, at, type StoreTest, tokenMaker } from './engine.ts';

/** Deletions of so many tokens that they are bulk operations. */
export function bulkContract(test: StoreTest): void {
  test('a bulk revocation of an application deletes all of its tokens, and no others', async (store) => {
    const { users, application, other, revoked, kept } = await fillBulk(store);
    assert.equal(await store.applications.revokeAll(application.id), users.length);
    await assertInvalid(store, revoked);
    for (const digest of kept) assert.ok(await find(store, digest));
    for (const { id } of users) {
      const { total, items } = await store.authorizations.list(id, { page: 1, perPage: 10 });
      assert.deepEqual([total, items.length], [1, 1]);
      assert.equal((await store.grants.list(id, { page: 1, perPage: 10 })).total, 1);
    }
    assert.equal(await store.applications.revokeAll(application.id), 0);
    assert.ok(await store.applications.byId(other.id));
  });

  test('a bulk revocation of a user deletes the tokens and adds its log entry together', async (store) => {
    const { users, application, revoked, kept } = await fillBulk(store, 1);
    const [{ id: userId } = { id: 0 }] = users;
    const event = { userId, action: 'oauth_access.revoke', subject: null, address: '::1', userAgent: null };
    const grant = await store.grants.byApplication(userId, application.id);
    assert.equal(
      await store.grants.deleteWithTokens(userId, grant?.id ?? 0, { ...event, at: Date.parse(at) }),
      true,
    );
    await assertInvalid(store, revoked);
    for (const digest of kept) assert.ok(await find(store, digest));
    assert.equal((await store.audit.events(userId, 10)).length, 1);
  });

  test('a user with so many tokens that the deletion is a bulk operation is deleted', async (store) => {
    const { users, revoked, kept } = await fillBulk(store, 1);
    assert.equal(await store.users.delete(users[0]?.id ?? 0), true);
    await assertInvalid(store, [...revoked, ...kept]);
    assert.equal(await store.users.isEmpty(), true);
  });

  test('the deletion of one token does not read all tokens of its grant', async (store) => {
    const token = tokenMaker();
    const other = await addApplication(store);
    const addTokens = async (login: string, size: number) => {
      const { id: applicationId } = await addApplication(store, { clientId: login.padEnd(20, 'f') });
      const { id: userId } = await addUser(store, { login });
      for (const id of [applicationId, other.id])
        await store.authorizations.create(token({ userId, applicationId: id, scopes: ['repo', 'gist'] }));
      await multiplyTokens(store, applicationId, size);
      const { items } = await store.authorizations.list(userId, { page: 1, perPage: 30 });
      const ids = items.filter(({ application }) => application?.id === applicationId).map(({ id }) => id);
      return { userId, applicationId, ids, times: [Number.POSITIVE_INFINITY] };
    };
    const deleteToken = async ({ userId, ids }: { userId: number; ids: number[] }, index: number) => {
      const begun = performance.now();
      assert.equal(await store.authorizations.delete(userId, ids[index] ?? 0, at), true);
      return performance.now() - begun;
    };
    const [few, many] = [await addTokens('few', 100), await addTokens('many', 20_000)];
    // Alternately, so that other programs delay both.
    for (const index of few.ids.keys())
      for (const each of [few, many]) each.times.push(await deleteToken(each, index));
    for (const { userId, applicationId } of [few, many])
      assert.deepEqual((await store.grants.byApplication(userId, applicationId))?.scopes, ['repo', 'gist']);
    // Not the median, which a busy machine increases.
    const [small, large] = [Math.min(...few.times), Math.min(...many.times)];
    assert.ok(large < small * 4, `${large} ms and ${small} ms`);
  });

  test('a scope that only a late token has is kept until it is deleted', async (store) => {
    const [{ id: applicationId }, { id: userId }] = [await addApplication(store), await addUser(store)];
    const token = tokenMaker();
    const create = async (scopes: string[]) =>
      (await store.authorizations.create(token({ userId, applicationId, fingerprint: `${++made}`, scopes })))
        ?.id ?? 0;
    let made = 0;
    const ids = [];
    for (let count = 0; count < 70; count++) ids.push(await create(['repo']));
    const late = await create(['gist', 'repo']);
    const scopes = async () => (await store.grants.byApplication(userId, applicationId))?.scopes;
    for (const id of [ids[0] ?? 0, ids[69] ?? 0]) await store.authorizations.delete(userId, id, at);
    assert.deepEqual(await scopes(), ['repo', 'gist']);
    await store.authorizations.update(userId, ids[1] ?? 0, () => ({ scopes: ['user'] }), at);
    assert.deepEqual(await scopes(), ['user', 'repo', 'gist']);
    await store.authorizations.delete(userId, late, at);
    assert.deepEqual(await scopes(), ['user', 'repo']);
  });
}

const find = (store: Store, digest: string) => store.authorizations.byHashedToken(digest);

/** Checks a part of the tokens, and the totals elsewhere. */
async function assertInvalid(store: Store, digests: readonly string[]): Promise<void> {
  const part = digests.filter((_, index) => index % 25 === 0);
  for (const digest of part) assert.equal(await find(store, digest), undefined);
}

/** Users with tokens of two applications: `BULK_SIZE` in all of the first one, and one for each user of the other. */
async function fillBulk(store: Store, count = 2) {
  const application = await addApplication(store);
  const other = await addApplication(store, { clientId: 'f'.repeat(20) });
  const token = tokenMaker();
  const users = [];
  for (let number = 0; number < count; number++) {
    const user = await addUser(store, { login: `user-${number}` });
    users.push(user);
    for (const { id } of [application, other])
      await store.authorizations.create(token({ userId: user.id, applicationId: id, origin: 'flow' }));
  }
  await multiplyTokens(store, application.id, BULK_SIZE / count);
  const digests = await Promise.all(
    users.map(async ({ id }) => {
      const { items } = await store.authorizations.list(id, { page: 1, perPage: 2 * BULK_SIZE });
      return items.map(({ hashedToken, application: from }) => ({ hashedToken, clientId: from?.clientId }));
    }),
  );
  const of = (clientId: string) =>
    digests.flat().flatMap((each) => (each.clientId === clientId ? [each.hashedToken] : []));
  const [revoked, retained] = [of(application.clientId), of(other.clientId)];
  assert.deepEqual([revoked.length, retained.length], [BULK_SIZE, count]);
  return { users, application, other, revoked, kept: retained };
}
