import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeWindow } from './page.ts';

test('the first pages are read from the beginning, and the last ones from the end', () => {
  assert.deepEqual(computeWindow({ page: 1, perPage: 30 }, 1000), {
    offset: 0,
    limit: 30,
    direction: 'forwards',
  });
  assert.deepEqual(computeWindow({ page: 2, perPage: 30 }, 1000), {
    offset: 30,
    limit: 30,
    direction: 'forwards',
  });
  assert.deepEqual(computeWindow({ page: 33, perPage: 30 }, 1000), {
    offset: 10,
    limit: 30,
    direction: 'backwards',
  });
  assert.deepEqual(computeWindow({ page: 34, perPage: 30 }, 1000), {
    offset: 0,
    limit: 10,
    direction: 'backwards',
  });
});

test('a page beyond the end has no window', () => {
  assert.equal(computeWindow({ page: 1, perPage: 30 }, 0), undefined);
  assert.equal(computeWindow({ page: 35, perPage: 30 }, 1000), undefined);
  assert.equal(computeWindow({ page: 2, perPage: 1000 }, 1000), undefined);
  for (const page of [2 ** 53, 1e308, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.equal(computeWindow({ page, perPage: 100 }, 1000), undefined);
  }
});
