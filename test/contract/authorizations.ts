import assert from 'node:assert/strict';
import { RecordDeletedError } from '#accounts/store/index.ts';
import { addUser, impossibleIds, later, prepare, type StoreTest, tokenMaker, unstorable } from './engine.ts';

export function authorizationContract(test: StoreTest): void {
  test('a token is read as it was created, by id and by digest', async (store) => {
    const { user, application, token } = await prepare(store);
    const ofApplication = token({
      userId: user.id,
      applicationId: application.id,
      note: 'deploy 😀',
      noteUrl: '',
      scopes: ['repo', 'gist'],
      fingerprint: 'laptop',
      expiresAt: later,
    });
    const made = await store.authorizations.create(ofApplication);
    const { applicationId, at, ...kept } = ofApplication;
    const { id, name, url, clientId } = application;
    assert.deepEqual(made, {
      id: made?.id,
      application: { id, name, url, clientId },
      lastUsedAt: null,
      createdAt: at,
      updatedAt: at,
      ...kept,
    });
    assert.equal(applicationId, id);
    assert.deepEqual(await store.authorizations.byId(user.id, made?.id ?? 0), made);
    assert.deepEqual(await store.authorizations.byHashedToken(kept.hashedToken), {
      authorization: made,
      user,
    });

    const personal = await store.authorizations.create(token({ userId: user.id }));
    assert.equal(personal?.application, null);
    assert.deepEqual(await store.authorizations.byId(user.id, personal?.id ?? 0), personal);
  });

  test('a token of another user is neither found nor deleted', async (store) => {
    const { user } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const made = await store.authorizations.create(tokenMaker()({ userId: user.id }));
    assert.equal(await store.authorizations.byId(other.id, made?.id ?? 0), undefined);
    assert.equal(await store.authorizations.delete(other.id, made?.id ?? 0, later), false);
    assert.deepEqual(await store.authorizations.byId(user.id, made?.id ?? 0), made);
    assert.equal((await store.authorizations.list(other.id, { page: 1, perPage: 30 })).total, 0);
  });

  test('an application has one token for each fingerprint of a user', async (store) => {
    const { user, token, attributes } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const create = store.authorizations.create;
    assert.ok(await create(token(attributes)));
    assert.equal(await create(token({ ...attributes, note: 'other', scopes: ['repo'] })), undefined);
    for (const fingerprint of ['', 'null', 'laptop']) {
      assert.ok(await create(token({ ...attributes, fingerprint })));
      assert.equal(await create(token({ ...attributes, fingerprint })), undefined);
    }
    assert.ok(await create(token({ ...attributes, userId: other.id })));
    const grants = await store.grants.list(user.id, { page: 1, perPage: 30 });
    assert.deepEqual(grants.items[0]?.scopes, [], 'a rejected token leaves nothing behind');
  });

  test('personal tokens are unique by note and fingerprint, and not without a note', async (store) => {
    const { user, token } = await prepare(store);
    const create = store.authorizations.create;
    const places = [
      { note: 'a', fingerprint: 'bc' },
      { note: 'ab', fingerprint: 'c' },
      { note: 'a","bc', fingerprint: null },
      { note: 'a', fingerprint: null },
      { note: 'a', fingerprint: '' },
      { note: '', fingerprint: null },
      { note: '1', fingerprint: null },
    ];
    for (const attributes of places)
      assert.ok(await create(token({ userId: user.id, ...attributes })), attributes.note);
    for (const attributes of places)
      assert.equal(await create(token({ userId: user.id, ...attributes })), undefined);
    for (const fingerprint of [null, null, 'x', 'x']) {
      assert.ok(await create(token({ userId: user.id, note: null, fingerprint })));
    }
    assert.equal((await store.authorizations.list(user.id, { page: 1, perPage: 30 })).total, 11);
  });

  test('get-or-create returns the existing token unchanged', async (store) => {
    const { user, token, attributes } = await prepare(store);
    const first = await store.authorizations.getOrCreate(token({ ...attributes, scopes: ['repo'] }));
    assert.equal(first.created, true);
    const again = await store.authorizations.getOrCreate(
      token({ ...attributes, scopes: ['gist'], note: 'x', at: later }),
    );
    assert.deepEqual(again, { authorization: first.authorization, created: false });
    const elsewhere = await store.authorizations.getOrCreate(token({ ...attributes, fingerprint: 'laptop' }));
    assert.equal(elsewhere.created, true);
    assert.notEqual(elsewhere.authorization.id, first.authorization.id);
    await store.authorizations.delete(user.id, first.authorization.id, later);
    assert.equal((await store.authorizations.getOrCreate(token(attributes))).created, true);
  });

  test('a digest is unique, and a second token with it leaves nothing behind', async (store) => {
    const { user, application } = await prepare(store);
    const token = tokenMaker()({ userId: user.id });
    await store.authorizations.create(token);
    await assert.rejects(store.authorizations.create({ ...token, note: 'other' }));
    await assert.rejects(store.authorizations.getOrCreate({ ...token, applicationId: application.id }));
    assert.equal((await store.authorizations.list(user.id, { page: 1, perPage: 30 })).total, 1);
    assert.equal((await store.grants.list(user.id, { page: 1, perPage: 30 })).total, 0);
  });

  test('a deleted token is not found, and its id is never reused', async (store) => {
    const { user, token } = await prepare(store);
    const secret = token({ userId: user.id, note: 'a' });
    const first = await store.authorizations.create(secret);
    const last = await store.authorizations.create(token({ userId: user.id }));
    assert.ok(first && last && first.id < last.id);
    assert.equal(await store.authorizations.delete(user.id, last.id, later), true);
    assert.equal(await store.authorizations.delete(user.id, last.id, later), false);
    assert.equal(await store.authorizations.byId(user.id, last.id), undefined);
    assert.equal(await store.authorizations.delete(user.id, first.id, later), true);
    assert.equal(await store.authorizations.byHashedToken(secret.hashedToken), undefined);
    const next = await store.authorizations.create({ ...secret, hashedToken: 'f'.repeat(64) });
    assert.ok(next && next.id > last.id);
  });

  test('a token of an unknown user or application is an error and leaves nothing behind', async (store) => {
    const { user, application, token } = await prepare(store);
    const nowhere = { userId: user.id, applicationId: application.id + 1000 };
    await assert.rejects(store.authorizations.create(token({ userId: user.id + 1000 })), RecordDeletedError);
    await assert.rejects(store.authorizations.create(token(nowhere)), RecordDeletedError);
    await assert.rejects(store.authorizations.getOrCreate(token(nowhere)), RecordDeletedError);
    await assert.rejects(store.authorizations.createInFlow(token(nowhere), 10), RecordDeletedError);
    assert.equal((await store.authorizations.list(user.id, { page: 1, perPage: 30 })).total, 0);
  });

  test('a token with an impossible id or digest is not found', async (store) => {
    const { user } = await prepare(store);
    await store.authorizations.create({ ...tokenMaker()({ userId: user.id }), hashedToken: '\ufffd' });
    for (const text of unstorable) assert.equal(await store.authorizations.byHashedToken(text), undefined);
    for (const id of impossibleIds) {
      assert.equal(await store.authorizations.byId(user.id, id), undefined);
      assert.equal(await store.authorizations.byId(id, 1), undefined);
      assert.equal(await store.authorizations.delete(user.id, id, later), false);
      assert.equal(await store.authorizations.delete(id, 1, later), false);
    }
  });
}
