import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePointer, problemOfPointer } from './at-condition.ts';
import { Code } from './code.ts';

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
  [{ like: 'a*c' }, ['abc'], ['ab', 1]],
  [{ one_of: ['a', 'b'] }, ['a', 'b'], ['c', ['a']]],
  [{ is: null }, [null], [0, undefined]],
  [{ is: [1] }, [[1]], [[1, 1], 1]],
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
    assert.equal(problemOfPointer('/a', { absent: true }), undefined);
    for (const value of ['text', 1, null, undefined, []])
      assert.deepEqual(
        [compilePointer('/length', { min: 0 })(value), compilePointer('/a', { absent: true })(value)],
        [false, true],
      );
  });

  it('holds if a value of several meets it, by code of a program too', () => {
    const code = new Code(
      'more than 1',
      (value) => Number(value) > 1,
      () => false,
    );
    for (const [document, isMatch] of [
      [{ a: [1, 2] }, true],
      [{ a: [1, 1] }, false],
      [{ a: [] }, false],
      [{ b: [2] }, false],
    ] as const)
      assert.equal(compilePointer('/a/*', code)(document), isMatch, JSON.stringify(document));
  });

  it('is rejected with the reason', () => {
    const members = 'is, like, has, one_of, absent, ignore_case, type, min, max';
    const alone =
      'must have type alone, which is one of string, number, integer, boolean, null, array, object';
    const limits = 'must have min and max alone, which are numbers';
    for (const [pointer, condition, problem] of [
      ['a', 1, 'must be a JSON Pointer, such as /user/name or /items/*/id'],
      ['/a', { typ: 1 }, `has typ, and not one of ${members}`],
      ['/a', { type: 'text' }, alone],
      ['/a', { type: 1 }, alone],
      ['/a', { type: 'toString' }, alone],
      ['/a', { type: 'string', min: 1 }, alone],
      ['/a', { min: '1' }, limits],
      ['/a', { max: null }, limits],
      ['/a', { min: 1, max: '2' }, limits],
      ['/a', { min: 1, is: 'a' }, limits],
      ['/a', { max: 1, has: 'a' }, limits],
      ['/a', { is: 1, has: 'a' }, 'must have is alone beside a value that is no text'],
      ['/a', { is: null, ignore_case: true }, 'must have is alone beside a value that is no text'],
      ['/a', { is: 'a', has: 'a' }, 'must have one of is, like, has, one_of and absent, not 2'],
      ['/a', {}, 'must be a condition with texts'],
      ['/a', { has: 1 }, 'must be a condition with texts'],
      ['/a', { one_of: 'a' }, 'must be a condition with texts'],
    ] as const)
      assert.equal(problemOfPointer(pointer, condition), problem, JSON.stringify([pointer, condition]));
  });
});
