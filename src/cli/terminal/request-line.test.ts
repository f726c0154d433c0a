import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEntryView } from '#journal/views/json-view.ts';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { formatEntryLine } from './request-line.ts';

/** The line without the time of day, which depends on the time zone. */
const line = (parts: ExchangeParts) =>
  formatEntryLine(toEntryView(createExchange(parts)), (_, text) => text).replace(/^\d\d:\d\d:\d\d {2}/, '');

/** The line without the spaces that align its columns. */
const text = (parts: ExchangeParts) =>
  line(parts)
    .replace(/(?<=GET|A B) +/, '      ')
    .replace(/(?<=\/.*) {2,}/g, '  ');

test('the columns of short and long lines are aligned', () => {
  const [one, other] = [line({}), line({ target: '/get?a=1', response: { body: 'x'.repeat(3000) } })];
  assert.equal(one, '200  GET      /get                               0 B      3 ms\n');
  assert.equal(other, '200  GET      /get?a=1                         3 KiB      3 ms\n');
});

test('control characters do not reach the terminal, and long targets are shortened', () => {
  assert.equal(text({ target: '/\x9b2J\x1b[0m\n', method: 'A\x07B' }), '200  A B      / 2J [0m  0 B  3 ms\n');
  assert.equal(text({ target: `/${'x'.repeat(1000)}` }), `200  GET      /${'x'.repeat(199)}…  0 B  3 ms\n`);
});

test('the end of an exchange, its bin and its protocol are shown if they are unusual', () => {
  assert.equal(
    text({ response: null, ended: 'client-rst', connection: { protocol: 'HTTP/2' } }),
    '---  GET      /get  0 B  3 ms  HTTP/2  client-rst\n',
  );
  assert.equal(
    text({ ended: null, ms: { body: 0, firstByte: 1, done: null } }),
    '200  GET      /get  0 B  in progress\n',
  );
  assert.equal(text({ bin: 'a', target: '/bin/a/get' }), '200  GET      /bin/a/get  0 B  3 ms\n');
  assert.equal(text({ bin: 'a' }), '200  GET      /get  0 B  3 ms  bin a\n');
  assert.equal(
    text({ response: { body: 'x'.repeat(3000) }, ms: { body: 0, firstByte: 1, done: 1234.56 } }),
    '200  GET      /get  3 KiB  1.2 s\n',
  );
});
