import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileTemplate, problemOfTemplate, splitPath } from './path-template.ts';

const UUID = '123e4567-E89B-12d3-a456-426614174000';

/** The path `/café` in UTF-8, as Node represents its bytes. */
const UTF8 = Buffer.from('/café').toString('latin1');

/** Each template with paths that match, and paths that do not. */
const CASES: readonly (readonly [template: string, hits: readonly string[], misses: readonly string[]])[] = [
  ['/', ['/'], ['/a', '', '//']],
  ['/users', ['/users', '/%75sers'], ['/users/', '/Users', '/user', '/users/1', '//users']],
  ['users', ['/users'], ['/']],
  ['/users/', ['/users/'], ['/users']],
  ['/café', [UTF8, '/caf%C3%A9', '/caf%c3%a9'], ['/cafe']],
  ['/caf%C3%A9', [UTF8, '/caf%C3%A9'], ['/cafe']],
  ['/a%2Fb', ['/a%2Fb', '/a%2fb'], ['/a/b']],
  ['/100%', ['/100%', '/100%25'], ['/100']],
  ['/v1/op(1)+a.b:cancel', ['/v1/op(1)+a.b:cancel'], ['/v1/op1+a.b:cancel', '/v1/op(1)+axb:cancel']],
  ['/users/{id}', ['/users/1', '/users/a%2Fb', '/users/%'], ['/users/', '/users', '/users/1/', '/users/1/2']],
  ['/{a}/{b}', ['/1/2'], ['/1%2F2', '/1']],
  ['/{id:int}', ['/1', '/-12', '/123456789012345'], ['/a', '/1a', '/+1', '/1234567890123456', '/1.0', '/-']],
  ['/{id:uuid}', [`/${UUID}`], [`/${UUID}0`, `/0${UUID}`, '/1']],
  ['/v1/{op}:cancel', ['/v1/a:cancel', '/v1/a:b:cancel'], ['/v1/:cancel', '/v1/a', '/v1/a:cance']],
  ['/v{n:int}.json', ['/v1.json'], ['/v.json', '/vx.json', '/1.json', '/w1.json', '/v1.jso', '/v1.jsox']],
  ['/a{b}a', ['/a1a', '/aaa'], ['/a', '/aa', '/b1a', '/a1b']],
  ['/%7Ba%7D', ['/{a}', '/%7Ba%7D'], ['/b']],
  ['/files/{rest*}', ['/files/', '/files/a', '/files/a/b/'], ['/files', '/file/a', '/a/files/']],
  ['/{rest*}', ['/', '/a', '/a/b'], ['*']],
  ['/{a}/{rest*}', ['/1/', '/1/2'], ['/1', '//2']],
];

describe('a template of paths', () => {
  for (const [template, hits, misses] of CASES)
    it(`${template} matches ${hits.join(' ')}, and not ${misses.join(' ')}`, () => {
      assert.equal(problemOfTemplate(template), undefined);
      const { test } = compileTemplate(template);
      assert.deepEqual([hits.filter((path) => !test(path)), misses.filter((path) => test(path))], [[], []]);
    });

  it('is rejected with the reason', () => {
    const form = /^must be a template: a template has \{name\} .*\{rest\*\}.*`like`.*`is`/;
    for (const [template, problem] of [
      ['/get?a=1', /^must be a path without a query and without a host: `query` and `host` /],
      ['/get#a', /without a query/],
      ['http://localhost/get', /without a host/],
      ['*', form],
      ['/anything*', form],
      ['/anything/{anything+}', form],
      ['/{rest*}/a', form],
      ['/{a', form],
      ['/a}', form],
      ['/{}', form],
      ['/{1a}', form],
      ['/{a}{b}', form],
      ['/{a*}b', form],
      ['/x{rest*}', form],
      ['/a*/{rest*}', form],
      ['a*/{rest*}', form],
      ['/{rest*}x', form],
      ['/{a}*', form],
      ['/{a}/{b}/{a}', /^must not capture a twice$/],
      ['/{a}/{b}/{b*}', /^must not capture b twice$/],
      [
        '*',
        /^must be a template: a template has \{name\} or \{name:int\} in a segment, or \{rest\*\} at its end; `like` compares patterns, `is` compares literally$/,
      ],
      [
        '/a?b',
        /^must be a path without a query and without a host: `query` and `host` beside it compare these$/,
      ],
      ['/{id:number}', /^must have a type of int or uuid in \{id:number\}$/],
      ['/{id:toString}', form],
      ['/{id:constructor}', /^must have a type of int or uuid/],
    ] as const)
      assert.match(problemOfTemplate(template) ?? '', problem, template);
  });

  it('captures the texts of its names, decoded, and integers as numbers', () => {
    for (const [template, path, names, parameters] of [
      ['/', '/', [], {}],
      ['/a', '/a', [], {}],
      ['/{a}/{b}', '/1/2%2F3', ['a', 'b'], { a: '1', b: '2/3' }],
      ['/{id:int}/x{b}y', '/-12/x%20y', ['id', 'b'], { id: -12, b: ' ' }],
      ['/{id:uuid}', `/${UUID}`, ['id'], { id: UUID }],
      ['/%C3%A9{a}', '/%C3%A9b', ['a'], { a: 'b' }],
      ['/a/{b}/{rest*}', '/a/1/x/y%20z/', ['b', 'rest'], { b: '1', rest: 'x/y z/' }],
      ['/{rest*}', '/', ['rest'], { rest: '' }],
      ['/a/{rest*}', '/a/12', ['rest'], { rest: '12' }],
    ] as const) {
      const compiled = compileTemplate(template);
      assert.ok(compiled.test(path), path);
      assert.deepEqual([compiled.names, compiled.parameters(path)], [names, parameters], template);
      assert.deepEqual(
        [...compiled.captures(path)],
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      );
    }
  });

  it('has segments, the literal ones decoded, and the texts around a capture', () => {
    const { segments, isOpen } = compileTemplate('a%20b/x{c:int}y/{d}/{rest*}');
    assert.deepEqual(
      segments.map(({ literal, before, after, type }) => [literal, before, after, type]),
      [
        ['', '', '', undefined],
        ['a b', '', '', undefined],
        [undefined, 'x', 'y', 'int'],
        [undefined, '', '', undefined],
      ],
    );
    assert.deepEqual([isOpen, compileTemplate('/a').isOpen], [true, false]);
    assert.deepEqual(
      [splitPath('/a/b'), splitPath('a'), splitPath('')],
      [
        ['', 'a', 'b'],
        ['', 'a'],
        ['', ''],
      ],
    );
  });
});
