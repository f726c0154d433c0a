import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strip, stripEnd } from './text.ts';

test('characters of the set are removed from the ends only', () => {
  assert.equal(strip(' \t a b\t ', ' \t'), 'a b');
  assert.equal(strip(' \u00a0a\n', ' '), '\u00a0a\n');
  assert.equal(strip('   ', ' '), '');
  assert.equal(strip('', ' '), '');
  assert.equal(stripEnd('//a//', '/'), '//a');
  assert.equal(stripEnd('==', '='), '');
});
