import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOrderOfTime, parseInstant } from './started-at.ts';

describe('the time of an entry', () => {
  it('is an instant, with any offset and any number of digits', () => {
    const at = Date.parse('2024-01-01T10:00:00Z');
    for (const [value, expected] of [
      ['2024-01-01T10:00:00Z', at],
      ['2024-01-01t12:00:00+02:00', at],
      ['2024-01-01 05:00:00-0500', at],
      ['2024-01-01T10:00:00', at],
      ['2024-01-01T10:00:00.123Z', at + 123],
      ['2024-01-01T10:00:00.000250Z', at + 0.25],
      [at, at],
      ['2024-13-01T10:00:00Z', undefined],
      ['yesterday', undefined],
      ['', undefined],
      [null, undefined],
      [Number.NaN, undefined],
    ] as const)
      assert.equal(parseInstant(value), expected, String(value));
  });

  it('orders the entries that have one, and the others keep their place', () => {
    const orderOf = (...times: readonly (number | undefined)[]) =>
      inOrderOfTime(times.map((startedAt, index) => ({ startedAt, index }))).map(({ index }) => index);
    assert.deepEqual(orderOf(3, 1, 2), [1, 2, 0]);
    assert.deepEqual(orderOf(1, 1, 0, 1), [2, 0, 1, 3]);
    assert.deepEqual(orderOf(undefined, 2, undefined, 1), [0, 3, 2, 1]);
    assert.deepEqual(orderOf(), []);
  });
});
