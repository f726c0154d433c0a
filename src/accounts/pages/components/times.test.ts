import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExactly, formatTimestamp, formatUse } from './times.ts';

const now = Date.parse('2026-11-28T18:02:30Z');

test('a timestamp is told by what a person would say at the time', () => {
  for (const [at, text] of [
    ['2026-11-28T18:02:30Z', 'just now'],
    ['2026-11-28T18:01:31Z', 'just now'],
    ['2026-11-28T18:01:30Z', 'today, 18:01 UTC'],
    ['2026-11-28T00:00:00Z', 'today, 00:00 UTC'],
    ['2026-11-27T23:59:59Z', 'yesterday, 23:59 UTC'],
    ['2026-11-26T23:59:59Z', '26 Nov 2026'],
    ['2025-01-02T00:00:00Z', '2 Jan 2025'],
    // An expiry, and what was made before the clock was set back.
    ['2026-11-28T18:03:00Z', 'today, 18:03 UTC'],
    ['2026-12-05T00:00:00Z', '5 Dec 2026'],
  ] as const)
    assert.equal(formatTimestamp(at, now), text, at);
  assert.equal(formatExactly('2026-11-02T08:05:09Z'), '2 Nov 2026, 08:05 UTC');
});

test('a use is told to the hour that is stored, and is not an interval of use', () => {
  assert.equal(formatUse(null, now), 'never used');
  assert.equal(formatUse('2026-11-28T18:00:00Z', now), 'used today between 18:00 and 19:00 UTC');
  assert.equal(formatUse('2026-11-27T23:00:00Z', now), 'used yesterday between 23:00 and 24:00 UTC');
  assert.equal(formatUse('2026-11-02T23:00:00Z', now), 'used 2 Nov 2026');
});
