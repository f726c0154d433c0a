import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compile } from './compiled-match.ts';
import { clip } from './condition.ts';
import { headConditions, requestConditions } from './request-conditions.ts';
import { RequestContent } from './request-content.ts';
import { checkConditions, type HeadMatch, type RequestMatch } from './request-match.ts';
import type { RequestView } from './request-view.ts';
import { describeText, type TextCondition } from './text-condition.ts';

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

const MASKING = { field: String, member: String, text: String };

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
    [{ path: { has: 'ü%2F' } }, { path: '/%C3%BC%2F' }, { path: '/%C3%BC/' }],
    [{ path: { has: 'ü/' } }, { path: '/%C3%BC/' }, { path: '/%C3%BC%2F' }],
    [{ url: { has: '//localhost/' } }, {}, { url: 'http://other/get' }],
    [{ target: '*' }, { target: '*' }, { target: '/' }],
    [{ query: { a: '1' } }, query(['a', '0'], ['a', '1']), query(['A', '1'])],
    [{ query: { a: '1', b: { absent: true } } }, query(['a', '1']), query(['a', '1'], ['b', ''])],
    [{ headers: { 'x-a': 'one' } }, headers(['X-A', 'two'], ['X-A', 'one']), headers(['X-A', 'One'])],
    [{ headers: { 'x-a': { like: '*' } } }, headers(['X-A', '']), headers(['X-B', 'a'])],
    [{ headers: { 'x-a': { has: 'CURL', ignore_case: true } } }, headers(['X-A', 'a curl/8']), headers()],
    [{ cookies: { a: '1' } }, headers(['Cookie', 'b=2; a=1']), headers(['Cookie', 'b=1; A=1'])],
    [{ cookies: { a: { absent: true } } }, headers(['Cookie', 'b=2']), headers(['Cookie', 'a='])],
    [{ query: { a: '1' }, query_only: true }, query(['a', '1'], ['a', '2']), query(['a', '1'], ['b', ''])],
    [{ query_only: true }, {}, query(['a', ''])],
    [{ host: 'localhost' }, {}, { url: 'nothttp:/localhost/' }],
    [{ host: '' }, { url: '1http://a/' }, {}],
    [{ host: 'a' }, { url: 'HTTP://A#b' }, { url: 'http://b/http://a/' }],
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
      [{ path: '/a/b' }, '/x/y', 0],
      [{ path: '/{a}/b/c' }, '/x', 1 / 4],
      [{ path: '/a/{b}/{c}' }, '/a/', 1 / 4],
      [{ path: { is: '/a/b' } }, '/a/%62/c', 1 / 4],
      [{ path: { has: '/a/b' } }, '/a', 0],
      [{ query_only: true }, '/', 1],
      // The path weighs three times as much as the method.
      [{ method: 'GET', path: '/a' }, '/b', 1 / 4],
    ] as const)
      assert.ok(Math.abs(score(match, path) - expected) < 1e-9, `${JSON.stringify(match)} ${path}`);
  });

  it('weigh as much for several names as for one, and less than the path', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, '1']));
    for (const [match, ...weights] of [
      [{ path: '/a', url: 'a', target: 'a' }, 3, 3, 3],
      [{ method: 'GET', host: 'a', protocol: 'HTTP/2', endpoint: 'a', bin: 'a' }, 1, 1, 1, 1, 1],
      [{ query: names(4) }, 0.25, 0.25, 0.25, 0.25],
      [{ headers: names(2), cookies: names(1), query_only: true }, 1, 0.5, 0.5, 1],
      [{ cookies: names(2), body: 'a', connection: 'new' }, 0.5, 0.5, 2, 1],
    ] as const)
      assert.deepEqual(
        requestConditions(match).map(({ weight }) => weight),
        weights,
      );
  });

  it('have no similarity to a query with other parameters', () => {
    const { score } = compile({ query_only: true as const }, headConditions);
    assert.deepEqual([score(GET), score({ ...GET, query: [['a', '']] })], [1, 0]);
  });

  it('have the names of their parts', () => {
    const match: RequestMatch = {
      bin: 'a',
      endpoint: 'a',
      protocol: 'HTTP/2',
      host: 'a',
      target: 'a',
      url: 'a',
      path: '/a',
      method: 'GET',
      cookies: { c: '1' },
      headers: { 'X-A': '1' },
      query: { q: '1' },
      query_only: true,
      connection: 'new',
      body: 'a',
    };
    assert.deepEqual(
      requestConditions(match).map(({ name }) => name),
      [
        'method',
        'path',
        'url',
        'target',
        'host',
        'query q',
        'query',
        'header X-A',
        'cookie c',
        'protocol',
        'endpoint',
        'bin',
        'body',
        'connection',
      ],
    );
  });

  it('explain themselves, with masked values', () => {
    const masking = {
      field: (name: string, value: string) => `${name}:${value}`,
      member: (name: string, value: string) => `${name}=${value}`,
      text: (text: string) => `<${text}>`,
    };
    const long = 'x'.repeat(201);
    const cut = `${'x'.repeat(200)}…`;
    const cases: readonly (readonly [
      match: RequestMatch,
      view: Partial<RequestView>,
      ...texts: readonly string[],
    ])[] = [
      [{ method: 'GET', path: '/get', connection: 'new', query_only: true }, {}],
      [{ method: 'PUT' }, {}, 'method: expected <PUT>, got GET'],
      [{ method: 'PUT' }, { methods: ['HEAD', 'GET'] }, 'method: expected <PUT>, got HEAD, GET'],
      [{ url: { has: 'x' } }, {}, 'url: expected a text with <x>, got http://localhost/get'],
      [{ target: '*' }, {}, 'target: expected <*>, got /get'],
      [{ host: 'Other' }, {}, 'host: expected <other>, got localhost'],
      [{ query: { a: 'b"' } }, query(['a', '1'], ['a', '2']), 'query a: expected "a=b\\"", got "1", "2"'],
      [{ query: { [long]: '1' } }, {}, `query ${cut}: absent`],
      [
        { query: { a: '1' }, query_only: true },
        query(['a', '1'], ['b', ''], ['c', '']),
        'query: expected no other parameter, got "b"',
      ],
      [{ headers: { 'x-a': '1' } }, {}, 'header x-a: absent'],
      [
        { headers: { 'x-a': { like: '1*' } } },
        headers(['X-A', '2'], ['X-a', '3']),
        'header x-a: expected a text like "x-a:1*", got "2", "3"',
      ],
      [
        { headers: { 'x-a': ['1', '2'] } },
        headers(['X-A', '1']),
        'header x-a: expected "x-a:1", "x-a:2" in any order, got "1"',
      ],
      [{ cookies: { a: '1' } }, headers(['Cookie', 'a=2']), 'cookie a: expected "Cookie:1", got "2"'],
      [{ cookies: { [long]: '1' } }, {}, `cookie ${cut}: absent`],
      [{ protocol: 'HTTP/2' }, {}, 'protocol: expected <HTTP/2>, got HTTP/1.1'],
      [{ endpoint: '/a' }, {}, 'endpoint: absent'],
      [{ endpoint: '/a' }, { endpoint: '/b' }, 'endpoint: expected </a>, got /b'],
      [{ bin: { absent: true } }, { bin: 'b' }, 'bin: expected none, got b'],
      [{ connection: 'reused' }, {}, 'connection: expected <reused>, got new'],
      [{ path: long }, {}, `path: expected ${cut}, got /get`],
      [
        { method: 'PUT', path: '/b', protocol: 'HTTP/2' },
        {},
        'method: expected <PUT>, got GET',
        'path: expected /b, got /get',
        'protocol: expected <HTTP/2>, got HTTP/1.1',
      ],
    ];
    for (const [match, view, ...texts] of cases) {
      const request = { ...GET, ...view };
      assert.deepEqual(
        compile(match, requestConditions)
          .explain(request, request, masking)
          .map(({ part, text }) => `${part}: ${text}`),
        texts,
      );
    }
    // What is shown is the request with masked credentials.
    const [difference] = compile({ path: '/a', url: 'b' }, headConditions).explain(
      GET,
      { ...GET, path: '/shown' },
      masking,
    );
    assert.equal(difference?.text, 'expected /a, got /shown');
  });

  it('explain a path with the difference that is easily overlooked', () => {
    const hint = (path: TextCondition, received: string) => {
      const request = { ...GET, path: received };
      const [difference] = compile({ path }, headConditions).explain(request, request, MASKING);
      const start = `expected ${describeText(path, clip)}, got ${received}`;
      const text = difference?.text ?? '';
      assert.ok(text.startsWith(start), text);
      return text.slice(start.length);
    };
    for (const [condition, path, expected] of [
      ['/a', '/a/', ' (a slash more at the end)'],
      [{ like: '/a*b' }, '/axb/', ' (a slash more at the end)'],
      ['/a/', '/a', ' (a slash less at the end)'],
      ['/a', '/b/', ' (1 segment more)'],
      ['/a', '/A', ' (differs in upper and lower case)'],
      [{ is: '/é b' }, '/%C3%A9%20B', ' (differs in upper and lower case)'],
      ['/bin/t1/users/{id}', '/users/5', ' (without the prefix of its bin)'],
      ['/users/:id', '/users/5', ' (a part of the path is written /users/{id})'],
      [{ is: '/:a/:b' }, '/1/2', ' (a part of the path is written /{a}/{b})'],
      ['/users/:id', '/users/5/6', ' (1 segment more)'],
      ['/:1', '/a', ''],
      ['/users/:id', '/other/5', ''],
      ['/a', '/b', ''],
      ['/a/b', '/c', ' (1 segment fewer)'],
      ['/a/b/c', '/d', ' (2 segments fewer)'],
      ['/a', '/b/c/d', ' (2 segments more)'],
      [{ is: 'a' }, '/b/c', ' (1 segment more)'],
      ['/a/b/{rest*}', '/a', ''],
      [{ like: '/a*' }, '/b/c/d', ''],
      [{ has: '/a' }, '/b/c/d', ''],
      ['/ab', '/abc', ''],
    ] as const)
      assert.equal(hint(condition, path), expected, JSON.stringify([condition, path]));
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
      assert.throws(() => checkConditions(match, ['match']), { name: 'InputError', member });
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
        assert.throws(() => checkConditions({ not: { method: condition } }, ['match']), {
          member: 'match.not.method',
          message: `match.not.method: must not be "${method}" (did you mean ${intended}?); {"is": "${method}"} compares literally`,
        });
  });

  it('have methods of the registry, of the application, and in objects', () => {
    const REGISTERED =
      'ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL';
    for (const method of [
      ...REGISTERED.split(' '),
      'get',
      'Post',
      'PURGE',
      'REMOVE',
      'EXPORT',
      'LIST',
      'FIND',
      'DISCONNECT',
      'GTEE',
      { is: 'GTE' },
      { one_of: ['GTE', 'propfind'] },
      { like: 'GTE' },
    ])
      checkConditions({ method });
  });
});
