import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { parseEntityTags, readEntityTags } from './entity-tag.ts';

test('strong, weak and bare tags are equivalent', () => {
  assert.deepEqual(parseEntityTags('"a"'), ['a']);
  assert.deepEqual(parseEntityTags('W/"a"'), ['a']);
  assert.deepEqual(parseEntityTags('a'), ['a']);
  assert.deepEqual(parseEntityTags('W/a'), ['a']);
  assert.deepEqual(parseEntityTags('aW/b'), ['aW/b']);
  assert.deepEqual(parseEntityTags('"a", W/"b" ,c,*'), ['a', 'b', 'c', '*']);
});

test('the valid tags of a value are read with their strength', () => {
  assert.deepEqual(readEntityTags('W/"a", "b,c", d, "", w/"e"'), [
    { isWeak: true, opaque: 'a' },
    { isWeak: false, opaque: 'b,c' },
    { isWeak: false, opaque: '' },
    { isWeak: false, opaque: 'e' },
  ]);
});

test('blanks between commas are ignored, and an empty value has no tags', () => {
  assert.deepEqual(parseEntityTags(', ,"a",,'), ['a']);
  for (const value of [undefined, '', ' ', ',', '""']) assert.deepEqual(parseEntityTags(value), []);
});

test('a comma inside quotes belongs to the tag', () => {
  assert.deepEqual(parseEntityTags('"a,b", "c"'), ['a,b', 'c']);
});

test('a tag with an unclosed quote extends to the end', () => {
  assert.deepEqual(parseEntityTags('"a, b'), ['a, b']);
});

test('the parser never throws, and every well-formed list is parsed back unchanged', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void parseEntityTags(text)));
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

test('the longest possible list is parsed in linear time', () => {
  for (const chunk of ['"', ',', 'W/', ' ', 'a', 'W/"', '",']) parseEntityTags(chunk.repeat(65_536));
});
