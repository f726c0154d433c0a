import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentDecode } from '#http/syntax/percent.ts';
import { toIri } from './iri.ts';

// What Werkzeug 3.1 makes of each, left as sent and right as shown.
const PATHS = [
  ['/a%2Fb%3Fc', '/a/b%3Fc'],
  ['/%ff', '/\ufffd'],
  ['/%C3%A9%20x', '/é%20x'],
  ['/%25zz', '/%zz'],
  ['/%zz%4', '/%zz%4'],
  ['/%2541', '/A'],
  ['/%252F%2525', '/%2F%25'],
  ['/%e2%82%ac%25e2', '/€%E2'],
  ['/%00%7f', '/%00%7F'],
  ['/%5Bx%5D%22%5C', '/[x]"\\'],
  ['/%23', '/%23'],
  ['/a%0Ab', '/a%0Ab'],
];

const QUERIES = [
  ['%F0%9F%98%80', '\u{1F600}'],
  ['a%5B%5D=1', 'a[]=1'],
  ['a=%20b+c', 'a=%20b+c'],
  ['%ff&%C3%A9%ff%C3&a=%e9', '%FF&é%FF%C3&a=%E9'],
  ['%zz=1', '%zz=1'],
  ['%2f%2F%41%7e', '//A~'],
  ['a%26b=%3D%23%2b%2B', 'a%26b=%3D%23%2b%2B'],
  ['a=%250A', 'a=%250A'],
  ['a=%25%32%35', 'a=%2525'],
  ['%ED%A0%80&%F4%90%80%80', '%ED%A0%80&%F4%90%80%80'],
  ['%E2%28%A1', '%E2(%A1'],
  ['a=b%E2%82%20x', 'a=b%E2%82%20x'],
  ['x#y', 'x%23y'],
  ['%EF%BB%BFx', '\ufeffx'],
];

test('decodes escapes of a path unless that changes its meaning', () => {
  for (const [sent = '', shown] of PATHS) assert.equal(toIri(percentDecode(sent), 'path'), shown, sent);
});

test('decodes escapes of a query unless that changes its meaning', () => {
  for (const [sent = '', shown] of QUERIES) assert.equal(toIri(sent, 'query'), shown, sent);
});
