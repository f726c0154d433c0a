import assert from 'node:assert/strict';
import { it } from 'node:test';
import { announceRetry } from './retry-after.ts';

it('a date of Retry-After is not before the end of the wait', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
  assert.deepEqual(announceRetry(['date'], 1500, now).fields, [
    ['Retry-After', 'Thu, 01 Jan 2026 12:00:02 GMT'],
  ]);
  assert.deepEqual(announceRetry(['date'], 1800, now).fields, [
    ['Retry-After', 'Thu, 01 Jan 2026 12:00:02 GMT'],
  ]);
});
