import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { formatPointer } from '../syntax/json-pointer.ts';
import { createInputError, InputError } from './input-error.ts';
import { InvalidInputError, problemsOfSchema } from './input-problem.ts';
import { findMainViolation } from './validation.ts';

const schema = Type.Object(
  {
    match: Type.Optional(
      Type.Object({ 'x-a': Type.String(), list: Type.Optional(Type.Array(Type.Integer())) }),
    ),
    one: Type.Optional(
      Type.Union([Type.Integer(), Type.Boolean()], { description: 'A number, or true or false.' }),
    ),
    two: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 2, description: 'One or two names.' }),
    ),
    three: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
    four: Type.Optional(Type.Integer({ description: 'A number.' })),
    five: Type.Optional(
      Type.Union([Type.Number(), Type.Literal('none')], { description: 'A number such as 1.5.' }),
    ),
  },
  { additionalProperties: false },
);

const main = (root: string, value: unknown) => {
  const violation = findMainViolation(schema, value);
  assert.ok(violation);
  const { name, message, member, problem, span } = createInputError(root, violation);
  assert.deepEqual([name, span], ['InputError', undefined]);
  assert.equal(message, member === '' ? problem : `${member}: ${problem}`);
  return [member, problem];
};

test('an input error is named by its member, and has a clause', () => {
  for (const [root, value, member, problem] of [
    ['', { match: { 'x-a': 1 } }, 'match.x-a', 'must be string (text is in quotes)'],
    ['rule', { match: { 'x-a': 'b', list: [1, 'c'] } }, 'rule.match.list[1]', 'must be integer'],
    ['', { match: {} }, 'match.x-a', 'must have required properties x-a'],
    ['rule', 7, 'rule', 'must be object'],
    ['', 7, '', 'must be object'],
    ['', { one: 'x' }, 'one', 'must be a number, or true or false'],
    ['', { two: [] }, 'two', 'must have one or two names'],
    ['', { two: ['a', 'b', 'c'] }, 'two', 'must have one or two names'],
    ['', { three: 'x' }, 'three', 'must be an integer or a boolean'],
    ['', { four: 'x' }, 'four', 'must be integer'],
    ['', { five: true }, 'five', 'must be a number such as 1.5'],
    ['', { for: 1 }, 'for', 'is not known (did you mean four?)'],
  ] as const)
    assert.deepEqual(main(root, value), [member, problem], JSON.stringify(value));
});

test('an input error can have the part of the text that is invalid', () => {
  const error = new InputError('a', 'is not known', { start: 1, end: 2 });
  assert.deepEqual([error.message, error.span], ['a: is not known', { start: 1, end: 2 }]);
});

test('invalid input has all of its problems, as sentences and with pointers', () => {
  const problems = problemsOfSchema(schema, { match: {}, one: 'x', two: [7], for: 1 }, ['rules', 0]);
  assert.deepEqual(problems.map(({ path, message }) => [formatPointer(path), message]).sort(), [
    ['/rules/0/for', 'is not known (did you mean four?)'],
    ['/rules/0/match/x-a', 'is missing'],
    ['/rules/0/one', 'must be a number, or true or false'],
    ['/rules/0/two/0', 'must be string (text is in quotes)'],
  ]);
  assert.deepEqual(problemsOfSchema(schema, {}), []);
  assert.deepEqual(problemsOfSchema(schema, 1), [{ path: [], message: 'must be object' }]);
  const error = new InvalidInputError([
    { path: [], message: 'must be object' },
    { path: ['rules', 0, 'a/b~'], message: 'is missing' },
    { path: [1], message: 'is not known' },
  ]);
  assert.equal(error.message, 'The input must be object. rules[0].a/b~ is missing. [1] is not known.');
  assert.equal(error.name, 'InvalidInputError');
  assert.deepEqual(
    error.problems.map(({ path }) => formatPointer(path)),
    ['', '/rules/0/a~1b~0', '/1'],
  );
});
