import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { intervalAt, type Phase, type PhaseName } from './schedule.ts';

function phase(name: PhaseName, from: number, until = Infinity): Phase {
  const nothing = {
    status: undefined,
    message: undefined,
    documentation: undefined,
    body: undefined,
    fields: [],
  };
  return { name, from, until, ...nothing };
}

test('of the phases at a time, the one that started last applies', () => {
  const calendar = [phase('deprecated', 10), phase('brownout', 20, 30), phase('removed', 40)];
  const stateAt = (at: number) => {
    const { phase: current, from, until } = intervalAt(calendar, at);
    return [current.name, from, until];
  };
  assert.deepEqual(stateAt(9), ['supported', -Infinity, 10]);
  assert.deepEqual(stateAt(10), ['deprecated', 10, 20]);
  assert.deepEqual(stateAt(20), ['brownout', 20, 30]);
  assert.deepEqual(stateAt(29), ['brownout', 20, 30]);
  assert.deepEqual(stateAt(30), ['deprecated', 30, 40]);
  assert.deepEqual(stateAt(40), ['removed', 40, Infinity]);
});

test('a calendar with one phase without start and end has no other phase', () => {
  const { phase: current, from, until } = intervalAt([phase('deprecated', -Infinity)], 0);
  assert.deepEqual([current.name, from, until], ['deprecated', -Infinity, Infinity]);
});

test('an interval ends where its phase is interrupted', () => {
  const phases = fc.uniqueArray(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: 1, max: 20 }))), {
    selector: ([from]) => from,
    maxLength: 6,
  });
  fc.assert(
    fc.property(phases, fc.nat(45), (input, at) => {
      const calendar = input
        .map(([from, length]) => phase('brownout', from, length === null ? Infinity : from + length))
        .sort((one, other) => one.from - other.from);
      const interval = intervalAt(calendar, at);
      for (let moment = -1; moment <= 45; moment++) {
        const isIn = interval.from <= moment && moment < interval.until;
        if (isIn) assert.equal(intervalAt(calendar, moment).phase, interval.phase);
      }
      for (const edge of [interval.from - 1, interval.until])
        if (Number.isFinite(edge)) assert.notEqual(intervalAt(calendar, edge).phase, interval.phase);
    }),
  );
});
