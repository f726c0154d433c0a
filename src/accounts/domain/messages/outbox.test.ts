import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createLocalState } from '#shared/local-state.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { openStore } from '../../storage/open.ts';
import type { User } from '../../store/index.ts';
import { createOutbox } from './outbox.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const minute = 60_000;
const twoFactor = { method: 'sms', phone: '+15550100' } as const;

async function setUp(t: TestContext) {
  const runtime = createRuntime({ now: noon });
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store, runtime }, { twoFactor });
  const outbox = createOutbox({ runtime, shared: createLocalState(), store: store.messages });
  const send = async (to: User = user) => (await outbox.sendCode(to))?.code;
  return { runtime, store, user, outbox, send };
}

test('a code has six digits, is sent in a text to the number, and is valid for ten minutes', async (t) => {
  const { outbox, store, user } = await setUp(t);
  const message = await outbox.sendCode(user);
  const code = message?.code ?? '';
  assert.match(code, /^\d{6}$/);
  const { id } = message ?? {};
  assert.deepEqual(message, {
    id,
    userId: user.id,
    login: 'mona',
    channel: 'sms',
    to: '+15550100',
    text: `${code} is your Sparring authentication code.`,
    code,
    sentAt: noon,
    expiresAt: noon + 10 * minute,
    spentAt: null,
  });
  assert.deepEqual(await store.messages.list(10), [message]);
});

test('a request within a minute counts as sending the same code again, and a later one sends another', async (t) => {
  const { runtime, store, send } = await setUp(t);
  const first = await send();
  runtime.clock.advance(minute - 1);
  assert.equal(await send(), first);
  assert.equal((await store.messages.list(10)).length, 1);
  runtime.clock.advance(1);
  await send();
  assert.equal((await store.messages.list(10)).length, 2);
});

test('a used code is not sent again', async (t) => {
  const { runtime, store, user, outbox } = await setUp(t);
  const first = await outbox.sendCode(user);
  await store.messages.spend(first?.id ?? 0, runtime.now());
  assert.notEqual((await outbox.sendCode(user))?.id, first?.id);
});

test('another number gets another code', async (t) => {
  const { user, outbox } = await setUp(t);
  const moved: User = { ...user, twoFactor: { method: 'sms', phone: '+15550111' } };
  const [first, second] = await Promise.all([outbox.sendCode(user), outbox.sendCode(moved)]);
  assert.notEqual(first?.id, second?.id);
  assert.equal(second?.to, '+15550111');
});

test('concurrent requests share one code', async (t) => {
  const { store, send } = await setUp(t);
  const codes = await Promise.all(Array.from({ length: 50 }, () => send()));
  assert.equal(new Set(codes).size, 1);
  assert.equal((await store.messages.list(100)).length, 1);
});

test('a user without text messages gets no message', async (t) => {
  const { store, user, outbox } = await setUp(t);
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const other of [null, { method: 'app', secret } as const])
    assert.equal(await outbox.sendCode({ ...user, twoFactor: other }), null);
  assert.deepEqual(await store.messages.list(10), []);
});

test('no message is sent to a user who is deleted meanwhile', async (t) => {
  const { store, user, outbox } = await setUp(t);
  await store.users.delete(user.id);
  assert.equal(await outbox.sendCode(user), null);
});

test('a code is sent again after the clock is set back by a day', async (t) => {
  const { runtime, user, outbox } = await setUp(t);
  const first = await outbox.sendCode(user);
  runtime.clock.advance(-24 * 60 * minute);
  assert.notEqual((await outbox.sendCode(user))?.id, first?.id);
});

test('the newest messages of all users together are kept', async (t) => {
  const { runtime, store, user } = await setUp(t);
  const other = await addUser({ store, runtime }, { login: 'hubot', twoFactor });
  const outbox = createOutbox({ runtime, shared: createLocalState(), store: store.messages, maxMessages: 3 });
  for (let count = 0; count < 3; count++) {
    for (const each of [user, other]) await outbox.sendCode(each);
    runtime.clock.advance(minute);
  }
  const retained = await store.messages.list(10);
  assert.deepEqual(
    retained.map(({ login, sentAt }) => [login, sentAt]),
    [
      ['hubot', noon + 2 * minute],
      ['mona', noon + 2 * minute],
      ['hubot', noon + minute],
    ],
  );
});

test('a new message replaces messages that are older than thirty days', async (t) => {
  const { runtime, store, send } = await setUp(t);
  await send();
  runtime.clock.advance(30 * 24 * 60 * minute);
  await send();
  assert.equal((await store.messages.list(10)).length, 2);
  runtime.clock.advance(minute);
  await send();
  assert.equal((await store.messages.list(10)).length, 2, 'the first message is deleted');
});
