import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEntry, toHead } from './har-entry.ts';

function headOf(url: string) {
  const read = readEntry({
    request: { method: 'GET', url },
    response: { status: 200, headers: [], content: {} },
  });
  assert.ok(read?.url, url);
  return toHead(read.entry, read.url);
}

describe('the request of an entry', () => {
  it('has the target of its URL, as the client wrote it', () => {
    const { target, path, query } = headOf('http://h.example/a%2fb?x=1&x=%20#part');
    assert.deepEqual([target, path], ['/a%2fb?x=1&x=%20', '/a%2fb']);
    assert.deepEqual(query, [
      ['x', '1'],
      ['x', ' '],
    ]);
    assert.equal(headOf('http://h.example').target, '/');
    assert.equal(headOf('HTTPS://h.example/a#part').target, '/a');
  });
});
