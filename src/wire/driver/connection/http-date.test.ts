import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HttpDate } from './http-date.ts';

it('the date is that of the second that has begun, and of each later one', () => {
  let time = 999;
  const date = new HttpDate({ machineNow: () => time });
  assert.equal(date.now(), 'Thu, 01 Jan 1970 00:00:00 GMT');
  time = 1000;
  assert.equal(date.now(), 'Thu, 01 Jan 1970 00:00:01 GMT');
  time = 1999;
  assert.equal(date.now(), 'Thu, 01 Jan 1970 00:00:01 GMT');
  // A clock that was set back.
  time = 0;
  assert.equal(date.now(), 'Thu, 01 Jan 1970 00:00:00 GMT');
});
