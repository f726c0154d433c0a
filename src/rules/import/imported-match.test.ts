import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readEntry } from './har/read-entry.ts';
import { buildMatch } from './imported-match.ts';

/** The match of a request, with what it does not compare. */
function matchOf(request: object, path = '/a', ignored: readonly string[] = []) {
  const { request: read } = readEntry({ request: { method: 'GET', url: 'http://h/', ...request } });
  assert.ok(read, JSON.stringify(request));
  return buildMatch(read, path, { ignoredQuery: new Set(ignored), limits: { maxBodySize: 10_000 } });
}

describe('the match of a recorded request', () => {
  it('has the method and the path, literally if it could be a template', () => {
    for (const [path, expected] of [
      ['/', '/'],
      ['/a/b', '/a/b'],
      ['/a{b}', { is: '/a{b}' }],
      ['/a}', { is: '/a}' }],
      ['/a*', { is: '/a*' }],
      ['/a%20b', { is: '/a%20b' }],
      ['/bin/b1/a', '/bin/b1/a'],
    ] as const)
      assert.deepEqual(matchOf({ method: 'PUT' }, path).match, {
        method: 'PUT',
        path: expected,
        query_only: true,
      });
  });

  it('has the query without the parameters that are ignored', () => {
    for (const [query, ignored, expected] of [
      ['', [], { query_only: true }],
      ['a=1', [], { query: { a: '1' }, query_only: true }],
      ['a=1&b&a=%C3%A9+', [], { query: { a: ['1', 'é '], b: '' }, query_only: true }],
      ['a=1&a=2&a=3', [], { query: { a: ['1', '2', '3'] }, query_only: true }],
      ['a=1&b=2', ['a'], { query: { b: '2' } }],
      ['a=1', ['a'], {}],
      ['a=1', ['b'], { query: { a: '1' } }],
      ['', ['a'], {}],
    ] as const)
      assert.deepEqual(
        matchOf({ url: `http://h/?${query}` }, '/a', ignored).match,
        { method: 'GET', path: '/a', ...expected },
        query,
      );
  });

  it('has the body', () => {
    const json = 'application/json';
    const form = 'application/x-www-form-urlencoded';
    const field = (name: string, value: string) => ({ headers: [{ name, value }] });
    const base64 = (text: string) => ({
      text: Buffer.from(text, 'latin1').toString('base64'),
      encoding: 'Base64',
    });
    const digest = (text: string) => ({ sha256: hash('sha256', Buffer.from(text, 'latin1')) });
    const long = 'x'.repeat(8193);
    const cases: readonly (readonly [request: object, body: unknown])[] = [
      [{}, undefined],
      [{ postData: null }, undefined],
      [{ postData: {} }, undefined],
      [{ postData: { mimeType: json } }, undefined],
      [{ postData: { mimeType: json, text: '', params: [] } }, undefined],
      [{ postData: { mimeType: json, text: '{"a":1}' } }, { json: { a: 1 } }],
      [{ postData: { mimeType: json, text: 'null' } }, { json: null }],
      [{ postData: { mimeType: 'Application/JSON; charset=utf-8', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: 'application/vnd.a-b_1+json', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: 'application/x-amz-json-1.1', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: 'text/json', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: `application/${'x'.repeat(100)}+json`, text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: `application/${'x'.repeat(101)}+json`, text: '1' } }, { text: '1' }],
      [{ postData: { mimeType: 'x-application/json', text: '1' } }, { text: '1' }],
      [{ postData: { mimeType: 'application/json5', text: '1' } }, { text: '1' }],
      [{ postData: { mimeType: 'application/+json', text: '1' } }, { text: '1' }],
      [{ postData: { mimeType: 'text/plain', text: 'a\r\n\tb' } }, { text: 'a\r\n\tb' }],
      [{ postData: { mimeType: 'application/soap+xml', text: '<a>é</a>' } }, { text: '<a>é</a>' }],
      [{ postData: { mimeType: '', text: '1' } }, { text: '1' }],
      [{ postData: { mimeType: json, text: '{' } }, { text: '{' }],
      [
        { postData: { mimeType: json, text: `${'['.repeat(101)}${']'.repeat(101)}` } },
        { text: `${'['.repeat(101)}${']'.repeat(101)}` },
      ],
      [{ postData: { mimeType: json, text: '9007199254740991' } }, { json: 9007199254740991 }],
      [{ postData: { mimeType: json, text: '[9007199254740993]' } }, { text: '[9007199254740993]' }],
      [{ postData: { mimeType: 'text/plain', text: long } }, digest(long)],
      [{ postData: { mimeType: form, text: 'a=1&b=%C3%A9&a=2' } }, { form: { a: ['1', '2'], b: 'é' } }],
      [
        { postData: { mimeType: form, text: 'a=é 文&__proto__=1' } },
        {
          form: Object.fromEntries([
            ['a', 'é 文'],
            ['__proto__', '1'],
          ]),
        },
      ],
      [{ postData: { mimeType: `${form}; charset=utf-8`, text: 'a' } }, { form: { a: '' } }],
      // A condition has texts of at most 8,192 characters.
      [{ postData: { mimeType: form, text: `a=${long}` } }, digest(`a=${long}`)],
      // The media type of the data precedes that of the header.
      [{ ...field('content-type', json), postData: { text: '1' } }, { json: 1 }],
      [{ ...field('content-type', json), postData: { mimeType: '', text: '1' } }, { json: 1 }],
      [{ ...field('content-type', json), postData: { mimeType: null, text: '1' } }, { json: 1 }],
      [{ ...field('Content-Type', json), postData: { mimeType: 'text/plain', text: '1' } }, { text: '1' }],
      [{ ...field('X-Type', json), postData: { text: '1' } }, { text: '1' }],
      // Base64, by the notation of responses, and by that of this server.
      [{ postData: { mimeType: form, ...base64('a=1') } }, { form: { a: '1' } }],
      [{ postData: { mimeType: 'image/png', ...base64('\x89\0') } }, digest('\x89\0')],
      [{ postData: { mimeType: 'image/png', _base64: 'iQA=' } }, digest('\x89\0')],
      [
        {
          ...field('Content-Encoding', 'gzip'),
          postData: { mimeType: json, text: gzipSync('[1]').toString('base64'), encoding: 'base64' },
        },
        { json: [1] },
      ],
    ];
    for (const [request, body] of cases)
      assert.deepEqual(
        matchOf(request),
        {
          match: { method: 'GET', path: '/a', query_only: true, ...(body !== undefined && { body }) },
          note: undefined,
        },
        JSON.stringify(request).slice(0, 200),
      );
  });

  it('has the fields of a form without a text, decoded if their characters are those of URLs', () => {
    const bodyOf = (...params: readonly (readonly [string, string | null])[]) =>
      matchOf({
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: params.map(([name, value]) => ({ name, value })),
        },
      }).match.body;
    for (const [params, form] of [
      [[['a', 'x y']], { a: 'x y' }],
      [[['a', 'x%20y%2B']], { a: 'x y+' }],
      [[['a%5B%5D', 'x+%C3%A9']], { 'a[]': 'x é' }],
      [[['a', '50%']], { a: '50%' }],
      [[['a', '50%25 é']], { a: '50%25 é' }],
      [[['a', 'x+y']], { a: { one_of: ['x+y', 'x y'] } }],
      [[['a', null]], { a: '' }],
      [
        [
          ['a', '1'],
          ['a', '2%20'],
          ['b', ''],
        ],
        { a: ['1', '2 '], b: '' },
      ],
    ] as const)
      assert.deepEqual(bodyOf(...params), { form }, JSON.stringify(params));
  });

  it('has the parts of a multipart body', () => {
    const text = [
      '--x',
      'Content-Disposition: form-data; name="kind"',
      '',
      'é',
      '--x',
      'Content-Disposition: form-data; name="f"; filename="a.txt"',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'content',
      '--x--',
      '',
    ].join('\r\n');
    const parts = [
      { name: 'kind', text: 'é' },
      { name: 'f', filename: 'a.txt', type: 'text/plain', text: 'content' },
    ];
    const complete = { body: { parts, only: true }, note: undefined };
    const open = {
      body: { parts: [parts[0], { name: 'f', filename: 'a.txt', type: 'text/plain' }], only: true },
      note: 'does not compare the content of a part, which was not recorded',
    };
    const type = 'multipart/form-data; boundary=x';
    const params = [
      { name: 'kind', value: 'é' },
      { name: 'f', fileName: 'a.txt', contentType: 'text/plain' },
    ];
    const long = 'x'.repeat(9000);
    const cases: readonly (readonly [request: object, expected: { body: unknown; note: unknown }])[] = [
      [{ postData: { mimeType: type, text } }, complete],
      [{ postData: { mimeType: 'multipart/form-data', text } }, complete],
      [
        {
          headers: [{ name: 'content-type', value: type }],
          postData: { mimeType: 'multipart/form-data', text },
        },
        complete,
      ],
      [{ postData: { mimeType: type, _base64: Buffer.from(text).toString('base64') } }, complete],
      [{ postData: { mimeType: type, text: text.replace('content\r\n', '\r\n') } }, open],
      [{ postData: { mimeType: type, text: text.replace('content\r\n', '\ufffd\r\n') } }, open],
      [{ postData: { mimeType: type, params } }, open],
      [{ postData: { mimeType: '', params } }, open],
      [{ postData: { mimeType: type, text: 'broken', params } }, open],
      [
        { postData: { mimeType: type, text: 'broken' } },
        { body: undefined, note: 'does not compare the body, whose parts were not recorded' },
      ],
      [
        { postData: { mimeType: type, params: [{ name: 'a', value: long }] } },
        { body: { parts: [{ name: 'a', sha256: hash('sha256', long) }], only: true }, note: undefined },
      ],
      [
        { postData: { mimeType: type, params: Array(21).fill({ name: 'a', value: '1' }) } },
        { body: undefined, note: 'does not compare the body, which has more than 20 parts' },
      ],
    ];
    for (const [request, expected] of cases) {
      const { match, note } = matchOf(request);
      assert.deepEqual({ body: match.body, note }, expected, JSON.stringify(request).slice(0, 200));
    }
  });

  it('says which bodies it does not compare', () => {
    const bytes = 'does not compare the body, of which the archive does not have the bytes';
    const cases: readonly (readonly [request: object, note: string])[] = [
      [{ postData: { mimeType: 'image/png', text: '\ufffdPNG' } }, bytes],
      [{ postData: { mimeType: 'application/x-protobuf', text: '\b\x01' } }, bytes],
      [{ postData: { mimeType: 'text/plain', text: '\ud800' } }, bytes],
      [
        { headers: [{ name: 'Content-Encoding', value: 'gzip' }], postData: { text: 'x'.repeat(9000) } },
        'does not compare the body, which has a content coding and is too long for a text',
      ],
    ];
    for (const [request, expected] of cases) {
      const { match, note } = matchOf(request);
      assert.deepEqual([match.body, note], [undefined, expected], JSON.stringify(request).slice(0, 200));
    }
  });
});
