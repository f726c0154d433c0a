import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatAge } from './age.ts';

it('an age is in the largest unit of which it has one', () => {
  const seconds = [-1, 0, 59.9, 60, 3599, 3600, 86_399, 86_400, 200_000];
  assert.deepEqual(
    seconds.map((each) => formatAge(each * 1000)),
    ['0 s', '0 s', '59 s', '1 min', '59 min', '1 h', '23 h', '1 d', '2 d'],
  );
});
