import assert from 'node:assert/strict';
import { it } from 'node:test';
import { beginAttempt, type KeyState } from './key-state.ts';
import type { LabLogic } from './logic.ts';

it('an attempt has the time since the previous one, which is 0 for one that was read before it', () => {
  const logic: LabLogic = {
    lab: 'test',
    missing: (key) => key,
    create: (definition) => definition,
    accept: (state) => state,
    decide: (state) => ({ state, outcome: { step: null, caller: null }, result: null }),
    ended: (state) => state,
    view: () => ({}),
  };
  let state: KeyState | undefined;
  const begun = [0, 1000, 1500, 1200, 1700].map((at) => {
    const { after, n, gap } = beginAttempt(logic, state, { key: 'k', request: { definition: {} }, at }, 0);
    state = after;
    return [n, gap];
  });
  assert.deepEqual(begun, [
    [1, null],
    [2, 1000],
    [3, 500],
    [4, 0],
    [5, 200],
  ]);
});
