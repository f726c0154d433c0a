import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Phase, type PhaseName, stretchAt } from './schedule.ts';

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

test('of the phases that hold, the one that began last decides', () => {
  const calendar = [phase('deprecated', 10), phase('brownout', 20, 30), phase('removed', 40)];
  const told = (at: number) => {
    const { phase: current, from, until } = stretchAt(calendar, at);
    return [current.name, from, until];
  };
  assert.deepEqual(told(9), ['supported', -Infinity, 10]);
  assert.deepEqual(told(10), ['deprecated', 10, 20]);
  assert.deepEqual(told(20), ['brownout', 20, 30]);
  assert.deepEqual(told(29), ['brownout', 20, 30]);
  assert.deepEqual(told(30), ['deprecated', 30, 40]);
  assert.deepEqual(told(40), ['removed', 40, Infinity]);
});

test('a calendar of one phase without beginning and end knows no other', () => {
  const { phase: current, from, until } = stretchAt([phase('deprecated', -Infinity)], 0);
  assert.deepEqual([current.name, from, until], ['deprecated', -Infinity, Infinity]);
});

test('a stretch is as long as its phase holds without a break, and no longer', () => {
  const phases = fc.uniqueArray(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: 1, max: 20 }))), {
    selector: ([from]) => from,
    maxLength: 6,
  });
  fc.assert(
    fc.property(phases, fc.nat(45), (given, at) => {
      const calendar = given
        .map(([from, length]) => phase('brownout', from, length === null ? Infinity : from + length))
        .sort((one, other) => one.from - other.from);
      const stretch = stretchAt(calendar, at);
      for (let moment = -1; moment <= 45; moment++) {
        const isIn = stretch.from <= moment && moment < stretch.until;
        if (isIn) assert.equal(stretchAt(calendar, moment).phase, stretch.phase);
      }
      for (const edge of [stretch.from - 1, stretch.until])
        if (Number.isFinite(edge)) assert.notEqual(stretchAt(calendar, edge).phase, stretch.phase);
    }),
  );
});
