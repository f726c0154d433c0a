import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimestamp } from './timestamp.ts';

test('a date means midnight, and a time without an offset is UTC', () => {
  const cases: [text: string, timestamp: string][] = [
    ['2020-09-30', '2020-09-30T00:00:00.000Z'],
    ['2020-09-30T07:00', '2020-09-30T07:00:00.000Z'],
    ['2020-09-30 07:00:05', '2020-09-30T07:00:05.000Z'],
    ['2020-09-30t07:00:00.25z', '2020-09-30T07:00:00.250Z'],
    ['2020-09-30T07:00:00+02:00', '2020-09-30T05:00:00.000Z'],
    ['2020-09-30T07:00-02:30', '2020-09-30T09:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [text, timestamp] of cases)
    assert.equal(new Date(parseTimestamp(text) ?? 0).toISOString(), timestamp, text);
});

test('a time without an offset is UTC in any time zone of the machine', (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = 'Asia/Kolkata';
  for (const text of ['2020-09-30', '2020-09-30T00:00', '2020-09-30T05:30+05:30'])
    assert.equal(parseTimestamp(text), Date.UTC(2020, 8, 30), text);
});

test('dates and times that do not exist are rejected', () => {
  const none = [
    '',
    'now',
    '2020',
    '2020-9-30',
    '2020-02-30',
    '2023-02-29',
    '2020-13-01',
    'on 2020-09-30',
    '2020-09-30 or so',
    '2020-09-30T07:00Z.',
    '2020-09-30x07:00',
    '2020-09-30Z',
    '2020-09-30T25:00Z',
  ];
  const far = ['+010000-01-01', '9999-12-31T23:00-01:00', '0000-01-01T00:00:00+00:01', '1601449200'];
  for (const text of [...none, ...far]) assert.equal(parseTimestamp(text), undefined, text);
});
