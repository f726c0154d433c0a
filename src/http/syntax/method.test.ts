import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { it } from 'node:test';
import { OTHER_METHODS, STANDARD_METHODS } from './method.ts';

it('the methods of all specifications are those that Node knows', () => {
  assert.deepEqual([...STANDARD_METHODS, ...OTHER_METHODS].toSorted(), METHODS.toSorted());
});
