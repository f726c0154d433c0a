import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEntry } from './read-entry.ts';
import { toHead } from './read-request.ts';

const REQUEST = { method: 'GET', url: 'http://h/' };
const RESPONSE = { status: 200, headers: [], content: { size: 0 } };

function problemOf({ request, response, ...others }: { request?: object; response?: object }) {
  return readEntry({
    request: { ...REQUEST, ...request },
    response: { ...RESPONSE, ...response },
    ...others,
  }).problem;
}

describe('an entry', () => {
  it('has the parts of its URL, as the client wrote them', () => {
    for (const [url, origin, host, path, query] of [
      ['http://h.example/a%2fb?x=1&x=%20#part', 'http://h.example', 'h.example', '/a%2fb', 'x=1&x=%20'],
      ['http://h.example', 'http://h.example', 'h.example', '/', ''],
      ['http://h.example?a=/b', 'http://h.example', 'h.example', '/', 'a=/b'],
      ['HTTPS://H.example:443/a#part?b', 'https://h.example', 'h.example', '/a', ''],
      ['https://h.example:8443/a?', 'https://h.example:8443', 'h.example:8443', '/a', ''],
      ['http://h.example/{é}?b?c=é文', 'http://h.example', 'h.example', '/{é}', 'b?c=%C3%A9%E6%96%87'],
    ] as const)
      assert.deepEqual(readEntry({ request: { method: 'GET', url } }).request?.url, {
        text: url,
        origin,
        host,
        path,
        query,
      });
    const listed = {
      ...REQUEST,
      queryString: [
        { name: 'a b', value: 'é&' },
        { name: 'n', value: 1 },
      ],
    };
    assert.equal(readEntry({ request: listed }).request?.url.query, 'a%20b=%C3%A9%26&n=1');
    const both = { ...listed, url: 'http://h/?a=1' };
    assert.equal(readEntry({ request: both }).request?.url.query, 'a=1');
  });

  it('has a request as conditions read it', () => {
    const readHead = (request: object) => {
      const { request: read } = readEntry({ request: { ...REQUEST, ...request } });
      assert.ok(read, JSON.stringify(request));
      return toHead(read);
    };
    assert.deepEqual(
      readHead({
        method: 'PUT',
        url: 'http://h.example/a%2fb?x=1&x=%20#part',
        httpVersion: 'http/2.0',
        headers: [{ name: 'X-A', value: '1', comment: '' }],
      }),
      {
        method: 'PUT',
        methods: ['PUT'],
        target: '/a%2fb?x=1&x=%20',
        path: '/a%2fb',
        url: 'http://h.example/a%2fb?x=1&x=%20#part',
        query: [
          ['x', '1'],
          ['x', ' '],
        ],
        headers: [['X-A', '1']],
        protocol: 'HTTP/2',
        bin: null,
        endpoint: null,
      },
    );
    for (const [httpVersion, protocol] of [
      ['HTTP/1.0', 'HTTP/1.0'],
      ['http/1.1', 'HTTP/1.1'],
      ['h3', 'HTTP/1.1'],
      ['unknown HTTP/2', 'HTTP/1.1'],
      [null, 'HTTP/1.1'],
    ] as const)
      assert.equal(readHead({ httpVersion }).protocol, protocol);
  });

  it('counts by its values: null is absent, and numbers can be texts', () => {
    const read = readEntry({
      request: { ...REQUEST, headers: null, postData: { mimeType: null, text: 7, params: null } },
      response: {
        status: '201',
        statusText: null,
        headers: [
          { name: 'X-Number', value: 754 },
          { name: 'X-Null', value: null },
          { name: 'X-Lines', value: 'a\nb\r\nc' },
        ],
        content: { size: '1', text: 'a', encoding: null, mimeType: null },
      },
      _bin: null,
      _webSocket: null,
      _webSocketMessages: null,
      _resourceType: null,
    });
    assert.equal(read.problem, undefined);
    assert.deepEqual(read.entry?.request.body, {
      type: '',
      content: { kind: 'text', text: '7' },
      params: [],
    });
    const { status, headers, content } = read.entry?.response ?? {};
    assert.deepEqual([status, content], [201, { kind: 'text', text: 'a' }]);
    assert.deepEqual(headers, [
      ['X-Number', '754'],
      ['X-Null', ''],
      ['X-Lines', 'a'],
      ['X-Lines', 'b'],
      ['X-Lines', 'c'],
    ]);
  });

  it('has a response that can be sent again, or a reason against it', () => {
    const preflight = [
      { name: 'Origin', value: 'http://a' },
      { name: 'access-control-request-METHOD', value: 'PUT' },
    ];
    const incomplete = 'has no complete response';
    const cut = 'has a body of which only a part was kept';
    const missing = 'has a response without its content';
    const head = { request: { method: 'HEAD' } };
    const length = [{ name: 'content-length', value: '0' }];
    const cases: readonly (readonly [entry: object, problem: string | undefined])[] = [
      [{}, undefined],
      ...[-1, 0, 100, 199, 1000, 200.5].map((status) => [{ response: { status } }, incomplete] as const),
      ...[200, 205, 207, 303, 305, 404, 999].map((status) => [{ response: { status } }, undefined] as const),
      ...[206, 304].map(
        (status) =>
          [{ response: { status } }, `has the status ${status}, which depends on the request`] as const,
      ),
      [{ response: { status: 101 } }, 'is a WebSocket'],
      [{ _webSocket: {} }, 'is a WebSocket'],
      [{ _webSocketMessages: [{}] }, 'is a WebSocket'],
      [{ _webSocketMessages: [] }, undefined],
      [{ _resourceType: 'websocket' }, 'is a WebSocket'],
      [{ _resourceType: 'xhr' }, undefined],
      [{ request: { url: 'wss://h/' } }, 'is a WebSocket'],
      [{ request: { method: 'CONNECT' } }, 'is a CONNECT request, which names no resource'],
      [
        { request: { method: 'OPTIONS', headers: preflight } },
        'is a preflight, which the server answers itself',
      ],
      [{ request: { method: 'OPTIONS', headers: preflight.slice(0, 1) } }, undefined],
      [{ request: { method: 'OPTIONS' } }, undefined],
      [{ request: { headers: preflight } }, undefined],
      [{ request: { _keptSize: 0 } }, cut],
      [{ response: { _keptSize: 0 } }, cut],
      [{ response: { content: { size: 1 } } }, missing],
      [{ response: { content: { size: -1 } } }, missing],
      [{ response: { content: { size: 1, text: '' } } }, missing],
      [{ response: { content: {} } }, missing],
      [{ response: { content: null } }, missing],
      [{ response: { content: {}, headers: length } }, undefined],
      [{ response: { content: { size: 0 } } }, undefined],
      [{ response: { content: { size: -1, text: '' } } }, undefined],
      [{ response: { content: { size: -1, text: 'a' } } }, undefined],
      [{ response: { content: null, status: 204 } }, undefined],
      [{ response: { content: { size: -1 }, status: 302 } }, missing],
      [{ response: { content: { size: -1 }, status: 302, redirectURL: '/a' } }, undefined],
      [{ ...head, response: { content: { size: 7 } } }, undefined],
      [{ response: { content: { text: 'x'.repeat(1024 * 1024 + 1) } } }, 'has content of more than 1 MiB'],
    ];
    for (const [given, problem] of cases)
      assert.equal(problemOf(given), problem, JSON.stringify(given).slice(0, 200));
    assert.deepEqual(readEntry({ request: REQUEST }), {
      names: REQUEST,
      request: readEntry({ request: REQUEST, response: RESPONSE }).request,
      problem: 'has no response',
    });
  });

  it('names the member that it does not understand', () => {
    const url = (length: number) => `http://h/${'x'.repeat(length - 9)}`;
    assert.equal(problemOf({ request: { method: 'x'.repeat(100), url: url(65_536) } }), undefined);
    const cases: readonly (readonly [entry: object, problem: string])[] = [
      ...['', null, 'a b', 'x'.repeat(101)].map(
        (method) => [{ request: { method } }, '/request/method must be a method'] as const,
      ),
      [{ request: { method: [] } }, '/request/method must be a text'],
      ...['', 'no URL', '/a'].map(
        (text) => [{ request: { url: text } }, '/request/url must be an absolute URL'] as const,
      ),
      [{ request: { url: url(65_537) } }, '/request/url must not be longer than 65536 characters'],
      ...['data:,http://h.example/', 'blob:http://h.example/1', 'ftp://h.example/'].map(
        (text) => [{ request: { url: text } }, 'is not a request of HTTP'] as const,
      ),
      [{ request: { headers: {} } }, '/request/headers must be a list'],
      [{ request: { headers: ['a'] } }, '/request/headers/0 must be an object'],
      [{ request: { headers: [{ value: 'a' }] } }, '/request/headers/0/name must be a text'],
      [{ request: { headers: [{ name: 'a', value: {} }] } }, '/request/headers/0/value must be a text'],
      [{ request: { postData: 'a=1' } }, '/request/postData must be an object'],
      [{ request: { postData: { text: {} } } }, '/request/postData/text must be a text'],
      [
        { request: { postData: { text: 'a', encoding: 'gzip' } } },
        '/request/postData/encoding must be base64',
      ],
      [{ request: { postData: { text: '*', encoding: 'base64' } } }, '/request/postData/text must be base64'],
      [{ response: { status: 'OK' } }, '/response/status must be a number'],
      [{ response: { status: null } }, '/response/status must be a number'],
      [{ response: { headers: 1 } }, '/response/headers must be a list'],
      [{ response: { content: { text: [] } } }, '/response/content/text must be a text'],
      [{ response: { content: { size: 'big' } } }, '/response/content/size must be a number'],
      [{ _bin: {} }, '/_bin must be a text'],
    ];
    for (const [given, problem] of cases)
      assert.equal(problemOf(given), problem, JSON.stringify(given).slice(0, 200));
    for (const [input, problem] of [
      [null, 'must be an object'],
      [[], 'must be an object'],
      [{}, 'has no request'],
      [{ request: 1 }, '/request must be an object'],
      [{ request: REQUEST, response: [] }, '/response must be an object'],
    ] as const)
      assert.equal(readEntry(input).problem, problem, JSON.stringify(input));
    const { names } = readEntry({ request: { method: 'GET', url: url(3000) }, response: 1 });
    assert.deepEqual(names, { method: 'GET', url: `${url(2000)}…` });
  });
});
