import assert from 'node:assert/strict';
import {
  addApplication,
  addUser,
  allItems,
  at,
  impossibleIds,
  later,
  listsOf,
  prepare,
  type StoreTest,
  tokenMaker,
} from './engine.ts';

export function grantContract(test: StoreTest): void {
  test('the first token of an application creates its grant, and a personal token does not', async (store) => {
    const { user, application, token } = await prepare(store);
    await store.authorizations.create(token({ userId: user.id, scopes: ['gist'] }));
    assert.deepEqual(await store.grants.list(user.id, allItems), { items: [], total: 0 });
    await store.authorizations.create(
      token({ userId: user.id, applicationId: application.id, scopes: ['repo', 'repo'] }),
    );
    const { items, total } = await store.grants.list(user.id, allItems);
    const { id, name, url, clientId } = application;
    assert.equal(total, 1);
    assert.deepEqual(items, [
      {
        id: items[0]?.id,
        userId: user.id,
        application: { id, name, url, clientId },
        scopes: ['repo'],
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
      },
    ]);
    assert.deepEqual(await store.grants.byId(user.id, items[0]?.id ?? 0), items[0]);
    assert.deepEqual(await store.grants.byApplication(user.id, application.id), items[0]);
    assert.deepEqual(await store.grants.list(user.id, allItems, clientId), { items, total });
  });

  test('the scopes of a grant are those of its tokens in order of first appearance, and its time changes only with them', async (store) => {
    const { user, token, attributes } = await prepare(store);
    const make = async (fingerprint: string, scopes: string[], at: string) => {
      return (await store.authorizations.create(token({ ...attributes, fingerprint, scopes, at })))?.id ?? 0;
    };
    const shows = async (scopes: string[], day: number) => {
      const [grant] = (await store.grants.list(user.id, allItems)).items;
      assert.deepEqual(grant?.scopes, scopes);
      assert.equal(grant?.updatedAt, onDay(day));
      assert.equal(grant?.createdAt, onDay(1));
    };
    const first = await make('z', ['repo', 'gist'], onDay(1));
    const second = await make('y', ['user', 'repo'], onDay(2));
    await shows(['repo', 'gist', 'user'], 2);
    const third = await make('x', ['gist', 'user'], onDay(3));
    await shows(['repo', 'gist', 'user'], 2);
    await store.authorizations.delete(user.id, first, onDay(4));
    await shows(['user', 'repo', 'gist'], 2);
    await store.authorizations.delete(user.id, third, onDay(5));
    await shows(['user', 'repo'], 5);
    await store.authorizations.delete(user.id, second, onDay(6));
    await shows([], 6);
    await make('w', [], onDay(7));
    await shows([], 6);
  });

  test('deleting a grant deletes the tokens of that application and user, and no others', async (store) => {
    const { user, application, token, attributes } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const second = await addApplication(store, { clientId: 'f'.repeat(20) });
    const toDelete = [token(attributes), token({ ...attributes, fingerprint: 'laptop' })];
    const retained = [
      token({ userId: user.id }),
      token({ ...attributes, userId: other.id }),
      token({ ...attributes, applicationId: second.id }),
    ];
    for (const each of [...toDelete, ...retained]) await store.authorizations.create(each);
    const [grant] = (await store.grants.list(user.id, allItems, application.clientId)).items;
    assert.ok(grant);

    assert.equal(await store.grants.deleteWithTokens(other.id, grant.id), false);
    assert.equal(await store.grants.deleteWithTokens(user.id, grant.id), true);
    assert.equal(await store.grants.deleteWithTokens(user.id, grant.id), false);
    assert.equal(await store.grants.byId(user.id, grant.id), undefined);
    for (const each of toDelete)
      assert.equal(await store.authorizations.byHashedToken(each.hashedToken), undefined);
    for (const each of retained) assert.ok(await store.authorizations.byHashedToken(each.hashedToken));
    const { authorizations, grants, perApplication } = await listsOf(store, user.id);
    assert.deepEqual([authorizations.total, grants.total], [2, 1]);
    assert.deepEqual(
      perApplication.map(({ total }) => total),
      [0, 1],
    );

    const again = await store.authorizations.getOrCreate(
      token({ ...attributes, scopes: ['gist'], at: later }),
    );
    assert.equal(again.created, true);
    const [made] = (await store.grants.list(user.id, allItems, application.clientId)).items;
    assert.ok(made && made.id > grant.id);
    assert.deepEqual([made.scopes, made.createdAt], [['gist'], later]);
  });

  test('all grants of a user are deleted with their tokens, and personal tokens stay', async (store) => {
    const { user, application, token } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const second = await addApplication(store, { clientId: 'f'.repeat(20) });
    const create = store.authorizations.create;
    for (const applicationId of [application.id, second.id])
      for (const fingerprint of ['x', 'y']) {
        await create(token({ userId: user.id, applicationId, fingerprint }));
        await create(token({ userId: other.id, applicationId, fingerprint }));
      }
    const personal = await create(token({ userId: user.id }));
    assert.equal(await store.grants.deleteAllWithTokens(user.id), 2);
    assert.equal(await store.grants.deleteAllWithTokens(user.id), 0);
    const { authorizations, grants } = await listsOf(store, user.id);
    assert.deepEqual(authorizations, { items: [personal], total: 1 });
    assert.deepEqual(grants, { items: [], total: 0 });
    const ofOther = await listsOf(store, other.id);
    assert.deepEqual([ofOther.authorizations.items.length, ofOther.grants.total], [4, 2]);
  });

  test('grants are listed by id, in pages', async (store) => {
    const user = await addUser(store);
    const token = tokenMaker();
    const names = ['c', 'a', 'd', 'b', 'e'];
    for (const name of names) {
      const { id } = await addApplication(store, { name, clientId: name.repeat(20) });
      await store.authorizations.create(token({ userId: user.id, applicationId: id }));
    }
    const listed = [];
    for (const page of [1, 2, 3, 4]) {
      const { items, total } = await store.grants.list(user.id, { page, perPage: 2 });
      assert.equal(total, 5);
      listed.push(items.map(({ application }) => application.name));
    }
    assert.deepEqual(listed, [['c', 'a'], ['d', 'b'], ['e'], []]);
  });

  test('a grant of another user, or with an impossible id, is not found', async (store) => {
    const { user, application } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    await store.authorizations.create(tokenMaker()({ userId: user.id, applicationId: application.id }));
    const [grant] = (await store.grants.list(user.id, allItems)).items;
    assert.equal(await store.grants.byId(other.id, grant?.id ?? 0), undefined);
    assert.equal(await store.grants.byApplication(other.id, application.id), undefined);
    for (const id of impossibleIds) {
      assert.equal(await store.grants.byId(user.id, id), undefined);
      assert.equal(await store.grants.byId(id, grant?.id ?? 0), undefined);
      assert.equal(await store.grants.byApplication(user.id, id), undefined);
      assert.equal(await store.grants.byApplication(id, application.id), undefined);
      assert.equal(await store.grants.deleteAllWithTokens(id), 0);
      assert.equal(await store.grants.deleteWithTokens(user.id, id), false);
      assert.equal(await store.grants.deleteWithTokens(id, grant?.id ?? 0), false);
    }
  });
}

function onDay(day: number): string {
  return `2020-03-0${day}T09:00:00Z`;
}
