import assert from 'node:assert/strict';
import {
  addApplication,
  addUser,
  allItems,
  impossibleIds,
  later,
  listsOf,
  prepare,
  type StoreTest,
} from './engine.ts';

/** Tokens of a flow, personal ones, and those of a site administrator. */
export function authorizationOriginContract(test: StoreTest): void {
  test('the newest tokens of a flow are kept, for each set of scopes', async (store) => {
    const { user, token, attributes } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const second = await addApplication(store, { clientId: 'f'.repeat(20) });
    const { create, createInFlow } = store.authorizations;
    const retained = [
      await create(token({ ...attributes, scopes: ['repo', 'gist'] })),
      await createInFlow(token({ ...attributes, scopes: ['repo'] }), 2),
      await createInFlow(token({ ...attributes, scopes: ['gist', 'user'] }), 2),
      await createInFlow(token({ ...attributes, scopes: [] }), 2),
      await createInFlow(token({ ...attributes, userId: other.id, scopes: ['repo', 'gist'] }), 2),
      await createInFlow(token({ ...attributes, applicationId: second.id, scopes: ['repo', 'gist'] }), 2),
    ];
    const made = [];
    for (const scopes of [
      ['repo', 'gist'],
      ['gist', 'repo'],
      ['repo', 'gist', 'repo'],
      ['gist', 'repo'],
    ]) {
      made.push(await createInFlow(token({ ...attributes, scopes, at: later }), 2));
    }
    const [first, next, third, fourth] = made;
    assert.ok(first && next && third && fourth);
    for (const { hashedToken } of [first, next])
      assert.equal(await store.authorizations.byHashedToken(hashedToken), undefined);
    for (const each of [...retained, third, fourth]) {
      assert.ok(each);
      const found = await store.authorizations.byHashedToken(each.hashedToken);
      assert.deepEqual(found?.authorization, each);
    }
    assert.deepEqual([third.origin, third.updatedAt], ['flow', later]);
    const { authorizations, perApplication } = await listsOf(store, user.id);
    assert.deepEqual([authorizations.total, ...perApplication.map(({ total }) => total)], [7, 6, 1]);
    assert.equal(authorizations.items.length, 7);
  });

  test('a token of a flow creates the grant and keeps its scopes', async (store) => {
    const { user, application, token, attributes } = await prepare(store);
    const { createInFlow } = store.authorizations;
    await createInFlow(token({ ...attributes, scopes: ['repo', 'gist'] }), 1);
    await createInFlow(token({ ...attributes, scopes: ['user'] }), 1);
    await createInFlow(token({ ...attributes, scopes: ['gist', 'repo'], at: later }), 1);
    const grant = await store.grants.byApplication(user.id, application.id);
    assert.deepEqual(grant?.scopes, ['user', 'gist', 'repo'], 'in order of first appearance');
    assert.notEqual(grant?.updatedAt, later, 'the union is the same');
  });

  test('each user has one impersonation token, which is no personal token', async (store) => {
    const { user, token } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const { create, impersonation } = store.authorizations;
    assert.equal(await impersonation(user.id), undefined);
    const requested = { userId: user.id, origin: 'impersonation' as const };
    const made = await create(token({ ...requested, scopes: ['repo'] }));
    assert.equal(made?.origin, 'impersonation');
    assert.equal(await create(token({ ...requested, note: 'other', fingerprint: 'x' })), undefined);
    assert.ok(await create(token({ ...requested, userId: other.id })));
    assert.deepEqual(await impersonation(user.id), made);
    assert.deepEqual(await store.authorizations.list(user.id, allItems), { items: [made], total: 1 });
    assert.deepEqual(await store.authorizations.listPersonal(allItems), { items: [], total: 0 });
    assert.equal(await store.authorizations.personalById(made?.id ?? 0), undefined);
    assert.equal(await store.authorizations.deleteAllPersonal(user.id), 0);
    assert.equal(await store.authorizations.delete(user.id, made?.id ?? 0, later), true);
    assert.equal(await impersonation(user.id), undefined);
    for (const id of impossibleIds) assert.equal(await impersonation(id), undefined);
  });

  test('personal tokens of one user or of all are listed by id, in pages', async (store) => {
    const { user, application, token, attributes } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const { create, createInFlow, listPersonal } = store.authorizations;
    await create(token(attributes));
    const personal = [];
    for (let index = 0; index < 7; index++) {
      const userId = index % 3 ? user.id : other.id;
      const origin = index % 2 ? ('page' as const) : ('interface' as const);
      personal.push(await create(token({ userId, origin, fingerprint: `${9 - index}` })));
    }
    await createInFlow(token(attributes), 10);
    await create(token({ userId: user.id, origin: 'impersonation' as const }));

    const own = personal.filter((made) => made?.userId === user.id);
    for (const [userId, expected] of [
      [undefined, personal],
      [user.id, own],
      [application.id + 1000, []],
    ] as const) {
      for (const perPage of [1, 2, 3, 100]) {
        const pages = [];
        const newest = [];
        for (let page = 1; page <= expected.length / perPage + 2; page++) {
          const { items, total } = await listPersonal({ page, perPage }, userId);
          assert.equal(total, expected.length);
          pages.push(...items);
          newest.push(...(await listPersonal({ page, perPage }, userId, 'newest')).items);
        }
        assert.deepEqual(pages, expected);
        assert.deepEqual(newest, expected.toReversed());
      }
    }
    assert.deepEqual((await listPersonal({ page: 2 ** 63, perPage: 100 })).items, []);
    for (const id of impossibleIds)
      assert.deepEqual(await listPersonal(allItems, id), { items: [], total: 0 });
  });

  test('a personal token is found by its id without its user', async (store) => {
    const { user, application, token } = await prepare(store);
    const made = await store.authorizations.create(token({ userId: user.id, origin: 'page' as const }));
    const ofApplication = await store.authorizations.create(
      token({ userId: user.id, applicationId: application.id }),
    );
    assert.ok(made && ofApplication);
    assert.deepEqual(await store.authorizations.personalById(made.id), made);
    for (const id of [ofApplication.id, ofApplication.id + 1000, ...impossibleIds])
      assert.equal(await store.authorizations.personalById(id), undefined);
  });

  test('all personal tokens of a user are deleted, and no others', async (store) => {
    const { user, application, token } = await prepare(store);
    const other = await addUser(store, { login: 'hubot' });
    const { create, deleteAllPersonal } = store.authorizations;
    for (const note of ['a', 'b', null]) await create(token({ userId: user.id, note }));
    const ofOther = await create(token({ userId: other.id }));
    const retained = [
      await create(token({ userId: user.id, origin: 'impersonation' as const })),
      await create(token({ userId: user.id, applicationId: application.id })),
    ];
    assert.equal(await deleteAllPersonal(user.id), 3);
    assert.equal(await deleteAllPersonal(user.id), 0);
    assert.deepEqual((await listsOf(store, user.id)).authorizations, { items: retained, total: 2 });
    assert.deepEqual(await store.authorizations.listPersonal(allItems), { items: [ofOther], total: 1 });
    for (const id of [...impossibleIds, other.id + 1000]) assert.equal(await deleteAllPersonal(id), 0);
  });
}
