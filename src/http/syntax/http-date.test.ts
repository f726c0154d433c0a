import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHttpDate, fromHttpDate } from './http-date.ts';

test('a date is formatted as IMF-fixdate', () => {
  assert.equal(formatHttpDate(Date.UTC(1994, 10, 6, 8, 49, 37)), 'Sun, 06 Nov 1994 08:49:37 GMT');
  assert.equal(formatHttpDate(0), 'Thu, 01 Jan 1970 00:00:00 GMT');
});

test('exactly the three formats are parsed', () => {
  for (const text of [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ]) {
    assert.equal(fromHttpDate(text), Date.UTC(1994, 10, 6, 8, 49, 37), text);
    for (const other of [`(${text}`, `() ${text}`, `${text} ()`, `at ${text}`])
      assert.equal(fromHttpDate(other), undefined, other);
  }
  for (const text of ['', '1994', 'Sun, 06 Nov 1994 08:49:37', 'Sun, 99 Xxx 1994 08:49:37 GMT', '1994-11-06'])
    assert.equal(fromHttpDate(text), undefined, text);
});

test('the format without a zone is UTC, in any time zone of the machine', (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const zone of ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = zone;
    assert.equal(fromHttpDate('Sun Nov  6 08:49:37 1994'), Date.UTC(1994, 10, 6, 8, 49, 37), zone);
    assert.equal(formatHttpDate(0), 'Thu, 01 Jan 1970 00:00:00 GMT', zone);
  }
});
