import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatApiTime } from './api-time.ts';

test('formatApiTime formats a timestamp as UTC in seconds', () => {
  assert.equal(formatApiTime(Date.UTC(2020, 2, 1, 9, 0, 0, 999)), '2020-03-01T09:00:00Z');
});
