import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameterised } from './parameterised.ts';

const parse = (text: string) => {
  const { value, parameters } = parseParameterised(text);
  return [value, Object.fromEntries(parameters)];
};

test('converts value and names to lower case, and keeps parameter values', () => {
  assert.deepEqual(parse('Multipart/Form-Data; Boundary=aB'), ['multipart/form-data', { boundary: 'aB' }]);
  assert.deepEqual(parse('text/plain'), ['text/plain', {}]);
  assert.deepEqual(parse(''), ['', {}]);
});

test('accepts quoted values with two kinds of escapes', () => {
  assert.deepEqual(parse('form-data; name="a;b=c"; x=y z '), ['form-data', { name: 'a;b=c', x: 'y z' }]);
  assert.deepEqual(parse('form-data; name="a\\"b%22c\\\\d"'), ['form-data', { name: 'a"b"c\\d' }]);
});

test('uses the first of repeated names, and decodes extended values', () => {
  assert.deepEqual(parse('form-data; a=1; a=2'), ['form-data', { a: '1' }]);
  assert.deepEqual(parse("form-data; name*=UTF-8''%e2%82%ac"), ['form-data', { name: '€' }]);
  assert.deepEqual(parse(`a; b*="UTF-8'en'%e2%82%ac"; c*=%41; d*=''`), ['a', { b: '€', c: '%41', d: '' }]);
});

test('ignores invalid parameters', () => {
  assert.deepEqual(parse('a;;;b; ="c"; d=1'), ['a', { d: '1' }]);
  assert.deepEqual(parse('a; b="c'), ['a', { b: '"c' }]);
  assert.deepEqual(parse(';a=b'), ['', { a: 'b' }]);
});
