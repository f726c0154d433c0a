import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionInfo } from './connection-info.ts';

test('a connection gets its number once, when it is read', () => {
  let last = 0;
  const nextId = () => ++last;
  const [first, second] = [new ConnectionInfo('a:1', nextId), new ConnectionInfo('b:2', nextId)];
  assert.equal(last, 0);
  assert.deepEqual([second.id, first.id, second.id, first.id], [1, 2, 1, 2]);
  assert.deepEqual([first.remote, first.requestCount, first.tls, first.session], ['a:1', 0, null, null]);
});
