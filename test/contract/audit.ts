import assert from 'node:assert/strict';
import type { AuditedCall, SecurityEvent } from '#accounts/store/index.ts';
import { countSuccesses, openTwo } from './concurrency.ts';
import {
  addApplication,
  addUser,
  at,
  type EngineUnderTest,
  impossibleIds,
  type StoreTest,
  tokenMaker,
  unstorable,
} from './engine.ts';

const now = 1_583_053_200_000;

export function auditContract(test: StoreTest, engine: EngineUnderTest): void {
  test('audited calls are read as they were added, newest first', async ({ audit }) => {
    const first = newCall({ lastAt: now + 2, isDeprecated: true });
    const second = newCall({ lastAt: now + 1, login: null, clientId: null, userAgent: null, status: 401 });
    const third = newCall({ lastAt: now + 1, count: 17, firstAt: now - 60_000, userAgent: 'Büro 😀' });
    await audit.addCalls([first, second], 100);
    await audit.addCalls([third], 100);
    await audit.addCalls([], 100);
    assert.deepEqual(await audit.calls({}, 10), [first, third, second]);
    assert.deepEqual(await audit.calls({}, 2), [first, third]);
  });

  test('calls are filtered by login, application, user agent, time and deprecation', async ({ audit }) => {
    const mona = newCall({ login: 'Mona' });
    const bot = newCall({ clientId: 'b'.repeat(20), lastAt: now + 1 });
    const curl = newCall({ userAgent: 'curl/8', lastAt: now + 2, isDeprecated: true });
    await audit.addCalls([mona, bot, curl], 100);
    const found = async (filter: Parameters<typeof audit.calls>[0]) => {
      const calls = await audit.calls(filter, 10);
      const uses = await audit.uses(filter, 10);
      assert.equal(
        uses.reduce((sum, { count }) => sum + count, 0),
        calls.length,
      );
      return calls;
    };
    assert.deepEqual(await found({ login: 'mONA' }), [mona]);
    assert.deepEqual(await found({ clientId: 'b'.repeat(20) }), [bot]);
    assert.deepEqual(await found({ userAgent: 'curl/8' }), [curl]);
    assert.deepEqual(await found({ userAgent: 'URL' }), [curl]);
    assert.deepEqual(await found({ userAgent: 'c%8' }), []);
    assert.deepEqual(await found({ userAgent: 'c_rl' }), []);
    assert.deepEqual(await found({ since: now + 1 }), [curl, bot]);
    assert.deepEqual(await found({ deprecatedOnly: true }), [curl]);
    assert.deepEqual(await found({ deprecatedOnly: false, login: undefined }), [curl, bot, mona]);
    assert.deepEqual(await found({ login: 'hubot', since: now + 1, deprecatedOnly: true }), [curl]);
    for (const text of unstorable) assert.deepEqual(await found({ login: text, userAgent: text }), []);
  });

  test('uses count the calls and errors of each program, user and endpoint, latest first', async ({
    audit,
  }) => {
    await audit.addCalls(
      [
        newCall({ count: 3, firstAt: now - 9, lastAt: now - 5 }),
        newCall({ count: 2, firstAt: now - 8, lastAt: now + 5, status: 401 }),
        newCall({ count: 1, firstAt: now - 7, lastAt: now - 6, status: 503, address: '192.0.2.9' }),
        newCall({ method: 'POST', lastAt: now + 9, firstAt: now + 9 }),
        newCall({ login: null, lastAt: now, firstAt: now, count: 2_000_000_000 }),
        newCall({ login: null, lastAt: now, firstAt: now, count: 2_000_000_000 }),
      ],
      100,
    );
    const use = {
      userAgent: 'octokit',
      login: 'hubot',
      clientId: 'a'.repeat(20),
      method: 'GET',
      path: '/authorizations/{id}',
    };
    const uses = await audit.uses({}, 10);
    assert.deepEqual(uses, [
      { ...use, method: 'POST', count: 1, refused: 0, firstAt: now + 9, lastAt: now + 9 },
      { ...use, count: 6, refused: 3, firstAt: now - 9, lastAt: now + 5 },
      { ...use, login: null, count: 4_000_000_000, refused: 0, firstAt: now, lastAt: now },
    ]);
    assert.deepEqual(await audit.uses({}, 1), uses.slice(0, 1));
    assert.deepEqual(await audit.uses({ login: 'nobody' }, 10), []);
  });

  test('many calls are added in one call, and only the newest are kept', async ({ audit }) => {
    const calls = Array.from({ length: 1000 }, (_, at) => newCall({ lastAt: now + at, count: at }));
    await audit.addCalls(calls, 5000);
    assert.deepEqual(await audit.calls({}, 5000), calls.toReversed());
    await audit.addCalls([newCall({ lastAt: now - 1 })], 100);
    const retained = await audit.calls({}, 5000);
    assert.equal(retained.length, 100, 'the call that was added last, though not the latest, is kept');
    assert.equal(retained.at(-1)?.lastAt, now - 1);
    assert.equal(retained[0]?.count, 999);
  });

  test('texts that cannot be stored are adapted, and long texts are truncated', async ({ audit }) => {
    for (const text of unstorable) {
      await audit.addCalls([newCall({ userAgent: text, login: text, path: text })], 100);
      const [call] = await audit.calls({ userAgent: text, login: text }, 10);
      assert.match(call?.userAgent ?? '', /^[mona]*\ufffd[mona]*$/);
    }
    const noise = Array.from({ length: 20_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join('');
    for (const long of [noise, `x${'😀'.repeat(10_000)}`]) {
      await audit.addCalls([newCall({ userAgent: long, clientId: long, path: long })], 100);
      const [call] = await audit.calls({ userAgent: long, clientId: long }, 10);
      assert.equal(call?.userAgent?.length, 512);
      assert.ok(call?.userAgent?.startsWith(long.slice(0, 511)));
    }
  });

  test('the events of a user are read newest first, page by page', async (store) => {
    const { id: userId } = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    const { addEvent, events } = store.audit;
    const allItems = newEvent({ userId, subject: 'Büro 😀', userAgent: 'curl/8' });
    await addEvent(allItems, 10);
    await addEvent(newEvent({ userId: other.id }), 10);
    await addEvent(newEvent({ userId, action: 'user.login', at: now - 1 }), 10);
    const [second, first, ...rest] = await events(userId, 10);
    assert.deepEqual(rest, []);
    assert.deepEqual(first, { id: first?.id, ...allItems });
    assert.equal(second?.action, 'user.login');
    assert.deepEqual(await events(userId, 1), [second]);
    assert.deepEqual(await events(userId, 10, { before: second?.id }), [first]);
    assert.deepEqual(await events(userId, 10, { before: first?.id }), []);
    assert.deepEqual(await events(userId, 10, { action: 'user.login' }), [second]);
    assert.deepEqual(await events(userId, 10, { action: 'user.login', before: second?.id }), []);
    for (const id of impossibleIds) {
      assert.deepEqual(await events(id, 10), []);
      assert.deepEqual(await events(userId, 10, { before: id }), []);
    }
  });

  test('new events replace the oldest events of a user beyond the maximum', async (store) => {
    const { id: userId } = await addUser(store);
    const other = await addUser(store, { login: 'hubot' });
    const { addEvent, events } = store.audit;
    for (let index = 0; index < 6; index++) {
      await addEvent(newEvent({ userId, subject: `${index}` }), 4);
      await addEvent(newEvent({ userId: other.id }), 10);
    }
    assert.deepEqual(
      (await events(userId, 10)).map(({ subject }) => subject),
      ['5', '4', '3', '2'],
    );
    assert.equal((await events(other.id, 10)).length, 6);
  });

  test('of a large maximum, the oldest events are deleted with some of the new ones, for each user', async (store) => {
    const users = [];
    for (const login of ['mona', 'hubot', 'ada']) users.push(await addUser(store, { login }));
    for (let index = 0; index < 120; index++) {
      const add = (userId: number) => store.audit.addEvent(newEvent({ userId, subject: `${index}` }), 70);
      await Promise.all(users.map(({ id }) => add(id)));
    }
    for (const { id } of users) {
      const events = await store.audit.events(id, 120);
      assert.ok(events.length >= 70 && events.length < 90, `${events.length}`);
      assert.equal(events[69]?.subject, '50');
    }
  });

  test('texts of an event that cannot be stored are adapted, and an event of an unknown user is not stored', async (store) => {
    const { id: userId } = await addUser(store);
    const { addEvent, events } = store.audit;
    for (const text of unstorable) await addEvent(newEvent({ userId, subject: text, userAgent: text }), 10);
    for (const { subject } of await events(userId, 10)) assert.match(subject ?? '', /\ufffd/);
    await addEvent(newEvent({ userId: userId + 1000 }), 10);
    assert.deepEqual(await events(userId + 1000, 10), []);
  });

  test('a change and its event are stored together, and neither is when one cannot be', async (store) => {
    const { id: userId } = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    const { authorizations, grants, audit } = store;
    const token = tokenMaker();
    const event = (subject: string) => newEvent({ userId, subject });
    const impossible = newEvent({ userId: userId + 1000 });
    const subjects = async () => (await audit.events(userId, 100)).map(({ subject }) => subject);
    const attributes = { userId, applicationId };

    await assert.rejects(authorizations.create(token(attributes), () => impossible));
    assert.equal((await authorizations.list(userId, { page: 1, perPage: 10 })).total, 0);
    assert.equal((await grants.list(userId, { page: 1, perPage: 10 })).total, 0);
    const made = await authorizations.create(token(attributes), (logged) =>
      event(`${logged.application?.name} created ${logged.tokenLastEight} of ${logged.userId}`),
    );
    assert.ok(made);
    const creation = `${made.application?.name} created ${made.tokenLastEight} of ${userId}`;
    assert.deepEqual(await subjects(), [creation]);
    assert.equal(await authorizations.create(token(attributes), () => event('taken')), undefined);
    await authorizations.getOrCreate(token(attributes), () => event('taken'));
    assert.equal((await subjects()).length, 1);

    const { hashedToken, tokenLastEight } = token({});
    const next = { hashedToken, tokenLastEight };
    await assert.rejects(
      authorizations.replaceToken(applicationId, made.hashedToken, next, at, () => impossible),
    );
    await assert.rejects(
      authorizations.update(
        userId,
        made.id,
        () => ({ note: 'x' }),
        at,
        () => impossible,
      ),
    );
    await assert.rejects(authorizations.delete(userId, made.id, at, { event: impossible }));
    const [grant] = (await grants.list(userId, { page: 1, perPage: 1 })).items;
    await assert.rejects(grants.deleteWithTokens(userId, grant?.id ?? 0, impossible));
    await assert.rejects(grants.deleteAllWithTokens(userId, () => impossible));
    assert.deepEqual(await authorizations.byId(userId, made.id), made);

    await authorizations.update(
      userId,
      made.id,
      () => ({ note: 'x' }),
      at,
      ({ note }) => event(`now ${note}`),
    );
    await authorizations.replaceToken(applicationId, made.hashedToken, next, at, () => event('replaced'));
    await grants.deleteWithTokens(userId, 1000, event('none'));
    await authorizations.delete(userId, made.id, at, { event: event('deleted') });
    await authorizations.delete(userId, made.id, at, { event: event('deleted again') });
    await grants.deleteAllWithTokens(userId, (count) => event(`all ${count}`));
    const personal = await authorizations.create(token({ userId }), () => event('personal'));
    const other = token({});
    await assert.rejects(authorizations.regenerate(userId, personal?.id ?? 0, other, at, () => impossible));
    await authorizations.regenerate(userId, personal?.id ?? 0, other, at, () => event('regenerated'));
    await assert.rejects(authorizations.deleteAllPersonal(userId, () => impossible));
    await authorizations.deleteAllPersonal(userId, (count) => event(`all ${count} personal`));
    assert.deepEqual((await subjects()).toReversed(), [
      creation,
      'now x',
      'replaced',
      'deleted',
      'all 1',
      'personal',
      'regenerated',
      'all 1 personal',
    ]);
  });

  test('the maximums hold for fifty concurrent additions', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { id: userId } = await addUser(store);
    await countSuccesses(stores, async (each, index) => {
      await each.audit.addCalls([newCall({ count: index }), newCall({ count: index })], 13);
      await each.audit.addEvent(newEvent({ userId }), 7);
    });
    assert.equal((await store.audit.calls({}, 100)).length, 13);
    assert.equal((await store.audit.events(userId, 100)).length, 7);
  });
}

function newCall(change: Partial<AuditedCall> = {}): AuditedCall {
  return {
    firstAt: now,
    lastAt: now,
    count: 1,
    login: 'hubot',
    clientId: 'a'.repeat(20),
    userAgent: 'octokit',
    address: '192.0.2.1',
    method: 'GET',
    path: '/authorizations/{id}',
    status: 200,
    isDeprecated: false,
    ...change,
  };
}

function newEvent(change: Partial<SecurityEvent> & { userId: number }): Omit<SecurityEvent, 'id'> {
  return {
    action: 'oauth_access.create',
    subject: null,
    address: '192.0.2.1',
    userAgent: null,
    at: now,
    ...change,
  };
}
