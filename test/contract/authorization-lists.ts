import assert from 'node:assert/strict';
import type { Store } from '#accounts/store/index.ts';
import {
  addApplication,
  addUser,
  allItems,
  impossibleIds,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

export function authorizationListContract(test: StoreTest): void {
  test('the list is ordered by application, fingerprint (by code point) and id', async (store) => {
    const { user, first, second } = await prepare(store);
    const token = tokenMaker();
    // 😀 is after ～ by code point, and before it by UTF-16 unit; é is after z, but not in the order of a language.
    const fingerprints = ['～', 'é', '😀', 'a', null, 'B', '', 'z', '_', '-', 'Z'];
    const ordered = [null, '', '-', 'B', 'Z', '_', 'a', 'z', 'é', '～', '😀'];
    for (const fingerprint of fingerprints) {
      for (const applicationId of [second.id, null, first.id, null]) {
        await store.authorizations.create(token({ userId: user.id, applicationId, fingerprint }));
      }
    }
    const { items, total } = await store.authorizations.list(user.id, allItems);
    assert.equal(total, 44);
    assert.deepEqual(
      items.map(({ application, fingerprint }) => [application?.name ?? null, fingerprint]),
      [
        ...ordered.flatMap((fingerprint) => [
          [null, fingerprint],
          [null, fingerprint],
        ]),
        ...ordered.map((fingerprint) => ['First', fingerprint]),
        ...ordered.map((fingerprint) => ['Second', fingerprint]),
      ],
    );
    for (const [at, { id, fingerprint, application }] of items.entries()) {
      const next = items[at + 1];
      if (next?.application === application && next?.fingerprint === fingerprint) assert.ok(id < next.id);
    }
  });

  test('the pages are equal to the complete list, for any page size', async (store) => {
    const { user, first } = await prepare(store);
    const token = tokenMaker();
    for (let made = 0; made < 13; made++) {
      const fingerprint = `f${(made * 5) % 13}`;
      await store.authorizations.create(token({ userId: user.id, fingerprint }));
      await store.authorizations.create(token({ userId: user.id, applicationId: first.id, fingerprint }));
    }
    for (const clientId of [undefined, first.clientId]) {
      const { items, total } = await store.authorizations.list(user.id, allItems, clientId);
      assert.equal(total, items.length);
      for (const perPage of [1, 2, 5, 7, 13, 25, 26, 27]) {
        const pages = [];
        for (let page = 1; page <= Math.ceil(total / perPage); page++) {
          const listing = await store.authorizations.list(user.id, { page, perPage }, clientId);
          assert.equal(listing.total, total);
          pages.push(...listing.items);
        }
        assert.deepEqual(pages, items, `pages of ${perPage}`);
      }
    }
  });

  test('a page beyond the end is empty', async (store) => {
    const { user, first } = await prepare(store);
    await store.authorizations.create(tokenMaker()({ userId: user.id, applicationId: first.id }));
    for (const page of [2, 2 ** 31, 2 ** 53, 2 ** 63, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
      for (const clientId of [undefined, first.clientId]) {
        const listing = await store.authorizations.list(user.id, { page, perPage: 100 }, clientId);
        assert.deepEqual(listing, { items: [], total: 1 });
        assert.deepEqual(await store.grants.list(user.id, { page, perPage: 100 }, clientId), {
          items: [],
          total: 1,
        });
      }
    }
  });

  test('the list of one application has only its tokens', async (store) => {
    const { user, first, second } = await prepare(store);
    const token = tokenMaker();
    const other = await addUser(store, { login: 'hubot' });
    const create = store.authorizations.create;
    const a = await create(token({ userId: user.id, applicationId: first.id, fingerprint: 'b' }));
    const b = await create(token({ userId: user.id, applicationId: first.id, fingerprint: 'a' }));
    await create(token({ userId: user.id }));
    await create(token({ userId: other.id, applicationId: first.id }));
    assert.deepEqual(await store.authorizations.list(user.id, allItems, first.clientId), {
      items: [b, a],
      total: 2,
    });
    for (const clientId of [second.clientId, 'unknown', '', ...unstorable]) {
      assert.deepEqual(await store.authorizations.list(user.id, allItems, clientId), { items: [], total: 0 });
      assert.deepEqual(await store.grants.list(user.id, allItems, clientId), { items: [], total: 0 });
    }
    for (const id of [...impossibleIds, other.id + 1000]) {
      assert.deepEqual(await store.authorizations.list(id, allItems), { items: [], total: 0 });
      assert.deepEqual(await store.grants.list(id, allItems, first.clientId), { items: [], total: 0 });
    }
  });

  test('notes, scopes and fingerprints can be long', async (store) => {
    const { user, first } = await prepare(store);
    const token = tokenMaker();
    const noise = Array.from({ length: 50_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    );
    const fingerprint = noise.join('');
    const long = {
      userId: user.id,
      applicationId: first.id,
      note: fingerprint,
      scopes: noise.slice(0, 1000),
      fingerprint,
    };
    const made = await store.authorizations.create(token(long));
    assert.equal(made?.fingerprint, fingerprint);
    assert.equal(await store.authorizations.create(token(long)), undefined);
    assert.ok(await store.authorizations.create(token({ ...long, fingerprint: `${fingerprint}!` })));
    assert.ok(await store.authorizations.create(token({ ...long, applicationId: null })));
  });
}

async function prepare(store: Store) {
  return {
    user: await addUser(store),
    first: await addApplication(store, { name: 'First', clientId: 'f'.repeat(20) }),
    second: await addApplication(store, { name: 'Second', clientId: '0'.repeat(20) }),
  };
}
