import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toApiTime } from './api-time.ts';

test('toApiTime formats a timestamp as UTC in seconds', () => {
  assert.equal(toApiTime(Date.UTC(2020, 2, 1, 9, 0, 0, 999)), '2020-03-01T09:00:00Z');
});
