import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { createClientAddress } from '../../domain/request/client-address.ts';
import { openStore } from '../../storage/open.ts';
import type { Session, User } from '../../store/index.ts';
import { readSessionSecrets } from './session-cookie.ts';
import { createSessions } from './sessions.ts';

async function open(t: TestContext, sessionIdleTimeout = 0) {
  const [runtime, store] = [createRuntime({ now: 0 }), await openStore('memory')];
  t.after(() => store.close());
  const user = await addUser({ store, runtime });
  const sessions = createSessions({
    runtime,
    store,
    clientAddress: createClientAddress([]),
    settings: { sessionIdleTimeout },
  });
  const begin = (of: User, stage: Session['stage'] = 'signed-in') => sessions.begin(browser(), of, stage);
  /** The login that the session with the headers of `begin` belongs to. */
  const visitor = async (fields: Awaited<ReturnType<typeof begin>>) =>
    (await sessions.visitor(browser(fields[0]?.[1].split(';', 1)[0]))).user?.login;
  return { runtime, store, user, begin, visitor };
}

/** The members of a request that sessions read. */
function browser(cookie?: string) {
  const fields: [string, string][] = cookie === undefined ? [] : [['Cookie', cookie]];
  return { fields, field: () => undefined, peerAddress: '::1', prefix: '', scheme: 'http' as const };
}

test('a session starts for the user record that sign-in was checked with', async (t) => {
  const { user, begin, visitor } = await open(t);
  const fields = await begin(user);
  assert.equal(await visitor(fields), 'mona');
  assert.match(
    readSessionSecrets(browser(fields[0]?.[1].split(';', 1)[0]), false)[0] ?? '',
    /^[0-9a-f]{64}$/,
  );
});

test('a sign-in fails if the password or the second factor changes meanwhile', async (t) => {
  for (const change of [
    { passwordHash: 'another' },
    { twoFactor: { method: 'sms', phone: '+15550100' } },
  ] as const) {
    const { store, user, begin } = await open(t);
    await store.users.update(user.id, change);
    await store.sessions.deleteOfUser(user.id);
    await assert.rejects(begin(user), { status: 403 });
    const { tables } = await store.readAll();
    assert.deepEqual(tables.sessions, []);
    assert.ok(await begin({ ...user, ...change }));
  }
});

test('a user who is deleted meanwhile gets no session', async (t) => {
  const { store, user, begin } = await open(t);
  await store.users.delete(user.id);
  await assert.rejects(begin(user), { status: 403 });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a session expires after the idle timeout, and each request restarts it', async (t) => {
  const { runtime, user, begin, visitor } = await open(t, 8 * HOUR);
  const fields = await begin(user);
  for (let used = 0; used < 4; used++) {
    runtime.clock.advance(8 * HOUR - 1);
    assert.equal(await visitor(fields), 'mona');
  }
  runtime.clock.advance(8 * HOUR);
  assert.equal(await visitor(fields), undefined);
  runtime.clock.advance(-HOUR);
  assert.equal(await visitor(await begin(user)), 'mona');
});

test('requests do not extend a session beyond fourteen days', async (t) => {
  for (const timeout of [8 * HOUR, 0]) {
    const { runtime, user, begin, visitor } = await open(t, timeout);
    const fields = await begin(user);
    for (let used = 0; used < 2 * 14 * 2 - 1; used++) {
      runtime.clock.advance(6 * HOUR);
      assert.equal(await visitor(fields), 'mona', `${used}`);
    }
    runtime.clock.advance(6 * HOUR);
    assert.equal(await visitor(fields), undefined);
  }
});

test('an incomplete sign-in expires after ten minutes, also with requests meanwhile', async (t) => {
  for (const timeout of [0, MINUTE, 8 * HOUR]) {
    const { runtime, user, begin, visitor } = await open(t, timeout);
    const fields = await begin(user, 'second-factor');
    runtime.clock.advance(5 * MINUTE);
    assert.equal(await visitor(fields), 'mona');
    runtime.clock.advance(5 * MINUTE - 1);
    assert.equal(await visitor(fields), 'mona');
    runtime.clock.advance(1);
    assert.equal(await visitor(fields), undefined);
  }
});

test('the expiry is written at most once a minute', async (t) => {
  const { runtime, store, user, begin, visitor } = await open(t, 8 * HOUR);
  const fields = await begin(user);
  let writes = 0;
  const { moveEnd } = store.sessions;
  Object.assign(store.sessions, {
    moveEnd: (...input: Parameters<typeof moveEnd>) => {
      writes++;
      return moveEnd(...input);
    },
  });
  for (let used = 0; used < 61; used++) {
    await visitor(fields);
    runtime.clock.advance(1000);
  }
  assert.equal(writes, 1);
});

test('a shorter timeout applies to an existing session from its next request', async (t) => {
  const { runtime, store, user, begin, visitor } = await open(t, 0);
  const fields = await begin(user);
  const sessions = createSessions({
    runtime,
    store,
    clientAddress: createClientAddress([]),
    settings: { sessionIdleTimeout: HOUR },
  });
  await sessions.visitor(browser(fields[0]?.[1].split(';', 1)[0]));
  runtime.clock.advance(HOUR);
  assert.equal(await visitor(fields), undefined);
});
