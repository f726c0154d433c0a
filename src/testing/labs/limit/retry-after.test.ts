import assert from 'node:assert/strict';
import { it } from 'node:test';
import { announceRetry } from './retry-after.ts';

it('a date of Retry-After is not before the end of the wait', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
  for (const [wait, second, announced] of [
    [799, '01', 800],
    [800, '01', 800],
    [801, '02', 1800],
    [1500, '02', 1800],
    [1800, '02', 1800],
  ] as const)
    assert.deepEqual(announceRetry(['date'], wait, now), {
      fields: [['Retry-After', `Thu, 01 Jan 2026 12:00:${second} GMT`]],
      wait: announced,
    });
});

it('a rejection announces the time of its form, or that of the limit if no client can follow the form', () => {
  const now = Date.UTC(2026, 0, 1, 12);
  for (const [form, fields, wait] of [
    ['seconds', [['Retry-After', '2']], 2000],
    ['ms', [['retry-after-ms', '1501']], 1500.5],
    ['x-ms', [['x-ms-retry-after-ms', '1501']], 1500.5],
    ['past', [['Retry-After', 'Thu, 01 Jan 2026 11:00:00 GMT']], 1500.5],
    ['huge', [['Retry-After', '31536000']], 31_536_000_000],
    ['negative', [['Retry-After', '-2']], 1500.5],
    ['text', [['Retry-After', 'soon']], 1500.5],
    ['fraction', [['Retry-After', '1.5']], 1500.5],
    ['none', [], 1500.5],
    [
      'both-wrong',
      [
        ['Retry-After', 'Fri, 01 Jan 2027 12:00:01 GMT'],
        ['retry-after-ms', '1'],
      ],
      1500.5,
    ],
  ] as const)
    assert.deepEqual(announceRetry([form], 1500.5, now), { fields, wait }, form);
});

it('several forms announce the shortest of their times', () => {
  assert.deepEqual(announceRetry(['huge', 'x-ms', 'text', 'ms'], 1500, 0), {
    fields: [
      ['Retry-After', '31536000'],
      ['x-ms-retry-after-ms', '1500'],
      ['Retry-After', 'soon'],
      ['retry-after-ms', '1500'],
    ],
    wait: 1500,
  });
  assert.equal(announceRetry(['huge', 'text'], 1500, 0).wait, 31_536_000_000);
});
