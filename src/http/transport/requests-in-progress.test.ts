import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HttpError } from '../message/errors.ts';
import { OpenStreams } from './http2/open-streams.ts';
import { RequestsInProgress } from './requests-in-progress.ts';

it('requests are counted from their begin to their end', () => {
  const requests = new RequestsInProgress();
  requests.begin();
  requests.begin();
  requests.end();
  assert.deepEqual([requests.count, requests.isClosing], [1, false]);
  requests.end();
  assert.equal(requests.count, 0);
});

it('a closing server ends the delays that have begun and not ended, and begins none', () => {
  const requests = new RequestsInProgress();
  const aborted: [name: string, error: HttpError][] = [];
  const request = (name: string) => ({ abort: (error: HttpError) => void aborted.push([name, error]) });
  const [one, other] = [request('one'), request('other')];
  requests.beginDelay(one);
  requests.beginDelay(other);
  requests.endDelay(one);
  requests.close();
  assert.equal(requests.isClosing, true);
  assert.deepEqual(
    aborted.map(([name, { status, message }]) => [name, status, message]),
    [['other', 503, 'The server is closing.']],
  );
  assert.throws(() => requests.beginDelay(one), { status: 503, message: 'The server is closing.' });
  assert.equal(aborted.length, 1);
});

it('the open streams of a session are counted, and a wait ends when few enough are open', async () => {
  const streams = new OpenStreams();
  const session = {};
  const counted = streams.of(session);
  assert.equal(streams.of(session), counted);
  assert.notEqual(streams.of({}), counted);
  assert.deepEqual([counted.open(), counted.open(), counted.open(), counted.close()], [1, 2, 3, 2]);
  const { signal } = new AbortController();
  await counted.untilAtMost(2, signal);
  const ended: number[] = [];
  const waits = [1, 0].map((count) => counted.untilAtMost(count, signal).then(() => ended.push(count)));
  await Promise.resolve();
  assert.deepEqual(ended, []);
  counted.close();
  await waits[0];
  assert.deepEqual(ended, [1]);
  counted.close();
  await waits[1];
  assert.deepEqual(ended, [1, 0]);
  assert.deepEqual([counted.open(), counted.close()], [1, 0]);
});

it('a wait for streams ends when its signal is aborted', async () => {
  const streams = new OpenStreams().of({});
  streams.open();
  const controller = new AbortController();
  const waiting = streams.untilAtMost(0, controller.signal);
  controller.abort();
  await waiting;
  await streams.untilAtMost(0, controller.signal);
});
