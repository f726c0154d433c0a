import assert from 'node:assert/strict';
import type { Store } from '#accounts/store/index.ts';
import {
  addApplication,
  addUser,
  at,
  impossibleIds,
  later,
  listsOf,
  prepare,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

export function authorizationChangeContract(test: StoreTest): void {
  test('a change of a token changes only the given members and the time of the change', async (store) => {
    const { user, application, token } = await prepare(store);
    const attributes = { userId: user.id, applicationId: application.id, note: 'a', noteUrl: 'b' };
    const made = await make(store, token({ ...attributes, scopes: ['repo'], expiresAt: later }));
    const seen: unknown[] = [];
    const update = (change: object) =>
      store.authorizations.update(
        user.id,
        made.id,
        (current) => {
          seen.push(current);
          return change;
        },
        later,
      );
    const still = { ...made, updatedAt: later };
    assert.deepEqual(await update({}), still);
    assert.deepEqual(await update({ note: null }), { ...still, note: null });
    const all = { note: '😀', noteUrl: null, scopes: ['gist', 'user'], fingerprint: 'x', expiresAt: null };
    assert.deepEqual(await update(all), { ...still, ...all });
    assert.deepEqual(
      seen,
      [made, still, { ...still, note: null }],
      'each change gets the result of the one before',
    );
    assert.deepEqual(await store.authorizations.byId(user.id, made.id), { ...still, ...all });
  });

  test('changed scopes of a token change the grant; the time of the grant changes only with the union', async (store) => {
    const { user, application, token, attributes } = await prepare(store);
    const first = await make(store, token({ ...attributes, scopes: ['repo', 'gist'] }));
    await make(store, token({ ...attributes, scopes: ['gist', 'user'], fingerprint: 'x' }));
    const shows = async (scopes: string[], to: string[], updatedAt: string, moment: string) => {
      await store.authorizations.update(user.id, first.id, () => ({ scopes }), moment);
      const grant = await store.grants.byApplication(user.id, application.id);
      assert.deepEqual([grant?.scopes, grant?.updatedAt], [to, updatedAt]);
    };
    await shows(['user', 'repo'], ['user', 'repo', 'gist'], at, '2020-03-03T09:00:00Z');
    await shows([], ['gist', 'user'], '2020-03-04T09:00:00Z', '2020-03-04T09:00:00Z');
    await shows(['gist'], ['gist', 'user'], '2020-03-04T09:00:00Z', '2020-03-05T09:00:00Z');
  });

  test('a change to a uniqueness key that is taken changes nothing', async (store) => {
    const { user, application, token } = await prepare(store);
    const { update } = store.authorizations;
    const ofApplication = { userId: user.id, applicationId: application.id };
    const personal = { userId: user.id, note: 'x' };
    for (const attributes of [personal, ofApplication]) {
      const holder = await make(store, token({ ...attributes, fingerprint: 'taken' }));
      const other = await make(store, token({ ...attributes, fingerprint: 'free' }));
      const change = { fingerprint: 'taken', scopes: ['repo'] };
      assert.equal(await update(user.id, other.id, () => change, later), 'taken');
      assert.deepEqual(await store.authorizations.byId(user.id, other.id), other);
      const grant = await store.grants.byApplication(user.id, application.id);
      assert.deepEqual(grant?.scopes ?? [], []);
      const own = { fingerprint: 'taken' };
      assert.notEqual(
        await update(user.id, holder.id, () => own, later),
        'taken',
        'the token may keep its own uniqueness key',
      );
      await store.authorizations.delete(user.id, holder.id, later);
      assert.partialDeepStrictEqual(await update(user.id, other.id, () => change, later), change);
    }
    const renamed = await make(store, token({ userId: user.id, note: 'y' }));
    const taken = await make(store, token({ userId: user.id, note: 'z' }));
    assert.equal(await update(user.id, renamed.id, () => ({ note: 'z' }), later), 'taken');
    assert.partialDeepStrictEqual(await update(user.id, taken.id, () => ({ note: null }), later), {
      note: null,
    });
    assert.partialDeepStrictEqual(await update(user.id, renamed.id, () => ({ note: 'z' }), later), {
      note: 'z',
    });
  });

  test('an error of the callback is thrown, and nothing changes', async (store) => {
    const { user } = await prepare(store);
    const made = await make(store, tokenMaker()({ userId: user.id }));
    const refuse = () => {
      throw new RangeError('no');
    };
    await assert.rejects(store.authorizations.update(user.id, made.id, refuse, later), RangeError);
    assert.deepEqual(await store.authorizations.byId(user.id, made.id), made);
  });

  test('a replaced token is invalid at once, and its record stays the same', async (store) => {
    const { user, application, token } = await prepare(store);
    const made = await make(store, token({ userId: user.id, applicationId: application.id }));
    const secret = selectSecret(token({}));
    const bearer = await store.authorizations.replaceToken(application.id, made.hashedToken, secret, later);
    assert.deepEqual(bearer, { authorization: { ...made, ...secret, updatedAt: later }, user });
    assert.equal(await store.authorizations.byHashedToken(made.hashedToken), undefined);
    assert.deepEqual(await store.authorizations.byHashedToken(secret.hashedToken), bearer);
  });

  test("only the application's own token is replaced", async (store) => {
    const { user, application, token } = await prepare(store);
    const other = await addApplication(store, { clientId: 'f'.repeat(20) });
    const made = await make(store, token({ userId: user.id, applicationId: application.id }));
    const personal = await make(store, token({ userId: user.id }));
    const replace = (id: number, digest: string) =>
      store.authorizations.replaceToken(id, digest, selectSecret(token({})), later);
    for (const id of [other.id, other.id + 1000, ...impossibleIds]) {
      assert.equal(await replace(id, made.hashedToken), undefined);
    }
    for (const digest of [personal.hashedToken, 'unknown', ...unstorable]) {
      assert.equal(await replace(application.id, digest), undefined);
    }
    for (const { id, hashedToken } of [made, personal])
      assert.equal((await store.authorizations.byHashedToken(hashedToken))?.authorization.id, id);
  });

  test('a personal token is regenerated under its id, and no other token', async (store) => {
    const { user, application, token } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const personal = await make(store, token({ userId: user.id }));
    const ofApplication = await make(store, token({ userId: user.id, applicationId: application.id }));
    const impersonation = await make(store, token({ userId: user.id, origin: 'impersonation' }));
    const secret = selectSecret(token({}));
    const { regenerate } = store.authorizations;
    assert.equal(await regenerate(other.id, personal.id, secret, later), undefined);
    for (const id of [ofApplication.id, impersonation.id, ...impossibleIds])
      assert.equal(await regenerate(user.id, id, secret, later), undefined);
    const changed = { ...personal, ...secret, updatedAt: later };
    assert.deepEqual(await regenerate(user.id, personal.id, secret, later), changed);
    assert.deepEqual(await store.authorizations.byId(user.id, personal.id), changed);
    assert.equal(await store.authorizations.byHashedToken(personal.hashedToken), undefined);
  });

  test('the hour of the last use is stored for the token and its grant', async (store) => {
    const { user, application, token, attributes } = await prepare(store);
    const used = await make(store, token(attributes));
    const unused = await make(store, token({ ...attributes, fingerprint: 'x' }));
    const personal = await make(store, token({ userId: user.id }));
    const { touch, byId } = store.authorizations;
    const grantUse = async () => (await store.grants.byApplication(user.id, application.id))?.lastUsedAt;
    await touch(personal.id, '2020-03-05T09:59:59Z');
    assert.equal(await grantUse(), null);
    for (const [time, hour] of [
      ['2020-03-05T10:00:00Z', '2020-03-05T10:00:00Z'],
      ['2020-03-05T10:59:59Z', '2020-03-05T10:00:00Z'],
      ['2020-03-05T11:30:00Z', '2020-03-05T11:00:00Z'],
    ] as const) {
      await touch(used.id, time);
      assert.deepEqual(await byId(user.id, used.id), { ...used, lastUsedAt: hour });
      assert.equal(await grantUse(), hour);
    }
    assert.deepEqual(await byId(user.id, unused.id), unused);
    assert.deepEqual(await byId(user.id, personal.id), { ...personal, lastUsedAt: '2020-03-05T09:00:00Z' });
    for (const id of [...impossibleIds, personal.id + 1000]) await touch(id, later);
  });

  test('an unknown token, or a token of another user, is not changed', async (store) => {
    const { user, application } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const made = await make(store, tokenMaker()({ userId: user.id, applicationId: application.id }));
    const decide = () => assert.fail('the callback must not run');
    const { update } = store.authorizations;
    assert.equal(await update(other.id, made.id, decide, later), undefined);
    for (const id of [...impossibleIds, made.id + 1000]) {
      assert.equal(await update(user.id, id, decide, later), undefined);
      assert.equal(await update(id, made.id, decide, later), undefined);
    }
    assert.deepEqual((await listsOf(store, user.id)).authorizations, { items: [made], total: 1 });
  });
}

async function make(store: Store, requested: Parameters<Store['authorizations']['create']>[0]) {
  const made = await store.authorizations.create(requested);
  assert.ok(made);
  return made;
}

function selectSecret({ hashedToken, tokenLastEight }: { hashedToken: string; tokenLastEight: string }) {
  return { hashedToken, tokenLastEight };
}
