import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePointer, problemOfPointer } from './at-condition.ts';

/** Each condition with values that meet it, and values that do not. */
const VALUES: readonly (readonly [
  condition: unknown,
  hits: readonly unknown[],
  misses: readonly unknown[],
])[] = [
  [{ type: 'string' }, ['', 'a'], [1, null, []]],
  [{ type: 'number' }, [0, 1.5], ['1', null]],
  [{ type: 'integer' }, [0, 2], [1.5, '1']],
  [{ type: 'boolean' }, [true, false], [0, null]],
  [{ type: 'null' }, [null], [false, {}]],
  [{ type: 'array' }, [[], [1]], [{}, '[]']],
  [{ type: 'object' }, [{}, { a: 1 }], [[], null, 'a']],
  [{ min: 1 }, [1, 1e9], [0.9, '2']],
  [{ max: 2 }, [2, -1e9], [2.1, '1']],
  [{ min: 1, max: 2 }, [1, 2], [0, 3]],
  [{ is: { a: 1 } }, [{ a: 1 }], [{ a: 1, b: 2 }, { a: '1' }]],
  [{ is: 'a' }, ['a'], ['A', 1]],
  [{ is: 'a', ignore_case: true }, ['a', 'A'], ['b']],
  [{ has: 'b' }, ['abc'], ['ac', ['b']]],
  [1, [1], [2, '1', true]],
  ['1', ['1'], [1]],
  [[1, 2], [[1, 2]], [[2, 1], [1]]],
  [null, [null], [0, false]],
];

describe('the condition for a pointer', () => {
  it('is a value, or says which values meet it', () => {
    for (const [condition, hits, misses] of VALUES) {
      assert.equal(problemOfPointer('/a', condition), undefined, JSON.stringify(condition));
      const test = compilePointer('/a', condition);
      for (const value of hits) assert.ok(test({ a: value }), JSON.stringify([condition, value]));
      for (const value of misses) assert.ok(!test({ a: value }), JSON.stringify([condition, value]));
      assert.ok(!test({ b: 1 }));
    }
  });

  it('reads members, and indexes without further zeros or below the length', () => {
    const document = { a: [{ b: 1 }, { b: 2 }], '': 3, '0': 4, '*': 5 };
    for (const [pointer, value, isFound] of [
      ['/a/0/b', 1, true],
      ['/a/1/b', 2, true],
      ['/a/*/b', 2, true],
      ['/a/*/b', 3, false],
      ['/a/00/b', 1, false],
      ['/a/2', { type: 'null' }, false],
      ['/a/length', 2, false],
      ['/', 3, true],
      ['/0', 4, true],
      ['/*', 5, true],
      ['/constructor', { type: 'object' }, false],
      ['', { type: 'object' }, true],
    ] as const)
      assert.equal(compilePointer(pointer, value)(document), isFound, pointer);
    assert.ok(compilePointer('/a/2', { absent: true })(document));
    assert.ok(!compilePointer('/a/1', { absent: true })(document));
    assert.ok(!compilePointer('/a/*/b', { absent: true })(document));
  });

  it('is rejected with the reason', () => {
    for (const [pointer, condition, problem] of [
      ['a', 1, /^must be a JSON Pointer, such as/],
      ['/a', { typ: 1 }, /typ/],
      ['/a', { type: 'text' }, /./],
      ['/a', { min: '1' }, /./],
      ['/a', { max: null }, /./],
      ['/a', { type: 'string', min: 1 }, /./],
      ['/a', { is: 1, has: 'a' }, /is alone/],
      ['/a', {}, /./],
    ] as const)
      assert.match(problemOfPointer(pointer, condition) ?? '', problem, JSON.stringify([pointer, condition]));
  });
});
