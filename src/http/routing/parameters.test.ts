import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { anything, endpoint } from '#test/support/servers/toy.ts';
import { invalidInput } from '../errors/errors.ts';
import { clamp } from './coercion.ts';
import { paramsDecoder } from './decode.ts';
import type { Strictness } from './endpoint.ts';
import { compileParameters, decodePairs } from './parameters.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** The message for the values of one parameter `a`. */
function messageFor(schema: TSchema, values: readonly string[], strictness?: Strictness): string | undefined {
  try {
    decodePairs(
      compileParameters({ a: schema }),
      values.map((value) => ['a', value]),
      strictness,
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the problem of a parameter', () => {
  it('is a sentence about text', () => {
    for (const [schema, values, message] of [
      [Type.Integer(), ['x'], 'a: must be a whole number'],
      [Type.Number(), ['x'], 'a: must be a number'],
      [Type.Integer({ minimum: 2 }), ['1'], 'a: must be at least 2'],
      [Type.Integer({ minimum: 2 }), ['2'], undefined],
      [Type.Number({ maximum: 2.5 }), ['2.6'], 'a: must be at most 2.5'],
      [Type.Number({ maximum: 2.5 }), ['2.5'], undefined],
      [Type.String({ maxLength: 2 }), ['abc'], 'a: must be at most 2 characters long'],
      [Type.String({ maxLength: 2 }), ['ab'], undefined],
      [Type.String({ pattern: '^x' }), ['y'], 'a: must match pattern "^x"'],
      [Type.Enum(['x', 'y']), ['z'], 'a: must be one of x, y'],
      [Type.Array(Type.String(), { maxItems: 2 }), ['x', 'y', 'z'], 'a: must not be given more than 2 times'],
      [Type.Array(Type.String(), { maxItems: 2 }), ['x', 'y'], undefined],
      [Type.Array(Type.Integer()), ['1', 'x'], 'a: must be a whole number'],
      [
        Type.Array(Type.Integer({ maximum: 9 }), { maxItems: 1 }),
        ['10', 'x'],
        'a: must not be given more than 1 times',
      ],
    ] as const)
      assert.equal(messageFor(schema, values), message, JSON.stringify(schema));
  });

  it('is with all others in one error, by name, keyword and message', () => {
    const parameters = compileParameters({
      size: Type.Integer(),
      word: Type.String({ maxLength: 1 }),
      needed: Type.String(),
      optional: Type.Optional(Type.String()),
    });
    const problems = [
      { in: 'query', name: 'size', keyword: 'type', message: 'must be a whole number' },
      { in: 'query', name: 'word', keyword: 'maxLength', message: 'must be at most 1 characters long' },
      { in: 'query', name: 'needed', keyword: 'required', message: 'is required' },
    ] as const;
    const pairs: Pairs = [
      ['word', 'ab'],
      ['size', ''],
      ['other', ''],
    ];
    assert.throws(() => decodePairs(parameters, pairs), { ...invalidInput(problems) });
  });
});

describe('names and values', () => {
  const schemas = {
    size: Type.Integer({ minimum: 1, maximum: 9, default: 3, clamp: true }),
    word: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ minLength: 0 })),
    list: Type.Array(Type.Integer(), { default: [] }),
  };
  const parameters = compileParameters(schemas);
  const decode = (pairs: Pairs, strictness?: Strictness) => decodePairs(parameters, pairs, strictness);

  it('have the types of the parameters, with defaults and limits', () => {
    assert.deepEqual(decode([]), { size: 3, list: [] });
    assert.deepEqual(
      decode([
        ['list', '2'],
        ['word', 'a'],
        ['word', 'b'],
        ['size', '10'],
        ['list', '1'],
        ['other', ''],
        ['text', ''],
      ]),
      { size: 9, word: 'a', text: '', list: [2, 1] },
    );
    for (const size of ['0', 'x', '']) assert.equal(decode([['size', size]]).size, 3, size);
    assert.equal(decode([['size', '4']]).size, 4);
    assert.equal(clamp(schemas.size, 10), 9);
  });

  it('are checked for unknown, repeated and empty ones, if strict', () => {
    const empty: Pairs = [
      ['size', ''],
      ['word', ''],
      ['list', ''],
      ['other', ''],
    ];
    assert.deepEqual(decode(empty, true), { size: 3, list: [] });
    const unknown = { in: 'query', name: 'wrod', keyword: 'additionalProperties' } as const;
    assert.throws(() => decode([['wrod', 'a']], true), {
      ...invalidInput([{ ...unknown, message: 'is not known (did you mean word?)' }]),
    });
    const inherited = { ...unknown, name: 'toString', message: 'is not known' };
    assert.throws(() => decode([['toString', 'a']], true), { ...invalidInput([inherited]) });
    const repeated: Pairs = [
      ['word', 'a'],
      ['word', 'b'],
    ];
    assert.throws(() => decode(repeated, true), {
      ...invalidInput([
        { in: 'query', name: 'word', keyword: 'maxItems', message: 'must not be given more than once' },
      ]),
    });
    assert.deepEqual(decode([...repeated.slice(0, 1), ['list', '1'], ['list', '2']], true).list, [1, 2]);
  });

  it('must not be empty with `non-empty`, unless the schema says so', () => {
    assert.deepEqual(decode([['text', '']], 'non-empty'), { size: 3, text: '', list: [] });
    const problem = {
      in: 'query',
      name: 'word',
      keyword: 'minLength',
      message: 'must not be empty',
    } as const;
    assert.throws(() => decode([['word', '']], 'non-empty'), { ...invalidInput([problem]) });
    assert.throws(
      () =>
        decode(
          [
            ['list', '1'],
            ['list', ''],
          ],
          'non-empty',
        ),
      /^HttpError: list: must not be empty/,
    );
    assert.throws(() => decode([['other', '']], 'non-empty'), /other: is not known/);
  });
});

describe('the parameters of a path', () => {
  const decoderOf = (params: { readonly a: TSchema; readonly b: TSchema }) =>
    paramsDecoder(endpoint({ ...anything, path: '/{a}/{b}', params, handle() {} }));

  it('need no decoder if each is any text', () => {
    assert.equal(
      decoderOf({ a: Type.String(), b: Type.String({ description: 'x', title: 'y' }) }),
      undefined,
    );
    assert.equal(paramsDecoder(endpoint({ ...anything, path: '/', handle() {} })), undefined);
  });

  it('have the types of their schemas, or the first problem', () => {
    const decode = decoderOf({ a: Type.Integer(), b: Type.String({ maxLength: 1 }) });
    assert.deepEqual(decode?.({ a: '07', b: 'x' }), { a: 7, b: 'x' });
    assert.throws(() => decode?.({ a: 'x', b: 'xy' }), {
      ...invalidInput([{ in: 'path', name: 'a', keyword: 'type', message: 'must be a whole number' }]),
    });
    assert.throws(() => decode?.({ a: '7', b: 'xy' }), {
      ...invalidInput([
        { in: 'path', name: 'b', keyword: 'maxLength', message: 'must be at most 1 characters long' },
      ]),
    });
  });
});
