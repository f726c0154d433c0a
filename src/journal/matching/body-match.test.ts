import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { BodyMatch, FIELD, PARAMETER, problemsOfBody } from './body-match.ts';

const UNSAFE = 2 ** 53;
const UNKEPT = 'is an integer that JSON readers do not keep; use text or contains';
const TWICE = { has: 'a', like: 'a' };
const TWO = 'must have one of is, like, has, one_of and absent, not 2';
const IN_ORDER = { in_order: ['1'], is: '1' };

const repeat = (count: number) => Array.from({ length: count }, (_, index) => index);
const named = (count: number) => Object.fromEntries(repeat(count).map((index) => [`n${index}`, '1']));

describe('a match of a body', () => {
  it('has problems that its schema does not express, each with its path', () => {
    const long = repeat(201);
    const cases: readonly (readonly [match: unknown, ...problems: readonly (readonly [string, string])[]])[] =
      [
        ['text'],
        [{ json: 1, exact: true, ignore_order: true }],
        [{ parts: [{}], only: true }],
        [{ exact: true }, ['exact', 'must be beside json']],
        [{ ignore_order: true }, ['ignore_order', 'must be beside json']],
        [{ only: true }, ['only', 'must be beside parts']],
        [{ json: { a: [UNSAFE] } }, ['json.a.0', UNKEPT]],
        [{ json: UNSAFE - 1 }],
        [{ json: long }],
        [{ json: repeat(200), ignore_order: true }],
        [
          { json: long, ignore_order: true },
          ['json', 'must not have lists of more than 200 items beside ignore_order'],
        ],
        [
          { json: { a: 1, b: [{ c: long }] }, ignore_order: true },
          ['json', 'must not have lists of more than 200 items beside ignore_order'],
        ],
        [{ json: { a: null, b: 'x'.repeat(300) }, ignore_order: true }],
        [
          { at: { '/a': UNSAFE, b: 1, '/c': { min: 'x' } } },
          ['at./a', UNKEPT],
          ['at.b', 'must be a JSON Pointer, such as /user/name or /items/*/id'],
          ['at./c', 'must have min and max alone, which are numbers'],
        ],
        [
          { form: { a: IN_ORDER, b: TWICE, c: '1' } },
          ['form.a', 'must have in_order alone'],
          ['form.b', TWO],
        ],
        [
          { parts: [{ name: 'a' }, { name: TWICE, filename: TWICE, type: TWICE, text: TWICE }] },
          ['parts.1.name', TWO],
          ['parts.1.filename', TWO],
          ['parts.1.type', TWO],
          ['parts.1.text', TWO],
        ],
        [
          { parts: [{ headers: { a: TWICE, b: ['1'] }, json: { a: UNSAFE } }] },
          ['parts.0.headers.a', TWO],
          ['parts.0.json.a', UNKEPT],
        ],
        [
          { graphql: { operation: TWICE, variables: { a: UNSAFE } } },
          ['graphql.operation', TWO],
          ['graphql.variables.a', UNKEPT],
        ],
        [{ graphql: { type: 'query' } }],
        [{ text: TWICE }, ['text', TWO]],
        [{ text: { has: 'a' }, contains: 'a' }],
      ];
    for (const [match, ...problems] of cases) {
      assert.ok(matches(BodyMatch, match), JSON.stringify(match));
      assert.deepEqual(
        problemsOfBody(match, ['body']).map(({ path, message }) => [path.join('.'), message]),
        problems.map(([path, message]) => [`body.${path}`, message]),
        JSON.stringify(match),
      );
    }
  });

  it('has the members of its schema, within their limits', () => {
    const digest = '0123456789abcdefABCDEF'.repeat(3).slice(0, 64);
    const valid: readonly unknown[] = [
      '',
      'x'.repeat(8192),
      { text: 'a' },
      { contains: '' },
      { contains: 'x'.repeat(8192) },
      { empty: true },
      { empty: false },
      { json: null },
      { at: {} },
      { at: named(100) },
      { form: {} },
      { form: named(100) },
      { form: { '': '' } },
      { form: { ['x'.repeat(1000)]: '1' } },
      { parts: [{}] },
      { parts: repeat(20).map(() => ({})) },
      { parts: [{ headers: { 'X-A': '1' } }] },
      { sha256: digest },
      { parts: [{ sha256: digest }] },
      { size: { min: 0 } },
      { size: { max: 0 } },
      { size: { min: 1, max: 2 } },
      { parts: [{ size: { max: 1 } }] },
      ...['query', 'mutation', 'subscription'].map((type) => ({ graphql: { type } })),
      { graphql: {} },
    ];
    for (const match of valid) assert.ok(matches(BodyMatch, match), JSON.stringify(match));
    const invalid: readonly unknown[] = [
      1,
      null,
      {},
      [],
      'x'.repeat(8193),
      { contains: 'x'.repeat(8193) },
      { other: 1 },
      { empty: 1 },
      { json: 1, exact: false },
      { json: 1, ignore_order: false },
      { parts: [{}], only: false },
      { at: named(101) },
      { form: named(101) },
      { form: { a: 1 } },
      { form: { ['x'.repeat(1001)]: '1' } },
      { parts: [] },
      { parts: repeat(21).map(() => ({})) },
      { parts: [{ nam: 'a' }] },
      { parts: [1] },
      { parts: [{ headers: { 'a b': '1' } }] },
      { parts: [{ headers: { '': '1' } }] },
      { sha256: digest.slice(1) },
      { sha256: `${digest}0` },
      { sha256: `g${digest.slice(1)}` },
      { size: {} },
      { size: { min: -1 } },
      { size: { max: -1 } },
      { size: { min: 0.5 } },
      { size: { least: 1 } },
      { graphql: { type: 'fragment' } },
      { graphql: { name: 'a' } },
    ];
    for (const match of invalid) assert.ok(!matches(BodyMatch, match), JSON.stringify(match));
  });

  it('has names of parameters with 0 to 1000 characters, and tokens of 1 to 200 as names of fields', () => {
    const isMatch = (pattern: string, text: string) => new RegExp(pattern).test(text);
    for (const [pattern, texts, others] of [
      [PARAMETER, ['', 'a\nb', 'x'.repeat(1000)], ['x'.repeat(1001)]],
      [FIELD, ["aA0!#$%&'*+.^_`|~-", 'x'.repeat(200)], ['', 'a b', 'a:', 'é', 'x'.repeat(201)]],
    ] as const)
      assert.deepEqual(
        [texts.filter((text) => !isMatch(pattern, text)), others.filter((text) => isMatch(pattern, text))],
        [[], []],
      );
  });
});
