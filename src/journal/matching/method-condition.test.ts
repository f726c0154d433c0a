import assert from 'node:assert/strict';
import { it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { MethodCondition, namedMethods, toMethodText } from './method-condition.ts';

it('a condition names methods, those of the RFCs in any case, or compares a text', () => {
  for (const [condition, text, names] of [
    ['get', 'GET', ['GET']],
    ['Remove', 'Remove', ['Remove']],
    [['put', 'Remove'], { one_of: ['PUT', 'Remove'] }, ['PUT', 'Remove']],
    [{ is: 'get' }, { is: 'get' }, ['get']],
    [{ one_of: ['get', 'Put'] }, { one_of: ['get', 'Put'] }, ['get', 'Put']],
    [{ is: 'get', ignore_case: true }, { is: 'get', ignore_case: true }, ['GET']],
    [{ one_of: ['a', 'B'], ignore_case: true }, { one_of: ['a', 'B'], ignore_case: true }, ['A', 'B']],
    [{ like: 'P*' }, { like: 'P*' }, undefined],
    [{ has: 'p', ignore_case: true }, { has: 'p', ignore_case: true }, undefined],
    [{ absent: true }, { absent: true }, undefined],
  ] as const) {
    assert.ok(matches(MethodCondition, condition));
    assert.deepEqual([toMethodText(condition), namedMethods(condition)], [text, names]);
  }
  assert.equal(namedMethods(undefined), undefined);
});

it('a condition has at most 100 methods', () => {
  const list = (count: number) => Array.from({ length: count }, () => 'GET');
  const long = 'x'.repeat(8192);
  for (const condition of [list(1), list(100), long, [long], { is: long }])
    assert.ok(matches(MethodCondition, condition));
  for (const condition of [
    list(0),
    list(101),
    `${long}x`,
    [`${long}x`],
    { is: `${long}x` },
    1,
    [1],
    {},
    { methods: 'GET' },
    { is: 'a', ignore_case: true, has: 'a' },
  ])
    assert.ok(!matches(MethodCondition, condition));
});
