import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compile } from './compiled-match.ts';
import { headConditions, requestConditions } from './request-conditions.ts';
import { RequestContent } from './request-content.ts';
import { checkConditions, type HeadMatch } from './request-match.ts';
import type { RequestView } from './request-view.ts';

const NO_BODY = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };

const GET: RequestView = {
  method: 'GET',
  methods: ['GET'],
  target: '/get',
  path: '/get',
  url: 'http://localhost/get',
  query: [],
  headers: [],
  protocol: 'HTTP/1.1',
  bin: null,
  endpoint: null,
  connection: 'new',
  body: NO_BODY,
  content: new RequestContent({ method: 'GET', query: [], headers: [] }, NO_BODY, 0),
};

const headers = (...fields: [string, string][]) => ({ headers: fields });
const query = (...pairs: [string, string][]) => ({ query: pairs });

/** Each match with a request that matches, and one that does not. */
const CASES: readonly (readonly [match: HeadMatch, hit: Partial<RequestView>, miss: Partial<RequestView>])[] =
  [
    [{ method: 'post' }, { methods: ['POST'] }, { methods: ['post'] }],
    [{ method: 'Remove' }, { methods: ['Remove'] }, { methods: ['REMOVE'] }],
    [{ method: { like: 'P*' } }, { methods: ['PUT'] }, { methods: ['GET'] }],
    [{ method: { like: 'p*', ignore_case: true } }, { methods: ['PUT'] }, { methods: ['GET'] }],
    [{ method: 'GET' }, { method: 'HEAD', methods: ['HEAD', 'GET'] }, { method: 'HEAD', methods: ['HEAD'] }],
    [{ method: ['put', 'Remove'] }, { methods: ['PUT'] }, { methods: ['REMOVE'] }],
    [{ host: 'API.example' }, { url: 'http://api.Example:8080/get' }, {}],
    [{ host: { like: '*.example' } }, { url: 'https://a.example?b' }, { url: 'http://a.example.org/' }],
    [{ host: '[::1]' }, { url: 'http://[::1]:80/' }, { url: 'http://[::2]:80/' }],
    [{ path: '/a/{b}' }, { path: '/a/1' }, { path: '/a' }],
    [{ path: { is: '/a/{b}' } }, { path: '/a/{b}' }, { path: '/a/1' }],
    [{ path: { is: '/a/{b}' } }, { path: '/a/%7Bb%7D' }, { path: '/a/1' }],
    [{ path: { like: '/a*' } }, { path: '/a/b/c' }, { path: '/b' }],
    [{ path: { is: '/a b' } }, { path: '/a%20b' }, { path: '/a+b' }],
    [{ path: { is: '/a%20b' } }, { path: '/a%20b' }, { path: '/a b' }],
    [{ path: { is: '/a%2Fb' } }, { path: '/a%2Fb' }, { path: '/a/b' }],
    [{ path: { is: '/a/b' } }, { path: '/a/b' }, { path: '/a%2fb' }],
    [{ path: { has: 'ü/' } }, { path: '/%C3%BC/' }, { path: '/%C3%BC%2F' }],
    [{ url: { has: '//localhost/' } }, {}, { url: 'http://other/get' }],
    [{ target: '*' }, { target: '*' }, { target: '/' }],
    [{ query: { a: '1' } }, query(['a', '0'], ['a', '1']), query(['A', '1'])],
    [{ query: { a: '1', b: { absent: true } } }, query(['a', '1']), query(['a', '1'], ['b', ''])],
    [{ headers: { 'x-a': 'one' } }, headers(['X-A', 'two'], ['X-A', 'one']), headers(['X-A', 'One'])],
    [{ headers: { 'x-a': { like: '*' } } }, headers(['X-A', '']), headers(['X-B', 'a'])],
    [{ headers: { 'x-a': { has: 'CURL', ignore_case: true } } }, headers(['X-A', 'a curl/8']), headers()],
    [{ protocol: 'HTTP/2' }, { protocol: 'HTTP/2' }, {}],
    [{ endpoint: '/status/{codes}' }, { endpoint: '/status/{codes}' }, { path: '/status/1' }],
    [{ bin: 'one' }, { bin: 'one' }, { bin: 'two' }],
    [{ bin: { absent: true } }, {}, { bin: 'two' }],
  ];

describe('the conditions for a request', () => {
  for (const [match, hit, miss] of CASES)
    it(`compare ${JSON.stringify(match)}`, () => {
      checkConditions(match);
      const { testHead, needsBody } = compile(match, headConditions);
      assert.deepEqual(
        [testHead({ ...GET, ...hit }), testHead({ ...GET, ...miss }), needsBody],
        [true, false, false],
      );
    });

  it('compare the body and the connection', () => {
    const match = compile({ body: 'a', connection: 'reused' as const }, requestConditions);
    const body = { ...GET.body, length: 1, kept: Buffer.from('a') };
    const content = new RequestContent(GET, body, 10);
    assert.equal(match.needsBody, true);
    for (const [view, ofHead, ofBody] of [
      [GET, false, false],
      [{ ...GET, connection: 'reused' }, true, false],
      [{ ...GET, body, content }, false, true],
      [{ ...GET, body, content, connection: 'reused' }, true, true],
    ] as const)
      assert.deepEqual(
        [match.testHead(view), match.testBody(view), match.test(view)],
        [ofHead, ofBody, ofHead && ofBody],
      );
  });

  it('have a similarity, for the path by its segments', () => {
    const score = (match: HeadMatch, path: string) => compile(match, headConditions).score({ ...GET, path });
    for (const [match, path, expected] of [
      [{}, '/', 1],
      [{ method: 'GET' }, '/', 1],
      [{ method: 'PUT' }, '/', 0],
      [{ path: '/a/b' }, '/a/b', 1],
      [{ path: '/a/b' }, '/a/c', 1 / 3],
      [{ path: '/a/%62' }, '/x/b', 1 / 3],
      [{ path: '/a/{b}' }, '/a', 1 / 3],
      [{ path: '/a/b' }, '/a/b/c/d/e', 1 / 3],
      [{ path: { is: '/a/{b}' } }, '/a/1', 1 / 3],
      [{ path: { like: '/a/b*' } }, '/c/bd', 1 / 3],
      // The path weighs three times as much as the method.
      [{ method: 'GET', path: '/a' }, '/b', 1 / 4],
    ] as const)
      assert.ok(Math.abs(score(match, path) - expected) < 1e-9, `${JSON.stringify(match)} ${path}`);
  });

  it('are rejected with the member and the reason', () => {
    const twice = { like: 'a', has: 'a' };
    for (const [match, member] of [
      [{ method: twice }, 'match.method'],
      [{ path: twice }, 'match.path'],
      [{ path: '/a*' }, 'match.path'],
      [{ url: twice }, 'match.url'],
      [{ target: twice }, 'match.target'],
      [{ endpoint: twice }, 'match.endpoint'],
      [{ bin: twice }, 'match.bin'],
      [{ query: { a: twice } }, 'match.query.a'],
      [{ headers: { a: twice } }, 'match.headers.a'],
    ] as const)
      assert.throws(() => checkConditions(match, 'match'), { name: 'InputError', member });
    assert.throws(() => checkConditions({ path: '*' }), { member: 'path' });
  });

  it('are rejected for a method that is probably misspelt', () => {
    for (const [method, intended] of [
      ['GTE', 'GET'],
      ['gte', 'GET'],
      ['GETT', 'GET'],
      ['PSOT', 'POST'],
      ['DELET', 'DELETE'],
      ['OPTOINS', 'OPTIONS'],
      // In HTTP/1.1, no client can send them.
      ['propfind', 'PROPFIND'],
      ['Query', 'QUERY'],
    ] as const)
      for (const condition of [method, ['GET', method]])
        assert.throws(() => checkConditions({ not: { method: condition } }, 'match'), {
          member: 'match.not.method',
          message: `match.not.method: must not be "${method}" (did you mean ${intended}?); {"is": "${method}"} compares literally`,
        });
  });

  it('have methods of the registry, of the application, and in objects', () => {
    const REGISTERED =
      'ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL';
    for (const method of [
      ...REGISTERED.split(' '),
      ...['get', 'Post', 'PURGE', 'REMOVE', 'EXPORT', 'LIST', 'FIND', 'DISCONNECT', 'GTEE'],
      ...[{ is: 'GTE' }, { one_of: ['GTE', 'propfind'] }, { like: 'GTE' }],
    ])
      checkConditions({ method });
  });
});
