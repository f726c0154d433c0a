import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { compileMatch } from '#journal/match/exchange-match.ts';
import type { ServerOptions } from '#server/server.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { exchangeBytes, type WireRequest } from '#test/support/wire/wire.ts';
import type { RuleInput, RuleMatch } from './rule.ts';

async function serveRules(t: TestContext, rules: readonly RuleInput[], options: Partial<ServerOptions> = {}) {
  const server = await serve(t, { h2c: true, ...options });
  for (const rule of rules) addRule(server, rule);
  return server;
}

const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
const post = (body: string | Uint8Array, fields: WireRequest['fields'] = []): WireRequest => ({
  method: 'POST',
  path: '/a',
  body,
  fields,
});
const multipart = (boundary: string, ...parts: readonly string[]) =>
  post(
    parts
      .map((part) => `--${boundary}\r\n${part}\r\n`)
      .concat(`--${boundary}--\r\n`)
      .join(''),
    [['Content-Type', `multipart/form-data; boundary="${boundary}"`]],
  );
const part = (name: string, content: string, fields = '') =>
  `Content-Disposition: form-data; name="${name}"${fields}\r\n\r\n${content}`;
const graphql = (query: string, others: object = {}) => post(JSON.stringify({ query, ...others }));
const body = (match: NonNullable<RuleMatch['body']>): RuleMatch => ({ body: match });
const typed = (type: string, content: string | Uint8Array) => post(content, [['Content-Type', type]]);
const withMark = (bytes: Buffer) => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]);
const E_ACUTE = Buffer.from('é', 'utf16le');
/** Requests with the text é, in the charset of their media type (RFC 9110 §8.3.2). */
const IN_CHARSETS = [
  post('é'),
  typed('text/plain; charset=UTF-8', 'é'),
  typed('text/plain; charset=unknown', 'é'),
  typed('text/plain; charset=us-ascii', 'é'),
  typed('text/plain; charset="ISO-8859-1"', Buffer.from('é', 'latin1')),
  typed('application/x; charset=utf-16le', E_ACUTE),
  typed('text/plain; charset=utf-16be', Buffer.from(E_ACUTE).swap16()),
  typed('text/plain; charset=utf-16', withMark(E_ACUTE).swap16()),
  typed('text/plain; charset=utf-16', E_ACUTE),
  typed('text/plain', withMark(E_ACUTE)),
];
/** Requests with other text. */
const NOT_IN_CHARSETS = [
  typed('text/plain', Buffer.from('é', 'latin1')),
  typed('text/plain; charset=iso-8859-1', 'é'),
  typed('text/plain; charset=utf-16be', E_ACUTE),
  typed('text/plain; charset=koi8-r', Buffer.from('é', 'latin1')),
];
const ITEMS = {
  items: [
    { id: 1, n: 'a' },
    { id: 2, n: 'b' },
  ],
};

/** Each match with requests that match, and requests that do not. */
const CASES: readonly (readonly [
  match: RuleMatch,
  yes: readonly WireRequest[],
  no: readonly WireRequest[],
])[] = [
  [
    body('text'),
    [post('text'), post(gzipSync('text'), [['Content-Encoding', 'gzip']])],
    [post('texts'), post('')],
  ],
  [body(''), [post(''), { path: '/a' }], [post('a')]],
  [
    body({ json: { a: 1 } }),
    [post('{"a":1.0,"b":2}'), post(gzipSync('{"a":1}'), [['Content-Encoding', 'gzip']])],
    [
      post('{"a":"1"}'),
      post('{"b":1}'),
      post('[1]'),
      post('a'),
      post('{"a":1}', [['Content-Encoding', 'gzip']]),
      post('{"a":1}', [['Content-Encoding', 'unknown']]),
    ],
  ],
  [body({ json: null }), [post('null')], [post('0'), post(''), post('{}')]],
  [
    body({ json: { a: { b: [1] } }, exact: true }),
    [post('{"a":{"b":[1]}}')],
    [post('{"a":{"b":[1],"c":1}}'), post('{"a":{"b":[1]},"c":1}')],
  ],
  [
    body({ json: [1, 2, 2], ignore_order: true }),
    [post('[2,1,2]')],
    [post('[1,1,2]'), post('[1,2]'), post('[1,2,2,2]')],
  ],
  [
    body({ json: [{ a: 1 }, { b: 2 }], ignore_order: true }),
    // The first fit of the first item is the only one of the second.
    [post('[{"a":1,"b":2},{"a":1}]'), post('[{"a":1},{"a":1,"b":2}]')],
    [post('[{"a":1},{"a":1}]')],
  ],
  [
    body({ json: 9007199254740991 }),
    [post('9007199254740991')],
    [post('9007199254740993'), post('9007199254740992')],
  ],
  [
    body({ at: { '/items/*/id': 2 } }),
    [post(JSON.stringify(ITEMS))],
    [post('{"items":[{"id":"2"}]}'), post('{"items":[]}')],
  ],
  [
    body({ at: { '/items/*/id': { absent: true } } }),
    [post('{"items":[]}'), post('{}')],
    [post(JSON.stringify(ITEMS)), post('x')],
  ],
  [
    body({
      at: {
        '/a': { type: 'string' },
        '/b': { min: 1, max: 2 },
        '/c': { is: { d: 1 } },
        '/e': { like: 'x*' },
        '/f~1g': [1],
      },
    }),
    [post('{"a":"","b":1.5,"c":{"d":1},"e":"xy","f/g":[1]}')],
    [
      post('{"a":1,"b":1.5,"c":{"d":1},"e":"xy","f/g":[1]}'),
      post('{"a":"","b":3,"c":{"d":1},"e":"xy","f/g":[1]}'),
      post('{"a":"","b":1,"c":{"d":1,"x":1},"e":"xy","f/g":[1]}'),
    ],
  ],
  [
    body({ form: { a: ['2', '1'] } }),
    [post('a=1&b=3&a=2', FORM)],
    [post('a=1', FORM), post('a=1&a=2&a=3', FORM), post('a=1&a=2')],
  ],
  [body({ form: { a: { in_order: ['1', '2'] } } }), [post('a=1&a=2', FORM)], [post('a=2&a=1', FORM)]],
  [
    body({ form: { 'a b': 'é', c: { absent: true } } }),
    [post('a+b=%C3%A9', FORM)],
    [post('a+b=e', FORM), post('a+b=%C3%A9&c', FORM)],
  ],
  [
    body({ form: { a: ['1', 'é'], f: { absent: true } } }),
    [multipart('x', part('a', '1'), part('f', 'file', '; filename="b.txt"'), part('a', 'é'))],
    [multipart('x', part('a', '1'), part('a', 'é'), part('f', '')), multipart('x', part('a', '1'))],
  ],
  [
    body({
      parts: [
        { name: 'a', text: '1' },
        { name: 'f', filename: { like: '*.txt' }, type: 'text/plain', sha256: hash('sha256', 'file') },
      ],
    }),
    [
      multipart(
        'x',
        part('f', 'file', '; filename="b.txt"\r\nContent-Type: text/plain; charset=utf-8'),
        part('a', '1'),
        part('c', ''),
      ),
      multipart('----y', part('a', '1'), part('f', 'file', '; filename="b.txt"\r\nContent-Type: text/plain')),
    ],
    [
      multipart('x', part('a', '1')),
      multipart('x', part('a', '1'), part('f', 'file', '; filename="b.md"\r\nContent-Type: text/plain')),
      post('a=1'),
    ],
  ],
  [
    body({ parts: [{ name: 'a' }, { text: '1' }] }),
    [multipart('x', part('a', '1'), part('a', '2')), multipart('x', part('a', '2'), part('b', '1'))],
    [multipart('x', part('a', '1'))],
  ],
  [
    body({ parts: [{ json: { b: 1 } }], only: true }),
    [multipart('x', part('a', '{"b":1}'))],
    [multipart('x', part('a', '{"b":1}'), part('c', ''))],
  ],
  [
    body({ graphql: { operation: 'Q', type: 'query', variables: { id: 1 } } }),
    [
      graphql('query Q($id: Int = 1, $f: F = {a: "}"}) @cached { user }', { variables: { id: 1, other: 2 } }),
      graphql('# query X\nquery Q { a }\n"""mutation"""', { variables: { id: 1 } }),
      graphql('mutation M { a } query Q { b }', { operationName: 'Q', variables: { id: 1 } }),
      post(JSON.stringify([{ query: '{ a }' }, { query: 'query Q { a }', variables: { id: 1 } }])),
    ],
    [
      graphql('query Q { a }', { variables: { id: 2 } }),
      graphql('mutation Q { a }', { variables: { id: 1 } }),
      graphql('{ a(text: "query Q {") }', { variables: { id: 1 } }),
      graphql('# query Q {\n{ a }', { variables: { id: 1 } }),
      graphql('mutation M { a } query Q { b }', { operationName: 'M', variables: { id: 1 } }),
      post('query Q { a }'),
    ],
  ],
  [
    { method: 'GET', body: { graphql: { operation: 'Q', variables: { id: 1 } } } },
    [{ path: `/a?query=${encodeURIComponent('query Q { a }')}&variables=${encodeURIComponent('{"id":1}')}` }],
    [{ path: '/a?query=%7Ba%7D' }, { path: '/a' }],
  ],
  [
    body({ graphql: { type: 'subscription' } }),
    [graphql('fragment F on T { query } subscription { a }')],
    [graphql('fragment F on T { a } { ...F }')],
  ],
  [
    body({ text: { has: 'é' } }),
    [post('é'), post(Buffer.from('é', 'latin1'), [['Content-Type', 'text/plain; charset=ISO-8859-1']])],
    [post(Buffer.from('é', 'latin1'))],
  ],
  [body({ text: 'é' }), IN_CHARSETS, NOT_IN_CHARSETS],
  [body({ contains: 'é' }), IN_CHARSETS, NOT_IN_CHARSETS],
  [body('é'), IN_CHARSETS, NOT_IN_CHARSETS],
  [body({ text: '表' }), [typed('text/plain; charset=Shift_JIS', Buffer.from('955c', 'hex'))], [post('\\')]],
  [
    body({ contains: '<é/>' }),
    [
      typed('application/xml', withMark(Buffer.from('<é/>', 'utf16le'))),
      typed('image/svg+xml', withMark(Buffer.from('<é/>', 'utf16le')).swap16()),
    ],
    [
      typed('application/octet-stream', withMark(Buffer.from('<é/>', 'utf16le'))),
      typed('text/xml; charset=iso-8859-1', withMark(Buffer.from('<é/>', 'utf16le'))),
    ],
  ],
  [
    body({ json: { a: 'é' } }),
    [
      typed('application/json; charset=utf-16', Buffer.from('{"a":"é"}', 'utf16le')),
      typed('application/json; charset=iso-8859-1', Buffer.from('{"a":"é"}', 'latin1')),
      // RFC 8259 §8.1: JSON is UTF-8, and `application/json` has no charset.
      typed('application/json; charset=iso-8859-1', Buffer.from('{"a":"é"}')),
    ],
    [typed('application/json', Buffer.from('{"a":"é"}', 'latin1'))],
  ],
  [
    body({ form: { ü: 'é' } }),
    [
      typed(`${FORM[0][1]}; charset=ISO-8859-1`, '%FC=%E9'),
      typed(`${FORM[0][1]}; charset=ISO-8859-1`, Buffer.from('ü=é', 'latin1')),
      typed(`${FORM[0][1]}; charset=unknown`, '%C3%BC=%C3%A9'),
    ],
    [typed(FORM[0][1], '%FC=%E9')],
  ],
  [
    body({ parts: [{ name: 'a', text: 'é' }, { json: { a: 'é' } }] }),
    [
      multipart(
        'x',
        part('a', 'é', '\r\nContent-Type: text/plain; charset=iso-8859-1'),
        part('b', '{"a":"é"}', '\r\nContent-Type: application/json; charset=iso-8859-1'),
      ),
    ].map((request) => ({ ...request, body: Buffer.from(String(request.body), 'latin1') })),
    [],
  ],
  [body({ contains: 'b' }), [post('abc')], [post('ac')]],
  [
    body({ sha256: hash('sha256', 'a'), size: { max: 1 } }),
    [post('a'), post('a', [['Content-Encoding', 'gzip']])],
    [post('b')],
  ],
  [body({ size: { min: 2, max: 3 } }), [post('ab'), post('abc')], [post('a'), post('abcd')]],
  [body({ empty: true }), [post(''), { path: '/a' }], [post('a')]],
  [body({ empty: false, contains: 'a' }), [post('a')], [post(''), post('b')]],
  [{ not: { body: 'a' } }, [post('b')], [post('a')]],
  [{ any_of: [{ body: 'a' }, { query: { a: '1' } }] }, [post('a'), { path: '/a?a=1' }], [post('b')]],
  [
    { not: { any_of: [{ method: 'PUT' }, { not: { path: '/a' } }] } },
    [post('')],
    [{ path: '/b' }, { method: 'PUT', path: '/a' }],
  ],
  [
    { query: { ids: ['2', '1'] } },
    [{ path: '/a?ids=1&x=1&ids=2' }],
    [{ path: '/a?ids=1' }, { path: '/a?ids=1&ids=2&ids=2' }],
  ],
  [
    { query: { ids: { in_order: ['1', '2'] } } },
    [{ path: '/a?ids=1&x&ids=2' }],
    [{ path: '/a?ids=2&ids=1' }],
  ],
  [{ query: { a: '1' }, query_only: true }, [{ path: '/a?a=1&a=2' }], [{ path: '/a?a=1&b=2' }]],
  [{ query_only: true }, [{ path: '/a' }], [{ path: '/a?b' }]],
  [
    { headers: { 'X-A': ['1', '2, 3'] } },
    [
      {
        path: '/a',
        fields: [
          ['x-a', '2, 3'],
          ['X-A', '1'],
        ],
      },
    ],
    [{ path: '/a', fields: [['X-A', '1, 2, 3']] }],
  ],
  [
    { cookies: { a: '1', b: { absent: true } } },
    [{ path: '/a', fields: [['Cookie', 'c=2; a=1']] }],
    [{ path: '/a', fields: [['Cookie', 'a=1; b=2']] }, { path: '/a' }],
  ],
  [
    { cookies: { sparring_session: { absent: true } } },
    [{ path: '/a', fields: [['Cookie', 'sparring_session=1']] }],
    [],
  ],
  [
    { method: { one_of: ['get', 'PUT'], ignore_case: true } },
    [{ path: '/a' }, { method: 'PUT', path: '/a' }],
    [post('')],
  ],
];

describe('a rule with conditions for the body', () => {
  for (const journal of [0, 1000])
    it(`applies to the requests that match, ${journal === 0 ? 'without' : 'with'} a journal`, async (t) => {
      const server = await serve(t, { h2c: true, journal });
      for (const [match, yes, no] of CASES) {
        const { id } = addRule(server, { match, respond: { status: 299 } });
        const test = compileMatch(match);
        for (const [requests, expected] of [
          [yes, true],
          [no, false],
        ] as const)
          for (const request of requests) {
            const name = `${JSON.stringify(match)} ${JSON.stringify(request)}`;
            const { status } = await server.send(request);
            assert.equal(status === 299, expected, `${name} ${status}`);
            const other = await requestHttp2(server.url, request);
            assert.equal(other.status === 299, expected, `${name} over HTTP/2`);
            // The record gives the same result.
            if (journal === 0) continue;
            const recorded = server.journal?.entries().filter((entry) => entry.kind === 'exchange');
            const [last] = recorded?.slice(-1) ?? [];
            if (last) assert.equal(test(last), expected, `${name} in the record`);
          }
        await server.rules.remove(null, id);
      }
    });

  it('gives the endpoint the same bytes', async (t) => {
    const text = 'x'.repeat(200_000);
    const match: RuleMatch = { body: { contains: 'y' } };
    const server = await serveRules(t, [
      { match, error: { status: 503 }, count: 0 },
      { match, drop: true, count: 0 },
      { match, respond: { status: 299 } },
      { match, fault: 'truncate@1', count: 0 },
      { match: { body: { contains: 'x' } }, delay: 0.001, count: 0 },
    ]);
    for (const fields of [[], [['Expect', '100-continue']], [['Transfer-Encoding', 'chunked']]] as const) {
      const isChunked = fields[0]?.[0] === 'Transfer-Encoding';
      const content = isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text;
      const response = await server.send({ method: 'POST', path: '/anything', body: content, fields });
      assert.equal(response.status, 200);
      assert.equal(Object(response.json()).data, text);
      const sent = await server.send({ method: 'POST', path: '/upload', body: content, fields });
      assert.equal(Object(sent.json()).bytes_received, text.length, sent.text());
    }
    const head = 'POST /anything HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n';
    const { text: continued } = await faultTranscript(server.port, `${head}Content-Length: 1\r\n\r\nx`);
    assert.equal(continued.split('100 Continue').length, 2);
    const { body: echoed } = await requestHttp2(server.url, {
      method: 'POST',
      path: '/anything',
      body: text,
    });
    assert.equal(JSON.parse(String(echoed)).data, text);
    const pipelined = `POST /anything HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxx`;
    const responses = await exchangeBytes(server.port, pipelined.repeat(3), Array(3).fill('POST'));
    assert.deepEqual(
      responses.map((each) => [each.status, Object(each.json()).data]),
      Array(3).fill([200, 'xx']),
    );
  });

  it('does not read the body when an earlier rule applies', async (t) => {
    const server = await serveRules(
      t,
      [
        { match: { body: 'a' }, respond: { status: 201 } },
        { match: { path: '/a' }, respond: { status: 202 } },
      ],
      { maxBodySize: 100, maxUploadSize: 1000 },
    );
    assert.equal((await server.send(post('x'.repeat(500)))).status, 202);
    assert.equal((await server.send({ ...post('x'.repeat(500)), path: '/b' })).status, 413);
  });

  it('gets 413 with its ID for a larger body, and nothing is counted', async (t) => {
    const rules: RuleInput[] = [
      { id: 'slow', match: { path: '/a' }, delay: 0.001 },
      { id: 'own', match: { body: { json: {} } }, respond: { status: 201 }, count: 1 },
    ];
    const server = await serveRules(t, rules, { maxBodySize: 100 });
    const large = gzipSync(`{"a":"${'x'.repeat(1000)}"}`);
    const response = await server.send(post('x'.repeat(101)));
    assert.equal(response.status, 413);
    assert.match(response.text(), /The rule own needs the body, which is larger than 100 bytes/);
    assert.deepEqual(
      server.rules.list().map(({ applied }) => applied),
      [0, 0],
    );
    // A body that is larger when it is decoded meets only `sha256` and `size`.
    assert.equal((await server.send(post(large, [['Content-Encoding', 'gzip']]))).status, 404);
    assert.equal((await server.send(post('{}'))).status, 201);
  });

  it('counts a request when its body has arrived', async (t) => {
    const server = await serveRules(t, [{ match: { body: { contains: 'a' } }, respond: {}, count: 0 }]);
    const { socket, destroy } = openRawConnection(server.port);
    t.after(destroy);
    socket.write('POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\naa');
    await until(() => server.journal?.lastId === 1);
    assert.equal(server.rules.list()[0]?.applied, 0);
    socket.write('aa');
    await once(socket, 'data');
    assert.equal(server.rules.list()[0]?.applied, 1);
  });

  it('acts on calls of the API', async (t) => {
    const match: RuleMatch = { service: 'api', body: { json: { note: 'slow' } } };
    const server = await serveRules(t, [{ match, rate_limit: true, count: 0 }]);
    const call = (note: string) =>
      server.send({
        method: 'POST',
        path: '/api/v3/authorizations',
        body: JSON.stringify({ note }),
        fields: [['User-Agent', 'a']],
      });
    assert.equal((await call('slow')).status, 403);
    assert.equal((await call('fast')).status, 401);
  });

  it('is rejected with the pointer to each problem', async (t) => {
    const server = await serve(t);
    for (const [match, ...pointers] of [
      [{ body: { exact: true } }, '/match/body/exact'],
      [
        { body: { at: { a: 1, '/b': { typ: 1 }, '/c': { type: 'text' }, '/d': { min: '1' } } } },
        '/match/body/at/a',
        '/match/body/at/~1b',
        '/match/body/at/~1c',
        '/match/body/at/~1d',
      ],
      [{ body: { json: { a: 2 ** 60 } } }, '/match/body/json/a'],
      [{ body: { only: true, text: 'a' } }, '/match/body/only'],
      [{ body: { parts: [{ nam: 'a' }] } }, '/match/body/parts/0/nam'],
      [{ body: { form: { a: { in_order: ['1'], is: '1' } } } }, '/match/body/form/a'],
      [{ body: { json: Array(201).fill(1), ignore_order: true } }, '/match/body/json'],
      [{ not: { methd: 'GET' } }, '/match/not/methd'],
      [{ any_of: [{ path: '/a?b' }] }, '/match/any_of/0/path'],
      [{ not: { not: { not: { not: {} } } } }, '/match/not/not/not/not'],
      [{ query: { a: { in_order: ['1'], is: '1' } } }, '/match/query/a'],
      [{ status: 200 }, '/match/status'],
    ] as const) {
      const text = JSON.stringify({ match, drop: true });
      const response = await server.send({ method: 'POST', path: '/_sparring/rules', body: text });
      assert.equal(response.status, 422, text);
      const { problems } = JSON.parse(response.text());
      assert.deepEqual(
        problems.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
        pointers,
        response.text(),
      );
    }
    for (const [rule, message] of [
      [{ respond: { expect: 'never' } }, /expect/],
      [{ fault: 'close@request' }, /body/],
    ] as const)
      assert.throws(() => addRule(server, { match: { body: 'a' }, ...rule }), message);
  });
});

describe('a match', () => {
  it('gives the same result for a request and for its record', async (t) => {
    const server = await serve(t, { journal: 10 });
    const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => findUnsafeInteger(value, []) === undefined);
    await fc.assert(
      fc.asyncProperty(json, json, fc.boolean(), async (expected, sent, exact) => {
        const match: RuleMatch = { body: { json: expected, ...(exact && { exact }) } };
        const { id } = addRule(server, { match, respond: { status: 299 } });
        const { status } = await server.send(post(JSON.stringify(sent)));
        await server.rules.remove(null, id);
        const [last] = server.journal?.entries().slice(-1) ?? [];
        assert.ok(last?.kind === 'exchange');
        assert.equal(compileMatch(match)(last), status === 299);
      }),
      { numRuns: 100 },
    );
  });
});
