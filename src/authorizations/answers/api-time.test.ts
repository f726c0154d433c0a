import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apiTimeToHttpDate, toApiTime } from './api-time.ts';

test('times are UTC, to the second', () => {
  assert.equal(toApiTime(Date.UTC(2020, 2, 1, 9, 0, 0, 999)), '2020-03-01T09:00:00Z');
});

test('the date of a field is the one that the language itself writes', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      assert.equal(apiTimeToHttpDate(toApiTime(date.getTime())), date.toUTCString());
    }),
  );
});
