import assert from 'node:assert/strict';
import type { Organization, Store } from '#accounts/store/index.ts';
import { countSuccesses, openTwo } from './concurrency.ts';
import {
  addApplication,
  addUser,
  at,
  type EngineUnderTest,
  impossibleIds,
  later,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

export function organizationContract(test: StoreTest, engine: EngineUnderTest): void {
  test('an organization is read as it was added, by id and by login in any case', async (store) => {
    const allItems = newOrganization({ login: 'Octo-Łab', name: 'Octo 😀', saml: 'enforced' });
    const added = await store.organizations.add(allItems);
    assert.deepEqual(added, { id: added?.id, ...allItems });
    assert.deepEqual(await store.organizations.byLogin('oCTO-łAB'), added);
    assert.deepEqual(await store.organizations.byId(added?.id ?? 0), added);
    assert.equal(await store.organizations.add(newOrganization({ login: 'OCTO-ŁAB' })), undefined);
    const second = await addOrganization(store, { login: 'a' });
    assert.deepEqual(await store.organizations.list(), [added, second]);
  });

  test('a change of an organization changes only the given members', async (store) => {
    const before = await addOrganization(store, { name: 'Octo' });
    const second = await addOrganization(store, { login: 'second' });
    const { update } = store.organizations;
    assert.equal(await update(before.id, { saml: 'enforced', updatedAt: later }), true);
    const after = { ...before, saml: 'enforced', updatedAt: later };
    assert.deepEqual(await store.organizations.byId(before.id), after);
    assert.equal(await update(before.id, { login: 'Other', name: null }), true);
    assert.deepEqual(await store.organizations.byLogin('other'), { ...after, login: 'Other', name: null });
    assert.equal(await store.organizations.byLogin('octo'), undefined);
    assert.equal(await update(second.id, { login: 'OTHER' }), false);
    for (const id of [...impossibleIds, second.id + 1000]) {
      assert.equal(await update(id, { name: 'x' }), false);
      assert.equal(await update(id, {}), false);
      assert.equal(await store.organizations.byId(id), undefined);
    }
    assert.equal(await update(second.id, {}), true);
    assert.deepEqual(await store.organizations.byLogin('second'), second);
  });

  test('the members of an organization are those that were set last', async (store) => {
    const { id } = await addOrganization(store);
    const second = await addOrganization(store, { login: 'second' });
    const users = [];
    for (const login of ['zoe', 'Mona', 'hubot']) users.push(await addUser(store, { login }));
    const [zoe = 0, mona = 0, hubot = 0] = users.map((user) => user.id);
    const { isMember, members, ofUser, setMembers } = store.organizations;
    await setMembers(id, [zoe, mona, mona]);
    await setMembers(second.id, [mona]);
    assert.deepEqual(await members(id), ['Mona', 'zoe']);
    await setMembers(id, [hubot, mona, ...impossibleIds, hubot + 1000]);
    assert.deepEqual(await members(id), ['hubot', 'Mona']);
    assert.deepEqual([await isMember(id, zoe), await isMember(id, mona)], [false, true]);
    assert.deepEqual(
      (await ofUser(mona)).map(({ login }) => login),
      ['Octo', 'second'],
    );
    assert.deepEqual(await ofUser(zoe), []);
    await setMembers(id, []);
    assert.deepEqual(await members(id), []);
    for (const nothing of [...impossibleIds, second.id + 1000]) {
      await setMembers(nothing, [mona]);
      assert.deepEqual(await members(nothing), []);
      assert.equal(await isMember(nothing, mona), false);
      assert.deepEqual(await ofUser(nothing + 1000), []);
    }
  });

  test('an organization can have many members', async (store) => {
    const { id } = await addOrganization(store);
    const users = [];
    for (let made = 0; made < 300; made++) users.push(await addUser(store, { login: `user-${made}` }));
    const ids = users.map((user) => user.id);
    await store.organizations.setMembers(id, ids);
    assert.equal((await store.organizations.members(id)).length, 300);
    await store.organizations.setMembers(id, ids.slice(250));
    assert.equal((await store.organizations.members(id)).length, 50);
  });

  test('a token is allowed until it is disallowed, or its user is no longer a member', async (store) => {
    const { id } = await addOrganization(store);
    const second = await addOrganization(store, { login: 'second' });
    const { allow, allowedOf, disallow, setMembers } = store.organizations;
    const mona = await addUser(store);
    const hubot = await addUser(store, { login: 'hubot' });
    const token = tokenMaker();
    const ofMona = (await store.authorizations.create(token({ userId: mona.id })))?.id ?? 0;
    const ofHubot = (await store.authorizations.create(token({ userId: hubot.id })))?.id ?? 0;
    await setMembers(id, [mona.id, hubot.id]);
    await setMembers(second.id, [mona.id]);
    for (const [authorizationId, organizationId] of [
      [ofMona, second.id],
      [ofMona, id],
      [ofMona, id],
      [ofHubot, id],
    ] as const) {
      await allow(authorizationId, organizationId, at);
    }
    assert.deepEqual(await allowedOf(ofMona), [id, second.id]);
    assert.equal(await disallow(ofMona, second.id), true);
    assert.equal(await disallow(ofMona, second.id), false);
    await setMembers(id, [hubot.id]);
    assert.deepEqual([await allowedOf(ofMona), await allowedOf(ofHubot)], [[], [id]]);
    await setMembers(id, [mona.id, hubot.id]);
    assert.deepEqual(await allowedOf(ofMona), [], 'a new membership does not restore the approval');
    assert.equal(await store.authorizations.delete(hubot.id, ofHubot, later), true);
    assert.deepEqual(await allowedOf(ofHubot), []);
  });

  test('the tokens that are allowed for an organization are listed in pages, with their users', async (store) => {
    const { id } = await addOrganization(store);
    const second = await addOrganization(store, { login: 'second' });
    const { allow, approvals, disallow } = store.organizations;
    const [mona, hubot] = [await addUser(store), await addUser(store, { login: 'hubot' })];
    const application = await addApplication(store);
    const token = tokenMaker();
    const made = [
      await store.authorizations.create(token({ userId: mona.id, note: 'a', scopes: ['repo', 'gist'] })),
      await store.authorizations.createInFlow(token({ userId: hubot.id, applicationId: application.id }), 10),
      await store.authorizations.create(token({ userId: mona.id, note: 'b' })),
    ].map((authorization) => authorization?.id ?? 0);
    for (const each of made.toReversed()) await allow(each, id, later);
    await allow(made[0] ?? 0, second.id, at);

    const { items, total } = await approvals(id, { page: 1, perPage: 10 });
    assert.equal(total, 3);
    assert.deepEqual(
      items.map(({ authorization, ...rest }) => [authorization.id, rest]),
      [mona, hubot, mona].map(({ login }, index) => [made[index], { login, at: later }]),
    );
    assert.deepEqual(items[0]?.authorization, await store.authorizations.byId(mona.id, made[0] ?? 0));
    assert.equal(items[1]?.authorization.application?.id, application.id);
    for (const [page, perPage] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [2, 2],
    ] as const) {
      const part = await approvals(id, { page, perPage });
      assert.deepEqual(part, { items: items.slice((page - 1) * perPage, page * perPage), total: 3 });
    }
    assert.deepEqual(await approvals(id, { page: 4, perPage: 1 }), { items: [], total: 3 });
    assert.deepEqual(await approvals(id, { page: 2 ** 31, perPage: 100 }), { items: [], total: 3 });
    await disallow(made[1] ?? 0, id);
    assert.equal((await approvals(id, { page: 1, perPage: 10 })).total, 2);
    for (const nothing of [...impossibleIds, second.id + 1000])
      assert.deepEqual(await approvals(nothing, { page: 1, perPage: 10 }), { items: [], total: 0 });
  });

  test('an unknown organization is not found, and nothing can be allowed for it', async (store) => {
    const { id } = await addOrganization(store, { login: '\ufffd' });
    const user = await addUser(store);
    const made = (await store.authorizations.create(tokenMaker()({ userId: user.id })))?.id ?? 0;
    const { allow, allowedOf, byLogin, disallow } = store.organizations;
    for (const text of unstorable) assert.equal(await byLogin(text), undefined);
    for (const nothing of [...impossibleIds, id + made + 1000]) {
      await allow(nothing, id, at);
      await allow(made, nothing, at);
      assert.equal(await disallow(nothing, id), false);
      assert.equal(await disallow(made, nothing), false);
      assert.deepEqual(await allowedOf(nothing), []);
    }
    assert.deepEqual(await allowedOf(made), []);
  });

  test('of fifty concurrent organizations with one login one is added, and of fifty lists of members one is stored', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    assert.equal(await countSuccesses(stores, (each) => each.organizations.add(newOrganization())), 1);
    const { id } = (await store.organizations.byLogin('octo')) ?? { id: 0 };
    const ids: number[] = [];
    for (let made = 0; made < 8; made++) ids.push((await addUser(store, { login: `user-${made}` })).id);
    await countSuccesses(stores, (each, attempt) =>
      each.organizations.setMembers(id, [ids[attempt % 8] ?? 0, ids[(attempt * 3 + 1) % 8] ?? 0]),
    );
    assert.ok((await store.organizations.members(id)).length <= 2);
  });
}

function newOrganization(change: Partial<Organization> = {}): Omit<Organization, 'id'> {
  return { login: 'Octo', name: null, saml: 'off', createdAt: at, updatedAt: at, ...change };
}

export async function addOrganization(store: Store, change: Partial<Organization> = {}) {
  const organization = await store.organizations.add(newOrganization(change));
  if (organization === undefined) throw new Error('the login is taken');
  return organization;
}
