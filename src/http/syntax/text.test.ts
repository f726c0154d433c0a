import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, strip, stripEnd } from './text.ts';

test('characters of the set are removed from the ends only', () => {
  assert.equal(strip(' \t a b\t ', ' \t'), 'a b');
  assert.equal(strip(' \u00a0a\n', ' '), '\u00a0a\n');
  assert.equal(strip('   ', ' '), '');
  assert.equal(strip('', ' '), '');
  assert.equal(strip('ab ', ' '), 'ab');
  assert.equal(strip(' ab', ' '), 'ab');
  assert.equal(stripEnd('//a//', '/'), '//a');
  assert.equal(stripEnd('==', '='), '');
});

test('text is escaped for HTML, also inside quotes', () => {
  assert.equal(
    escapeHtml(`<a b="c">&amp;'</a>`.repeat(2)),
    `&lt;a b=&quot;c&quot;&gt;&amp;amp;'&lt;/a&gt;`.repeat(2),
  );
});
