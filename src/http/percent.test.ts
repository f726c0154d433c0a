import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeBytes, formDecode, percentDecode, percentEncode } from './percent.ts';

test('decoding never fails', () => {
  for (const [text, decoded] of [
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['\xc3\xa9', 'é'],
    ['%', '%'],
    ['%4', '%4'],
    ['%zz%41', '%zzA'],
    ['%ff', '\ufffd'],
    ['a+b', 'a+b'],
  ] as const)
    assert.equal(percentDecode(text), decoded, text);
  assert.equal(formDecode('a+b%2B'), 'a b+');
});

test('encoding converts characters to UTF-8, and bytes unchanged', () => {
  assert.equal(percentEncode('a b/é\ud800'), 'a%20b%2F%C3%A9%EF%BF%BD');
  assert.equal(escapeBytes('a\x05\xe9', /[^a-z]/g), 'a%05%E9');
});
