import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildResponse } from '#test/support/wire/wire.ts';
import { shortenResponse } from './shorten-response.ts';

const example = { path: '/a', status: 200 };

function shorten(
  fields: [string, string][],
  body: string | Buffer,
  responseFields: readonly (readonly [string, string])[] = [],
) {
  return shortenResponse(buildResponse(200, 'OK', fields, Buffer.from(body)), { ...example, responseFields });
}

test('the head has at most five fields: those of the example, then those that few responses have', () => {
  const fields = ['Date', 'Content-Length', 'Cache-Control', 'A', 'B', 'C', 'D', 'E'].map(
    (name): [string, string] => [name, '1'],
  );
  assert.deepEqual(shorten(fields, '', [['Content-Length', '1']]), {
    head: 'HTTP/1.1 200 OK\nContent-Length: 1\nA: 1\nB: 1\nC: 1\nD: 1',
    note: '3 more headers.',
  });
  const cookies = ['1', '2', '3', '4', '5'].map((value): [string, string] => ['Set-Cookie', value]);
  assert.equal(
    shorten([...cookies, ['Cache-Control', 'no-store']], '').head,
    'HTTP/1.1 200 OK\nSet-Cookie: 1\nSet-Cookie: 2\nSet-Cookie: 3\nSet-Cookie: 4\nCache-Control: no-store',
  );
  assert.deepEqual(shorten([['A', '1']], ''), { head: 'HTTP/1.1 200 OK\nA: 1', note: '' });
});

test('text is shortened, content with a coding decoded, one line of JSON broken, and other bytes counted', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const { body = '', note } = shorten([['ETag', '"1"']], lines.join('\n'));
  assert.equal(body, `${lines.slice(0, 18).join('\n')}\n…`);
  assert.equal(note, '1 more header. Body shortened.');
  assert.deepEqual(shorten([['Content-Encoding', 'gzip']], gzipSync('text')), {
    head: 'HTTP/1.1 200 OK\nContent-Encoding: gzip',
    body: 'text',
    note: 'Decoded from gzip.',
  });
  const value = { a: 'x'.repeat(90) };
  assert.deepEqual(shorten([['Content-Type', 'application/problem+json']], JSON.stringify(value)), {
    head: 'HTTP/1.1 200 OK\nContent-Type: application/problem+json',
    body: JSON.stringify(value, null, 2),
    note: 'Line breaks added.',
  });
  assert.equal(shorten([], Buffer.of(0xff, 0, 1)).note, '3 bytes that are not text.');
  assert.equal(
    shorten([['Content-Type', 'text/html']], '<!doctype html><title>A</title><style>…').body,
    '<!doctype html><title>A</title>\n…',
  );
});
