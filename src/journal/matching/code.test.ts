import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Code, readCode } from './code.ts';

const fail = (error: unknown): boolean => {
  throw error;
};
const options = { fail, view: (request: unknown) => ({ request }) };

/** What a match without code stands for, with the description in place of each code. */
function partsOf(match: unknown) {
  const { plain, checked, coded, paths } = readCode(match, options);
  return { plain, checked, coded: JSON.parse(JSON.stringify(coded ?? null)), paths };
}

const isPositive = (value: unknown) => Number(value) > 0;
const FUNCTION = `what the function ${isPositive} accepts`;
const EXPRESSION = 'a text like /a/g';

describe('the code of a match', () => {
  it('is separated from its data', () => {
    const data = { path: '/a', query: { b: ['1', '2'] }, body: { json: [1, { c: null }] }, any_of: [{}] };
    assert.deepEqual(partsOf(data), { plain: data, checked: data, coded: null, paths: [] });
    assert.deepEqual(partsOf(undefined), { plain: {}, checked: undefined, coded: null, paths: [] });
    assert.deepEqual(partsOf(null), { plain: null, checked: null, coded: null, paths: [] });
    for (const [match, plain, checked, coded, ...paths] of [
      [isPositive, {}, {}, FUNCTION, []],
      [
        { path: /a/g, method: 'PUT' },
        { method: 'PUT' },
        { path: 'GET', method: 'PUT' },
        { path: EXPRESSION, method: 'PUT' },
        ['path'],
      ],
      [{ path: isPositive }, {}, { path: 'GET' }, { path: FUNCTION }, ['path']],
      // A text in a list of values is no place for code, and an object that has only code has no member.
      [{ query: { a: /a/g } }, {}, { query: { a: 'GET' } }, { query: { a: EXPRESSION } }, ['query', 'a']],
      [
        { query: { a: /a/g, b: '1' }, headers: {} },
        { query: { b: '1' }, headers: {} },
        { query: { a: 'GET', b: '1' }, headers: {} },
        { query: { a: EXPRESSION, b: '1' }, headers: {} },
        ['query', 'a'],
      ],
      // A function at the place of a match is one for the whole request.
      [{ not: isPositive }, {}, { not: {} }, { not: FUNCTION }, ['not']],
      [
        { any_of: [isPositive, { path: /a/g }, { path: '/b' }] },
        { any_of: [{}, {}, { path: '/b' }] },
        { any_of: [{}, { path: 'GET' }, { path: '/b' }] },
        { any_of: [FUNCTION, { path: EXPRESSION }, { path: '/b' }] },
        ['any_of', 0],
        ['any_of', 1, 'path'],
      ],
      [
        { not: { any_of: [isPositive] } },
        { not: { any_of: [{}] } },
        { not: { any_of: [{}] } },
        { not: { any_of: [FUNCTION] } },
        ['not', 'any_of', 0],
      ],
      [
        { body: { parts: [{ name: /a/g }, { text: 'b' }] } },
        { body: { parts: [{}, { text: 'b' }] } },
        { body: { parts: [{ name: 'GET' }, { text: 'b' }] } },
        { body: { parts: [{ name: EXPRESSION }, { text: 'b' }] } },
        ['body', 'parts', 0, 'name'],
      ],
      // In JSON, every value can be code.
      [
        { body: { json: { a: [1, isPositive], b: /a/g } } },
        { body: { json: { a: [1, null] } } },
        { body: { json: { a: [1, null], b: null } } },
        { body: { json: { a: [1, FUNCTION], b: EXPRESSION } } },
        ['body', 'json', 'a', 1],
        ['body', 'json', 'b'],
      ],
      [
        { body: { json: isPositive } },
        {},
        { body: { json: null } },
        { body: { json: FUNCTION } },
        ['body', 'json'],
      ],
      [
        { body: { at: { '/a': isPositive } } },
        {},
        { body: { at: { '/a': null } } },
        { body: { at: { '/a': FUNCTION } } },
        ['body', 'at', '/a'],
      ],
      [
        { body: { graphql: { variables: { a: isPositive }, operation: /a/g } } },
        {},
        { body: { graphql: { variables: { a: null }, operation: 'GET' } } },
        { body: { graphql: { variables: { a: FUNCTION }, operation: EXPRESSION } } },
        ['body', 'graphql', 'variables', 'a'],
        ['body', 'graphql', 'operation'],
      ],
    ] as const)
      assert.deepEqual(partsOf(match), { plain, checked, coded, paths }, String(paths));
  });

  it('is not searched in an object without an end', () => {
    const endless: Record<string, unknown> = {};
    endless.a = endless;
    assert.deepEqual(readCode(endless, options).paths, []);
    const nested = (depth: number): object => (depth === 0 ? { a: /a/ } : { a: nested(depth - 1) });
    assert.deepEqual(
      [100, 101].map((depth) => readCode(nested(depth), options).paths.length),
      [1, 0],
    );
  });

  it('decides on a value, or on what a view shows of the request', () => {
    const codeAt = (match: object, ...path: readonly string[]) => {
      const code = path.reduce(
        (value: unknown, step) => Reflect.get(Object(value), step),
        readCode(match, options).coded,
      );
      assert.ok(code instanceof Code);
      return code;
    };
    const seen: unknown[] = [];
    const see = (value: unknown) => seen.push(value) > 0;
    assert.equal(codeAt({ not: see }, 'not').test('request'), true);
    assert.equal(codeAt({ path: see }, 'path').test('/a'), true);
    assert.deepEqual(seen, [{ request: 'request' }, '/a']);
    const expression = codeAt({ path: /b|^$/g }, 'path');
    assert.deepEqual(
      ['b', 'ab', 'ab', '', 'a', 1, undefined].map((value) => expression.test(value)),
      [true, true, true, true, false, false, false],
    );
    const matcher = {
      limit: 1,
      asymmetricMatch(value: unknown) {
        return Number(value) > this.limit ? 'yes' : 0;
      },
    };
    assert.deepEqual(
      [2, 1].map((value) => codeAt({ path: matcher }, 'path').test(value)),
      [true, false],
    );
    // An object with another member of this name is data.
    assert.equal(readCode({ path: { asymmetricMatch: true } }, options).coded, undefined);
  });

  it('that throws, or returns a promise, is decided by the caller', () => {
    const errors: unknown[] = [];
    for (const decision of [true, false]) {
      const note = (error: unknown) => errors.push(error) > 0 && decision;
      const test = (decide: () => unknown) => new Code('code', decide, note).test(1);
      const failing = () => {
        throw new Error('failed');
      };
      assert.deepEqual(
        [test(failing), test(async () => true), test(() => 1), test(() => '')],
        [decision, decision, true, false],
      );
    }
    assert.deepEqual(errors.map(String), [
      'Error: failed',
      'TypeError: The function of a match must not return a promise.',
      'Error: failed',
      'TypeError: The function of a match must not return a promise.',
    ]);
  });

  it('is described by its source, or by the name and the argument of a matcher', () => {
    const matcher = (name: string, sample?: unknown) => ({
      ...(sample !== undefined && { sample }),
      asymmetricMatch: () => true,
      toString: () => name,
    });
    const long = 'x'.repeat(200);
    const longFunction = Object.assign(() => true, { toString: () => `${long}y` });
    for (const [code, description] of [
      [isPositive, FUNCTION],
      [longFunction, `what the function ${long} accepts`],
      [/a/gi, 'a text like /a/gi'],
      [matcher('Anything'), 'Anything'],
      [matcher('Any', String), 'Any String'],
      [matcher('StringMatching', /a/i), 'StringMatching /a/i'],
      [matcher('StringContaining', 'a"'), 'StringContaining "a\\""'],
      [matcher('Null', null), 'Null null'],
      [
        matcher('ArrayContaining', [1, matcher('Any', Number), /a/]),
        'ArrayContaining [1,"Any Number","/a/"]',
      ],
      [
        matcher('ObjectContaining', { a: { b: matcher('Anything') }, c: null }),
        'ObjectContaining {"a":{"b":"Anything"},"c":null}',
      ],
      [matcher('Close', long), `Close "${long.slice(1)}`],
    ] as const) {
      const { coded } = readCode({ path: code }, options);
      const found: unknown = Reflect.get(Object(coded), 'path');
      assert.ok(found instanceof Code);
      assert.equal(found.description, description);
      assert.equal(JSON.stringify([found]), JSON.stringify([description]));
    }
  });
});
