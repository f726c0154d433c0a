import assert from 'node:assert/strict';
import type { Store } from '#accounts/store/index.ts';
import { openTwo, runFiftyTimes } from './concurrency.ts';
import {
  addApplication,
  addUser,
  at,
  type EngineUnderTest,
  later,
  listsOf,
  type StoreTest,
  tokenMaker,
} from './engine.ts';
import { addOrganization } from './organizations.ts';

const now = 1_583_053_200_000;

export function snapshotContract(test: StoreTest, engine: EngineUnderTest): void {
  test('restore brings back all records', async (store) => {
    await fill(store);
    const [before, records] = [await store.snapshot(), await store.readAll()];
    for (const [name, rows] of Object.entries(records.tables)) assert.ok(rows.length > 0, `${name} is empty`);
    const shown = await show(store);
    await fill(store, 'other');
    await store.users.delete(1);
    await store.restore(before);
    assert.deepEqual(await show(store), shown);
    assert.deepEqual(await store.readAll(), records);
    await store.clear();
    await store.restore(before);
    assert.deepEqual(await store.readAll(), records);
  });

  test('snapshots are independent of each other, and a deleted one cannot be restored', async (store) => {
    const empty = await store.snapshot();
    const user = await addUser(store);
    const full = await store.snapshot();
    await store.restore(empty);
    assert.equal(await store.users.isEmpty(), true);
    await store.restore(full);
    assert.deepEqual(await store.users.list(), [user]);
    await store.deleteSnapshot(empty);
    await assert.rejects(store.restore(empty), { name: 'SnapshotDeletedError' });
    assert.deepEqual(await store.users.list(), [user]);
    await store.restore(full);
    await store.deleteSnapshot(full);
  });

  test('all records can be read, sent as JSON, and written to another store', async (store, open) => {
    await fill(store);
    for (let made = 0; made < 300; made++) await addUser(store, { login: `user-${made}` });
    const records = await store.readAll();
    const { nextIds } = records;
    await store.clear();
    const other = engine.isShared ? await open() : store;
    await other.replaceAll(JSON.parse(JSON.stringify(records)));
    assert.equal((await store.users.list()).length, 301);
    assert.deepEqual(await store.readAll(), records);
    assert.equal((await addUser(store, { login: 'next' })).id, nextIds.users);
  });

  test('ids continue after a restore, and an id that was used is not used again', async (store) => {
    const [first, toDelete] = [await addUser(store), await addUser(store, { login: 'deleted' })];
    await store.users.delete(toDelete.id);
    const [before, records] = [await store.snapshot(), await store.readAll()];
    const third = await addUser(store, { login: 'third' });
    const application = await addApplication(store);
    assert.ok(third.id > toDelete.id);
    for (let restored = 0; restored < 2; restored++) {
      await store.restore(before);
      assert.deepEqual(await store.users.list(), [first]);
      assert.deepEqual(await store.readAll(), records);
      assert.deepEqual(await addUser(store, { login: 'third' }), third);
      assert.deepEqual(await addApplication(store), application);
    }
  });

  test('an empty snapshot restores an empty store with its first ids', async (store) => {
    const [empty, records] = [await store.snapshot(), await store.readAll()];
    const user = await addUser(store);
    await store.restore(empty);
    assert.equal(await store.users.isEmpty(), true);
    assert.deepEqual(await store.readAll(), records);
    assert.deepEqual(await addUser(store), user);
    await store.clear();
    assert.equal(await store.users.isEmpty(), true);
    assert.deepEqual(await addUser(store), user);
  });

  test('reads after a restore return the restored records only', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const before = await addUser(store, { passwordHash: 'old' });
    const application = await addApplication(store);
    await store.authorizations.create(
      tokenMaker()({ userId: before.id, applicationId: application.id, scopes: ['repo'] }),
    );
    const snapshot = await store.snapshot();
    await store.users.update(before.id, { passwordHash: 'new' });
    const [grant] = (await store.grants.list(before.id, { page: 1, perPage: 1 })).items;
    const ask = async (each: Store) => [
      (await each.users.credentials('mona')).user?.passwordHash,
      (await each.grants.byId(before.id, grant?.id ?? 0))?.scopes,
    ];
    for (const each of stores) assert.deepEqual(await ask(each), ['new', ['repo']]);
    await store.restore(snapshot);
    for (const each of stores) assert.deepEqual(await ask(each), ['old', ['repo']]);
    await store.clear();
    for (const each of stores) assert.deepEqual(await ask(each), [undefined, undefined]);
  });

  test('records that cannot be written change nothing', async (store) => {
    await fill(store);
    const before = await store.readAll();
    const { users, ...others } = before.tables;
    await assert.rejects(store.replaceAll({ ...before, tables: others }));
    assert.ok(users);
    assert.deepEqual(await store.readAll(), before);
    const next = await addUser(store, { login: 'next' });
    await store.replaceAll(before);
    assert.deepEqual(await addUser(store, { login: 'next' }), next);
  });

  test('a snapshot during fifty writes is consistent', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const user = await addUser(store);
    const application = await addApplication(store);
    const token = tokenMaker();
    const writers = Promise.all(
      runFiftyTimes(stores, async (each, at) => {
        const attributes = { userId: user.id, fingerprint: `${at}`, scopes: [`s${at}`] };
        const made = await each.authorizations.create(
          token({ ...attributes, applicationId: application.id }),
        );
        if (at % 3 === 0) await each.authorizations.delete(user.id, made?.id ?? 0, later);
      }),
    );
    const snapshots = [];
    for (let taken = 0; taken < 5; taken++) snapshots.push(await store.snapshot());
    await writers;
    for (const snapshot of snapshots) {
      await store.restore(snapshot);
      await checkTotals(store, user.id);
    }
  });

  test('writes during a restore neither fail nor leave partial records', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const user = await addUser(store);
    const application = await addApplication(store);
    await store.authorizations.create(tokenMaker()({ userId: user.id, applicationId: application.id }));
    const [before, records] = [await store.snapshot(), await store.readAll()];
    const token = tokenMaker();
    const writers = Promise.all(
      runFiftyTimes(stores, async (each, at) => {
        const attributes = { userId: user.id, applicationId: application.id, fingerprint: `${at}` };
        await each.authorizations.create(token({ ...attributes, hashedToken: `${at}` }));
        await each.sessions.add(`${at}`, newSession(user.id), 100);
        await each.grants.list(user.id, { page: 1, perPage: 100 });
      }),
    );
    for (let restored = 0; restored < 5; restored++) {
      await store.restore(before);
      await store.deleteSnapshot(await store.snapshot());
    }
    await writers;
    await checkTotals(store, user.id);
    await store.restore(before);
    assert.deepEqual(await store.readAll(), records);
  });

  test('deleting a user deletes its records in all tables', async (store) => {
    const { userId, digest } = await fill(store);
    await store.users.delete(userId);
    const { tables } = await store.readAll();
    const left = Object.keys(tables).filter((name) => tables[name]?.length);
    assert.deepEqual(left.toSorted(), [
      'applications',
      'audited_calls',
      'device_codes',
      'organizations',
      'sign_in_failures',
    ]);
    assert.equal(await store.sessions.byDigest(digest, now), undefined);
    assert.equal((await store.deviceCodes.byUserCode('WDJB-MJHT'))?.decision, 'pending');
  });
}

/** Adds at least one row to every table. */
async function fill(store: Store, name = 'mona') {
  const user = await addUser(store, { login: name, suspendedAt: at, siteAdmin: true });
  const clientId = name.padEnd(20, '0');
  const application = await addApplication(store, { clientId, ownerId: user.id, description: 'ü 😀' });
  const pair = { userId: user.id, applicationId: application.id };
  const token = tokenMaker();
  const hashedToken = name.padStart(64, '0');
  const made = await store.authorizations.create(token({ ...pair, hashedToken, scopes: ['repo'] }));
  await store.signInFailures.attempt(`login:${name}`, { at: now, window: 900, limit: 10 });
  await store.oneTimePasswords.spend(user.id, 42);
  await store.recoveryCodes.replace(user.id, ['a', 'b']);
  const message = { channel: 'sms' as const, to: '+15550100', text: 'x', code: '123456', expiresAt: null };
  await store.messages.add({ ...message, userId: user.id, sentAt: now }, { max: 10, since: 0 });
  const digest = `digest of ${name}`;
  await store.sessions.add(digest, newSession(user.id), 10);
  await store.authorizationCodes.add(
    {
      ...pair,
      digest,
      redirectUri: null,
      scopes: ['repo'],
      challenge: { method: 'S256', value: 'x' },
      organizationIds: [1],
      expiresAt: now + 1000,
    },
    now,
  );
  const device = {
    digest,
    userCode: 'WDJB-MJHT',
    scopes: [],
    expiresAt: now + 1000,
    interval: 5,
    network: '::1',
  };
  const limits = { ofApplication: 100, ofNetwork: 100, inAll: 100 };
  await store.deviceCodes.add({ ...device, applicationId: application.id }, now, limits);
  const organization = await addOrganization(store, { login: `${name}s` });
  await store.organizations.setMembers(organization.id, [user.id]);
  await store.organizations.allow(made?.id ?? 0, organization.id, at);
  const call = {
    login: name,
    clientId,
    userAgent: null,
    address: '::1',
    method: 'GET',
    path: '/',
    status: 200,
  };
  await store.audit.addCalls([{ ...call, firstAt: now, lastAt: now, count: 1, isDeprecated: true }], 10);
  const event = { userId: user.id, action: 'user.login', subject: null, address: '::1', userAgent: null };
  await store.audit.addEvent({ ...event, at: now }, 10);
  return { userId: user.id, digest };
}

/** The records as the store returns them. */
async function show(store: Store) {
  const [user] = await store.users.list();
  const id = user?.id ?? 0;
  return {
    user,
    credentials: await store.users.credentials('mona'),
    applications: await store.applications.list(),
    ...(await listsOf(store, id)),
    codesLeft: await store.recoveryCodes.count(id),
    messages: await store.messages.list(10),
    session: await store.sessions.byDigest('digest of mona', now),
    device: await store.deviceCodes.byUserCode('WDJB-MJHT'),
    organizations: await store.organizations.ofUser(id),
    calls: await store.audit.calls({}, 10),
    events: await store.audit.events(id, 10),
  };
}

/** Checks that the totals equal the number of items. */
async function checkTotals(store: Store, userId: number): Promise<void> {
  const { authorizations, grants, perApplication } = await listsOf(store, userId);
  for (const { items, total } of [authorizations, grants, ...perApplication]) {
    assert.equal(items.length, total);
  }
}

function newSession(userId: number) {
  const stage = 'signed-in' as const;
  return { userId, stage, createdAt: now, expiresAt: now + 1000, address: '::1', userAgent: null };
}
