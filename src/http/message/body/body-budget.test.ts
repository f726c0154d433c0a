import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBodyBudget } from './body-budget.ts';

test('reservations share one budget, and a rejected one is not counted', () => {
  const budget = createBodyBudget(10);
  const [one, other] = [budget.open(), budget.open()];
  assert.deepEqual([one.acquire(6), other.acquire(5), other.acquire(4)], [true, false, true]);
  assert.equal(budget.used, 10);
  assert.deepEqual([one.fits(0), one.fits(1), one.acquire(1)], [true, false, false]);
  one.release(2);
  assert.equal(budget.used, 8);
  assert.ok(other.acquire(2));
});

test('a closed reservation releases its bytes once, however often it is closed', () => {
  const budget = createBodyBudget(10);
  const [one, other] = [budget.open(), budget.open()];
  one.acquire(4);
  other.acquire(5);
  one.close();
  one.close();
  one.release(4);
  assert.equal(budget.used, 5);
  assert.equal(one.acquire(1), false);
  other.release(100);
  assert.equal(budget.used, 0);
});
