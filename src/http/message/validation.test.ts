import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import {
  compileCheck,
  findDistinctViolations,
  findMainViolation,
  findViolations,
  matches,
  toBodyProblem,
} from './validation.ts';

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

describe('the distinct violations', () => {
  const Step = Type.Union(
    [
      Type.String(),
      Type.Object(
        { kind: Type.Literal('one'), a: Type.Integer(), 'x/y~': Type.Optional(Type.Integer()) },
        { additionalProperties: false },
      ),
      Type.Object({ kind: Type.Literal('two'), b: Type.Integer(), c: Type.Optional(Type.Integer()) }),
      Type.Array(Type.Integer(), { maxItems: 2 }),
    ],
    { description: 'A step.' },
  );
  const steps = Type.Object(
    {
      first: Type.Optional(Step),
      list: Type.Optional(Type.Array(Step)),
      size: Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  );
  const outlineOf = (value: unknown) =>
    findDistinctViolations(steps, value).map(({ path, keyword, missing }) =>
      [path.join('.'), keyword, ...missing].join(' '),
    );

  it('are one for each value, of the branch of a union that is most similar to it', () => {
    for (const [value, expected] of [
      [{ first: 'a', list: ['a', { kind: 'one', a: 1 }, [1, 2]], size: 1 }, []],
      [{ first: 7 }, ['first anyOf']],
      [{ first: null, size: 'x' }, ['first anyOf', 'size type']],
      [{ first: { kind: 'one', a: 'x' } }, ['first.a type']],
      [{ first: { kind: 'one', a: 'x', 'x/y~': 'x' } }, ['first.a type', 'first.x/y~ type']],
      [{ first: { kind: 'one' } }, ['first required a']],
      [{ first: { kind: 'two', a: 1 } }, ['first required b']],
      [{ first: { kind: 'one', a: 1, d: 1 } }, ['first.d additionalProperties']],
      [{ first: { b: 'x', c: 1, kind: 'three' } }, ['first.b type', 'first.kind const']],
      [{ first: [1, 'x'] }, ['first.1 type']],
      [{ first: [1, 2, 3] }, ['first maxItems']],
      [{ list: ['a', { kind: 'one', a: 'x' }] }, ['list.1.a type']],
      [{ sise: 1 }, ['sise additionalProperties']],
      [7, [' type']],
    ] as const)
      assert.deepEqual(outlineOf(value).toSorted(), expected, JSON.stringify(value));
  });

  it('of a value of no branch has the description of the union', () => {
    const scalars = Type.Union([Type.Integer(), Type.Boolean()], { description: 'A number or a flag.' });
    const [violation, ...others] = findDistinctViolations(Type.Object({ list: Type.Array(scalars) }), {
      list: [1, 'x', true],
    });
    const { path, keyword, schema: union, schemaPath } = violation ?? assert.fail();
    assert.deepEqual([path, keyword, schemaPath], [['list', 1], 'anyOf', '#/properties/list/items']);
    assert.equal(union.description, 'A number or a flag.');
    assert.deepEqual(others, []);
  });
});

it('a compiled check is that of the schema', () => {
  const check = compileCheck(schema);
  assert.deepEqual([{ login: 'a' }, {}, { login: 'abcd' }, { login: 'b' }].map(check), [
    true,
    false,
    false,
    true,
  ]);
});

it('a value of no branch of a union is reported by the union, and a list by the branch of lists', () => {
  const List = Type.Array(Type.Integer(), { maxItems: 1 });
  const Member = Type.Object({ u: Type.Union([Type.String(), List]), login: Type.String() });
  for (const [value, path, keyword] of [
    [{ u: 1, login: 1 }, ['u'], 'anyOf'],
    [{ u: [1, 2], login: 'a' }, ['u'], 'maxItems'],
    [{ u: ['a'], login: 'a' }, ['u', 0], 'type'],
    [{ u: 'a', login: 1 }, ['login'], 'type'],
  ] as const) {
    const main = findMainViolation(Member, value);
    assert.deepEqual([main?.path, main?.keyword], [path, keyword], JSON.stringify(value));
    const [first] = findDistinctViolations(Member, value);
    assert.deepEqual([first?.path, first?.keyword], [path, keyword], JSON.stringify(value));
  }
  const main = findMainViolation(Type.Union([Type.String(), List]), true);
  assert.deepEqual([main?.path, main?.keyword], [[], 'anyOf']);
});
