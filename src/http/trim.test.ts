import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trimEndOf, trimOf } from './trim.ts';

test('characters of the set are taken off the ends, and off nowhere else', () => {
  assert.equal(trimOf(' \t a b\t ', ' \t'), 'a b');
  assert.equal(trimOf(' \u00a0a\n', ' '), '\u00a0a\n');
  assert.equal(trimOf('   ', ' '), '');
  assert.equal(trimOf('', ' '), '');
  assert.equal(trimEndOf('//a//', '/'), '//a');
  assert.equal(trimEndOf('==', '='), '');
});
