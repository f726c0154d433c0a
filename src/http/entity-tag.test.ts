import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseEntityTags } from './entity-tag.ts';

test('strong, weak and bare tags are read alike', () => {
  assert.deepEqual(parseEntityTags('"a"'), ['a']);
  assert.deepEqual(parseEntityTags('W/"a"'), ['a']);
  assert.deepEqual(parseEntityTags('a'), ['a']);
  assert.deepEqual(parseEntityTags('W/a'), ['a']);
  assert.deepEqual(parseEntityTags('"a", W/"b" ,c,*'), ['a', 'b', 'c', '*']);
});

test('blanks between commas are passed over, and nothing is no tags', () => {
  assert.deepEqual(parseEntityTags(', ,"a",,'), ['a']);
  for (const value of [undefined, '', ' ', ',', '""']) assert.deepEqual(parseEntityTags(value), []);
});

test('a comma inside quotes belongs to the tag', () => {
  assert.deepEqual(parseEntityTags('"a,b", "c"'), ['a,b', 'c']);
});

test('a tag whose quote is never closed is read to the end', () => {
  assert.deepEqual(parseEntityTags('"a, b'), ['a, b']);
});

test('no text makes the reader throw, and every well-formed list is read back', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseEntityTags(text)));
  const tag = fc
    .string({ unit: 'grapheme-ascii', minLength: 1 })
    .map((text) => text.replaceAll('"', '').trim());
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      const wanted = tags.filter((text) => text !== '' && !text.startsWith('W/'));
      assert.deepEqual(parseEntityTags(wanted.map((text) => `"${text}"`).join(', ')), wanted);
    }),
  );
});

test('the longest list that a head can hold is read in one pass', () => {
  for (const piece of ['"', ',', 'W/', ' ', 'a', 'W/"', '",']) parseEntityTags(piece.repeat(65_536));
});
