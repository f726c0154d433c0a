import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHttpDate } from './http-date.ts';

test('a moment is written in the form that the RFC prefers', () => {
  assert.equal(toHttpDate(Date.UTC(1994, 10, 6, 8, 49, 37)), 'Sun, 06 Nov 1994 08:49:37 GMT');
  assert.equal(toHttpDate(0), 'Thu, 01 Jan 1970 00:00:00 GMT');
});
