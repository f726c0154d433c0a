import assert from 'node:assert/strict';
import type { Message, NewMessage, Store } from '#accounts/store/index.ts';
import { countSuccesses, openTwo } from './concurrency.ts';
import { addUser, type EngineUnderTest, impossibleIds, type StoreTest, unstorable } from './engine.ts';

const now = 1_583_053_200_000;

export function messageContract(test: StoreTest, engine: EngineUnderTest): void {
  test('messages of one user or of all are read as they were added, newest first', async (store) => {
    const mona = await addUser(store, { login: 'Mona' });
    const hubot = await addUser(store, { login: 'hubot' });
    const first = await send(store, { userId: mona.id, channel: 'email', to: 'mona@example.com' });
    const second = await send(store, { userId: hubot.id, text: 'Grüße 😀', code: '123456' });
    const third = await send(store, { userId: mona.id, expiresAt: null });
    assert.deepEqual(second, {
      ...newMessage({ userId: hubot.id, text: 'Grüße 😀', code: '123456' }),
      id: second.id,
      login: 'hubot',
      spentAt: null,
    });
    assert.deepEqual(await store.messages.list(10), [third, second, first]);
    assert.deepEqual(await store.messages.list(2), [third, second]);
    assert.deepEqual(await store.messages.list(10, mona.id), [third, first]);
    assert.equal(first.login, 'Mona');
    for (const id of [...impossibleIds, hubot.id + 1000]) {
      assert.deepEqual(await store.messages.list(10, id), []);
      assert.deepEqual(await store.messages.codes(id, now), []);
    }
  });

  test('a message to a deleted user is not stored', async (store) => {
    const { id: userId } = await addUser(store);
    await store.users.delete(userId);
    assert.equal(await store.messages.add(newMessage({ userId }), { max: 100, since: 0 }), undefined);
    assert.deepEqual(await store.messages.list(10), []);
  });

  test('new messages replace the oldest messages of all users beyond the maximum', async (store) => {
    const mona = await addUser(store);
    const hubot = await addUser(store, { login: 'hubot' });
    const sent = [];
    for (let index = 0; index < 6; index++) {
      sent.unshift(await send(store, { userId: index % 2 ? mona.id : hubot.id }, 4));
    }
    assert.deepEqual(await store.messages.list(10), sent.slice(0, 4));
    await store.users.delete(hubot.id);
    const ofMona = sent.filter(({ userId }) => userId === mona.id).slice(0, 2);
    const last = await send(store, { userId: mona.id }, 3);
    assert.deepEqual(await store.messages.list(10), [last, ...ofMona], 'deleted ids do not count');
  });

  test('a code is valid until it expires or is used', async (store) => {
    const { id: userId } = await addUser(store);
    await send(store, { userId, code: null });
    await send(store, { userId, code: '1', expiresAt: now });
    const soonOver = await send(store, { userId, code: '2', expiresAt: now + 1 });
    const forEver = await send(store, { userId, code: '3', expiresAt: null });
    assert.deepEqual(await store.messages.codes(userId, now), [forEver, soonOver]);
    assert.equal(await store.messages.spend(forEver.id, now), true);
    assert.equal(await store.messages.spend(forEver.id, now + 5), false);
    assert.deepEqual(await store.messages.codes(userId, now), [soonOver]);
    assert.deepEqual(await store.messages.codes(userId, now + 1), []);
    assert.equal((await store.messages.list(1))[0]?.spentAt, now);
  });

  test('a code that was used is erased from its message', async (store) => {
    const { id: userId } = await addUser(store);
    const sent = await send(store, { userId, code: '123456' });
    const other = await send(store, { userId, code: '654321' });
    await store.messages.spend(sent.id, now);
    assert.deepEqual(await store.messages.list(10), [
      other,
      { ...sent, code: null, text: 'Your code is ******.', spentAt: now },
    ]);
  });

  test('a new message replaces the messages that were sent before a time', async (store) => {
    const { id: userId } = await addUser(store);
    for (const sentAt of [now - 2, now - 1, now]) await send(store, { userId, sentAt });
    await store.messages.add(newMessage({ userId, sentAt: now + 5 }), { max: 100, since: now });
    const times = (await store.messages.list(10)).map(({ sentAt }) => sentAt);
    assert.deepEqual(times, [now + 5, now]);
  });

  test('a message without a code has no code to use', async (store) => {
    const { id: userId } = await addUser(store);
    const { id } = await send(store, { userId, code: null });
    for (const each of [...impossibleIds, id, id + 1000]) {
      assert.equal(await store.messages.spend(each, now), false);
    }
  });

  test('texts of a message that cannot be stored are adapted', async (store) => {
    const { id: userId } = await addUser(store);
    for (const text of unstorable) {
      const sent = await send(store, { userId, text, to: text });
      assert.match(sent.text, /^[mona]*\ufffd[mona]*$/);
      assert.equal(sent.to, sent.text);
    }
  });

  test('of fifty concurrent uses of one code one succeeds', async (store, open) => {
    const stores = await openTwo(engine, store, open);
    const { id: userId } = await addUser(store);
    const { id } = await send(store, { userId, code: '123456' });
    assert.equal(await countSuccesses(stores, (each, index) => each.messages.spend(id, now + index)), 1);
    await countSuccesses(stores, (each) => each.messages.add(newMessage({ userId }), { max: 7, since: 0 }));
    assert.equal((await store.messages.list(100)).length, 7);
  });
}

function newMessage(change: Partial<NewMessage> & { userId: number }): NewMessage {
  return {
    channel: 'sms',
    to: '+15550100',
    text: 'Your code is 123456.',
    code: null,
    sentAt: now - 1000,
    expiresAt: now + 60_000,
    ...change,
  };
}

async function send(store: Store, change: Parameters<typeof newMessage>[0], max = 100): Promise<Message> {
  const message = await store.messages.add(newMessage(change), { max, since: 0 });
  assert.ok(message);
  return message;
}
