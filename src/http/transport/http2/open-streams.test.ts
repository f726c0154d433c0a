import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import { OpenStreams } from './open-streams.ts';

it('a session has its own number of open streams', () => {
  const all = new OpenStreams();
  const [session, other] = [{}, {}];
  const streams = all.of(session);
  assert.deepEqual([streams.open(), streams.open(), all.of(session).open()], [1, 2, 3]);
  assert.deepEqual([all.of(other).open(), streams.close(), streams.close()], [1, 2, 1]);
});

it('a wait ends when few streams are open, or it is aborted', async () => {
  const streams = new OpenStreams().of({});
  const aborting = new AbortController();
  const { signal } = aborting;
  const ended: string[] = [];
  const wait = (count: number, name: string) =>
    streams.untilAtMost(count, signal).then(() => void ended.push(name));
  const settle = () => new Promise(setImmediate);
  streams.open();
  streams.open();
  const waits = [wait(2, 'two'), wait(1, 'one'), wait(0, 'none')];
  await settle();
  assert.deepEqual(ended, ['two']);
  streams.close();
  await settle();
  assert.deepEqual(ended, ['two', 'one']);
  aborting.abort();
  await Promise.all(waits);
  await wait(0, 'aborted before');
  assert.deepEqual(ended, ['two', 'one', 'none', 'aborted before']);
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});
