import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findUnexpectedSkips } from './allowed-skips.ts';

const launcher = { title: 'test/launcher > the launcher', reason: '' };

it('a test may be skipped only where the list says so', () => {
  const other = { title: 'test/browser/pages > the pages', reason: 'there is no Chromium' };
  assert.deepEqual(findUnexpectedSkips([launcher, other], { platform: 'win32' }), [other]);
  assert.deepEqual(findUnexpectedSkips([launcher, other], { platform: 'linux' }), [launcher, other]);
});
