import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HttpError } from '../errors/errors.ts';
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
