import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { checkMatch, compileLine, compileMatch, type ExchangeMatch as Match } from './exchange-match.ts';

const matches = (match: Match, parts: ExchangeParts) =>
  compileMatch(checkMatch(match))(createExchange(parts));

/** Each match with a request that matches, and one that does not. */
const CASES: readonly (readonly [match: Match, yes: ExchangeParts, no: ExchangeParts])[] = [
  [{}, {}, { id: -1 }],
  [{ method: 'POST' }, { method: 'POST' }, { method: 'post' }],
  [{ method: { like: 'P*T' } }, { method: 'PUT' }, { method: 'PATCH' }],
  [{ method: { like: 'A*A' } }, { method: 'AA' }, { method: 'A' }],
  [{ path: '/users' }, { target: '/users?page=1' }, { target: '/users/' }],
  [{ path: '/users' }, { target: '/bin/t1/users' }, { target: '/bin/users' }],
  [{ path: '/a b' }, { target: '/a%20b' }, { target: '/a+b' }],
  [{ path: '/a%20b' }, { target: '/a%20b' }, { target: '/a+b' }],
  [{ path: { like: '/users/*/keys*' } }, { target: '/users/5/keys' }, { target: '/users/keys' }],
  [{ path: { has: 'ser' } }, { target: '/users' }, { target: '/get?ser' }],
  [{ target: '/get?a=%31' }, { target: '/get?a=%31' }, { target: '/get?a=1' }],
  [{ target: '*' }, { target: '*' }, { target: '/' }],
  [{ url: 'http://localhost:8080/get?a=1' }, { target: '/get?a=1' }, { target: '/get' }],
  [
    { url: { like: 'https://*' } },
    { connection: { tls: { version: 'TLSv1.3', sni: null, alpn: null } } },
    {},
  ],
  [{ query: { page: '2' } }, { target: '/get?page=1&page=2' }, { target: '/get?page=1' }],
  [{ query: { page: { absent: true } } }, { target: '/get?pages=1' }, { target: '/get?page' }],
  [{ query: { page: '' } }, { target: '/get?page' }, { target: '/get' }],
  [{ query: { 'a b': 'ü' } }, { target: '/get?a+b=%C3%BC' }, { target: '/get?a%20b=u' }],
  [
    { headers: { 'x-a': 'two' } },
    {
      headers: [
        ['X-A', 'one'],
        ['X-a', 'two'],
      ],
    },
    { headers: [['X-A', 'one, two']] },
  ],
  [{ headers: { 'X-A': { absent: true } } }, { headers: [['X-B', '']] }, { headers: [['x-a', '']] }],
  [{ headers: { 'X-A': { like: '*' } } }, { headers: [['x-a', '']] }, { headers: [] }],
  [{ body: 'a=1' }, { body: 'a=1' }, { body: 'a=1&b=2' }],
  [{ body: '' }, {}, { body: 'x' }],
  [{ body: { contains: 'ü' } }, { body: 'xüx' }, { body: 'xux' }],
  [{ body: { sha256: hash('sha256', 'abc').toUpperCase() } }, { body: 'abc' }, { body: 'abd' }],
  [{ body: { sha256: hash('sha256', '') } }, {}, { body: 'abd' }],
  // The digest is of the whole body.
  [{ body: 'abcdef' }, { body: 'abcdef', keep: 2 }, { body: 'abcxyz', keep: 2 }],
  [{ body: { json: { a: 1 } } }, { body: '{"b":2,"a":1}' }, { body: '{"a":"1"}' }],
  [
    { body: { json: { a: { b: [1, { c: 2 }] } } } },
    { body: '{"a":{"b":[1,{"c":2,"d":3}]}}' },
    { body: '{"a":{"b":[1]}}' },
  ],
  [{ body: { json: [] } }, { body: '[]' }, { body: '[1]' }],
  [{ body: { json: {} } }, { body: '{"a":1}' }, { body: '[]' }],
  [{ body: { json: null } }, { body: 'null' }, { body: '{}' }],
  [{ body: { json: { a: null } } }, { body: '{"a":null}' }, { body: '{}' }],
  [{ body: { json: { a: 1 } } }, { body: '{"a":1}' }, { body: '{"a":1}', keep: 6 }],
  [{ body: { json: {} } }, { body: '{}' }, { body: 'not JSON' }],
  [
    { body: { json: JSON.parse('{"__proto__":{"a":1}}') } },
    { body: '{"__proto__":{"a":1}}' },
    { body: '{}' },
  ],
  [{ protocol: 'HTTP/1.0' }, { connection: { protocol: 'HTTP/1.0' } }, {}],
  [{ connection: 'reused' }, { connection: { requestNumber: 2 } }, {}],
  [{ connection: 'new' }, {}, { connection: { requestNumber: 2 } }],
  [{ status: 404 }, { response: { status: 404 } }, { response: null }],
  [{ status: '4xx' }, { response: { status: 429 } }, { response: { status: 500 } }],
  [{ endpoint: '/status/{codes}' }, { endpoint: '/status/{codes}' }, { target: '/status/200' }],
  [{ endpoint: { absent: true } }, {}, { endpoint: '/get' }],
  [{ bin: 't1' }, { bin: 't1' }, {}],
  [{ bin: { absent: true } }, {}, { bin: 't1' }],
  [
    { lab: { like: 'sequence/*' } },
    { lab: { name: 'sequence', key: 'k', attempt: 1 } },
    { lab: { name: 'limit', key: 'k', attempt: 1 } },
  ],
  [{ lab: 'sequence/k' }, { lab: { name: 'sequence', key: 'k', attempt: 1 } }, {}],
];

describe('a match', () => {
  it('compares every part of a request', () => {
    for (const [match, yes, no] of CASES) {
      assert.equal(matches(match, yes), true, `${JSON.stringify(match)} ${JSON.stringify(yes)}`);
      if (no.id !== -1)
        assert.equal(matches(match, no), false, `${JSON.stringify(match)} ${JSON.stringify(no)}`);
    }
  });

  it('needs all parts', () => {
    const match: Match = { method: 'POST', path: '/users', headers: { a: '1', b: '2' } };
    const request = {
      method: 'POST',
      target: '/users',
      headers: [
        ['a', '1'],
        ['b', '2'],
      ],
    } as const;
    assert.equal(matches(match, request), true);
    assert.equal(matches(match, { ...request, method: 'PUT' }), false);
    assert.equal(matches(match, { ...request, headers: [['a', '1']] }), false);
  });

  it('does not compare JSON that is nested too deeply', () => {
    const deep = '['.repeat(8000) + ']'.repeat(8000);
    assert.equal(matches({ body: { json: [] } }, { body: deep }), false);
  });

  it('is rejected when a member is unknown, with the nearest name', () => {
    for (const [match, expected] of [
      [{ methd: 'GET' }, /^match\.methd: is not known \(did you mean method\?\)$/],
      [{ header: {} }, /^match\.header: is not known \(did you mean headers\?\)$/],
      [{ body: { jsn: 1 } }, /^match\.body\.jsn: is not known \(did you mean json\?\)$/],
      [{ path: { lik: 'x' } }, /^match\.path\.lik: is not known \(did you mean like\?\)$/],
      [
        { headers: { 'x-a': { hass: 'x' } } },
        /^match\.headers\.x-a\.hass: is not known \(did you mean has\?\)$/,
      ],
    ] as const)
      assert.throws(() => checkMatch(match, 'match'), { name: 'InputError', message: expected });
    assert.throws(() => checkMatch({ methd: 'GET' }), { message: /^methd: is not known / });
  });

  it('is rejected when a value is invalid or too long', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`h${index}`, '']));
    for (const match of [
      'GET',
      [],
      null,
      { method: 5 },
      { path: {} },
      { path: { like: 'a', has: 'b' } },
      { path: { absent: false } },
      { path: 'x'.repeat(8193) },
      { path: { like: '*'.repeat(8193) } },
      { headers: { 'not a token': 'x' } },
      { headers: { 'x-a': null } },
      { headers: many },
      { query: many },
      { query: { ['x'.repeat(1001)]: 'x' } },
      { body: { sha256: 'abc' } },
      { body: {} },
      { protocol: 'HTTP/3' },
      { connection: 'old' },
      { status: 99 },
      { status: '5x' },
      { status: 200.5 },
    ])
      assert.throws(() => checkMatch(match), { name: 'InputError' }, JSON.stringify(match).slice(0, 50));
  });

  it('searches a pattern with many stars in linear time', () => {
    const match: Match = { path: { like: `/${'a*'.repeat(4000)}b` } };
    assert.equal(matches(match, { target: `/${'a'.repeat(16_000)}` }), false);
  });
});

describe('the line of a request', () => {
  const lineOf = ({ method = 'GET', target = '/get', bin = null }: ExchangeParts) => ({
    method,
    target,
    bin,
  });

  it('excludes no exchange that matches', () => {
    for (const [match, yes] of CASES)
      assert.equal(compileLine(checkMatch(match))(lineOf(yes)), true, JSON.stringify(match));
  });

  it('excludes those with another method, path, query or bin', () => {
    const cases: readonly (readonly [match: Match, parts: ExchangeParts, mayMatch: boolean])[] = [
      [{ method: 'POST' }, {}, false],
      [{ path: '/get', query: { a: '1' } }, { target: '/get?a=2' }, false],
      [{ path: '/get', headers: { Host: 'x' }, status: 404 }, {}, true],
      [{ path: '/get' }, { target: '/bin/b/get' }, true],
      [{ path: '/get' }, { target: '/got' }, false],
      [{ bin: 'b' }, { bin: 'a' }, false],
      [{ target: '/get' }, { target: '/get?' }, false],
    ];
    for (const [match, parts, mayMatch] of cases)
      assert.equal(compileLine(checkMatch(match))(lineOf(parts)), mayMatch, JSON.stringify(match));
  });
});
