import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { findMainViolation, findViolations, matches, toBodyProblem } from './validation.ts';

const Effect = Type.Object({ fault: Type.Optional(Type.String()) }, { additionalProperties: false });
const schema = Type.Object(
  {
    'a/b': Type.Optional(Type.Object({ 'x~y': Type.Integer() })),
    login: Type.String({ maxLength: 3 }),
    list: Type.Optional(Type.Array(Effect)),
  },
  { additionalProperties: false },
);

/** Path, keyword, missing members and hint of each violation. */
const outline = (value: unknown) =>
  findViolations(schema, value).map(({ path, keyword, missing, hint }) => [path, keyword, missing, hint]);

describe('the violations of a value', () => {
  it('have the path, the keyword, the missing members and a hint', () => {
    assert.deepEqual(outline({ login: 'abc' }), []);
    assert.deepEqual(outline({}), [[[], 'required', ['login'], '']]);
    assert.deepEqual(outline({ login: 'abcd' }), [[['login'], 'maxLength', [], '']]);
    assert.deepEqual(outline({ login: 'a', 'a/b': { 'x~y': 'z' } }), [[['a/b', 'x~y'], 'type', [], '']]);
    assert.deepEqual(outline({ login: 'a', list: [{}, { fautl: '' }] }), [
      [['list', 1, 'fautl'], 'additionalProperties', [], ' (did you mean fault?)'],
    ]);
    assert.deepEqual(outline({ login: 'a', other: 1 }), [[['other'], 'additionalProperties', [], '']]);
  });

  it('have the keywords beside the one that failed', () => {
    const [violation] = findViolations(schema, { login: 'abcd' });
    assert.equal(violation?.schema.maxLength, 3);
    assert.match(violation?.schemaPath ?? '', /properties\/login/);
  });

  it('are reported for the member of a body that they are in', () => {
    const problem = (value: unknown) => {
      const [first] = findViolations(schema, value);
      return first && toBodyProblem(first);
    };
    const unknown = { in: 'body', keyword: 'additionalProperties' };
    assert.deepEqual(problem({ login: 'a', logn: 1 }), {
      ...unknown,
      name: 'logn',
      message: 'is not known (did you mean login?)',
    });
    assert.deepEqual(problem({ login: 'a', list: [{ x: 1 }] }), {
      ...unknown,
      name: 'list',
      message: 'has a key "x" that is not known',
    });
    assert.deepEqual(problem({})?.name, 'login');
    assert.deepEqual(problem(7), { in: 'body', name: '', keyword: 'type', message: 'must be object' });
    assert.deepEqual([matches(schema, { login: 'a' }), matches(schema, {})], [true, false]);
  });
});

describe('the main violation', () => {
  const union = Type.Object({
    step: Type.Union([
      Type.String(),
      Type.Object({ kind: Type.Literal('one'), a: Type.Integer() }, { additionalProperties: false }),
      Type.Object({ kind: Type.Literal('two'), a: Type.Integer(), b: Type.Integer() }),
    ]),
  });
  const main = (value: unknown, of = union) => {
    const found = findMainViolation(of, value);
    return found && [found.path, found.keyword, found.missing];
  };

  it('of a union is that of the most similar branch', () => {
    assert.equal(main({ step: 'x' }), undefined);
    assert.deepEqual(main({ step: { kind: 'one', a: 'x' } }), [['step', 'a'], 'type', []]);
    assert.deepEqual(main({ step: { kind: 'two', a: 1 } }), [['step'], 'required', ['b']]);
    assert.deepEqual(main({ step: { kind: 'one', a: 1, b: 2 } }), [
      ['step', 'b'],
      'additionalProperties',
      [],
    ]);
    assert.deepEqual(main({ step: { b: 2, a: 'x', kind: 'three' } }), [['step', 'kind'], 'const', []]);
  });

  it('is an unknown key before a missing member', () => {
    const found = findMainViolation(schema, { logn: 'a' });
    assert.deepEqual([found?.path, found?.keyword], [['logn'], 'additionalProperties']);
  });
});
