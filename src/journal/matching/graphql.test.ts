import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationsOfJson, selectOperation } from './graphql.ts';

const NONE = {};

/** Each document with the type and the name of its only operation, or with null for none or several. */
const DOCUMENTS: readonly (readonly [document: string, type: string | null, name?: string])[] = [
  ['{ a }', 'query'],
  ['{a}', 'query'],
  ['query{a}', 'query'],
  ['query Q{a}', 'query', 'Q'],
  ['query Q { a { b { c } } }', 'query', 'Q'],
  ['mutation M_1 { a }', 'mutation', 'M_1'],
  ['subscription { a }', 'subscription'],
  ['query Q X { a }', 'query', 'Q'],
  // Variables, their lists, defaults and directives are not the name.
  ['query Q($a: [X]! = [1], $b: Y = {c: "}"}) { a }', 'query', 'Q'],
  ['query ($a: X) { a }', 'query'],
  ['query ($a: X = {b: {c: 1}}) @d(e: [{f: 1}]) { a }', 'query'],
  ['query @cached { a }', 'query'],
  ['query @cached Q { a }', 'query', 'Q'],
  ['mutation M @cached { a }', 'mutation', 'M'],
  // Fragments, and definitions of a schema, are no operations.
  ['fragment F on T { a } query Q { ...F }', 'query', 'Q'],
  ['query Q { ...F } fragment F on query { a }', 'query', 'Q'],
  ['fragment F on T { a } { ...F }', 'query'],
  ['type Query { a: A }', null],
  ['', null],
  ['query Q', null],
  // Comments end with their line.
  ['# query X {\nmutation M { a }', 'mutation', 'M'],
  ['# query X {\rmutation M { a }', 'mutation', 'M'],
  ['#\nmutation M { a }', 'mutation', 'M'],
  ['mutation #{ x }\nM { a }', 'mutation', 'M'],
  ['mutation M { a } # query X { a }', 'mutation', 'M'],
  ['mutation M { a } #', 'mutation', 'M'],
  // Strings and block strings, with quotes in them.
  ['query Q(a: "{") { a }', 'query', 'Q'],
  ['query Q(a: "\\"{") { a }', 'query', 'Q'],
  ['query Q(a: "\\\\") { a }', 'query', 'Q'],
  ['query Q(a: "") { a }', 'query', 'Q'],
  ['"text" query Q { a }', 'query', 'Q'],
  ['"query X {}" mutation M { a }', 'mutation', 'M'],
  ['"" mutation M { a }', 'mutation', 'M'],
  ['"a', null],
  ['mutation M { a(b: "x', 'mutation', 'M'],
  ['"""query X { a }""" mutation M { a }', 'mutation', 'M'],
  ['""""a" {""" mutation M { a }', 'mutation', 'M'],
  ['"""\\""" query X { a } """ mutation M { a }', 'mutation', 'M'],
  ['"""a\\"""b\\""" {""" mutation M { a }', 'mutation', 'M'],
  ['""" query X { a }', null],
  ['""""""mutation M { a }', 'mutation', 'M'],
  // Without a name, a request with several operations executes none.
  ['query A { a } query B { b }', null],
  ['{ a } { b }', null],
];

describe('a GraphQL document', () => {
  for (const [document, type, name = null] of DOCUMENTS)
    it(`has ${type === null ? 'not one operation' : `one ${type} named ${name}`}: ${JSON.stringify(document)}`, () => {
      const expected = type === null ? [] : [{ name, type, variables: NONE }];
      assert.deepEqual(selectOperation(document, undefined, undefined), expected);
    });

  it('has the operation that the request names', () => {
    const document = 'query A { a } mutation B { b } fragment C on T { c } { d }';
    for (const [name, expected] of [
      ['A', { name: 'A', type: 'query' }],
      ['B', { name: 'B', type: 'mutation' }],
      // The server would reject these.
      ['C', { name: 'C', type: null }],
      ['D', { name: 'D', type: null }],
    ] as const)
      assert.deepEqual(selectOperation(document, name, { id: 1 }), [{ ...expected, variables: { id: 1 } }]);
    for (const name of ['', null, undefined, 1])
      assert.deepEqual(
        [selectOperation(document, name, undefined), selectOperation('query A { a }', name, null)],
        [[], [{ name: 'A', type: 'query', variables: NONE }]],
      );
  });
});

it('the operations of JSON are those of a request, or of a batch', () => {
  const query = 'query A { a }';
  const operation = (variables: unknown) => ({ name: 'A', type: 'query', variables });
  for (const [value, expected] of [
    [{ query }, [operation(NONE)]],
    [{ query, variables: { id: 1 } }, [operation({ id: 1 })]],
    [{ query, operationName: 'B' }, [{ name: 'B', type: null, variables: NONE }]],
    [
      [{ query, variables: { id: 1 } }, { query }],
      [operation({ id: 1 }), operation(NONE)],
    ],
    [[], []],
    [[null, 1, { query: 1 }, { query }], [operation(NONE)]],
    [{ query: ['query A { a }'] }, []],
    [null, []],
    [query, []],
  ] as const)
    assert.deepEqual(operationsOfJson(value), expected, JSON.stringify(value));
});
