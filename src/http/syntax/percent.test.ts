import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeByte, escapeBytes, formDecode, percentDecode, percentEncode } from './percent.ts';

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
  for (const [text, decoded] of [
    ['a+b%2B', 'a b+'],
    ['%e9', '%E9'],
    ['%C3%A9%ff%C3(', 'é%FF%C3('],
    ['%25e9%zz\xe9', '%e9%zz%E9'],
    ['%F0%9F%98+%ED%A0%80', '%F0%9F%98 %ED%A0%80'],
  ] as const)
    assert.equal(formDecode(text), decoded, text);
});

test('encoding converts characters to UTF-8, and bytes unchanged', () => {
  assert.equal(percentEncode('a b/é\ud800'), 'a%20b%2F%C3%A9%EF%BF%BD');
  assert.equal(escapeBytes('a\x05\xe9', /[^a-z]/g), 'a%05%E9');
});

test('each byte has an escape with digits of either case, and other characters are no digits', () => {
  for (let byte = 0; byte < 256; byte++) {
    const escaped = escapeByte(byte);
    assert.match(escaped, /^%[0-9A-F]{2}$/);
    assert.equal(Number.parseInt(escaped.slice(1), 16), byte);
    const decoded = Buffer.from([0x61, byte, 0x62]).toString('utf8');
    for (const text of [escaped, escaped.toLowerCase()])
      assert.equal(percentDecode(`a${text}b`), decoded, text);
  }
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    const isDigit = /[0-9a-f]/i.test(character);
    for (const text of [`%4${character}.`, `%${character}1.`])
      assert.equal(percentDecode(text).length === 2, isDigit, JSON.stringify(text));
  }
});
