import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectPage } from './redirects.ts';

test('the page links to the location, and escapes it', () => {
  assert.match(redirectPage('/get'), /<a href="\/get">\/get<\/a>/);
  assert.match(redirectPage('/a?b=1&c="><script>'), /<a href="\/a\?b=1&amp;c=&quot;&gt;&lt;script&gt;">/);
});
