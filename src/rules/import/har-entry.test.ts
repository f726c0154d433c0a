import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCut, problemOfEntry, readEntry, toHead } from './har-entry.ts';

const RESPONSE = { status: 200, headers: [], content: {} };

function readRequest(request: object) {
  const read = readEntry({ request: { method: 'GET', ...request }, response: RESPONSE });
  assert.ok(read?.url, JSON.stringify(request));
  return toHead(read.entry, read.url);
}

describe('an entry', () => {
  it('has the parts of its URL, as the client wrote them', () => {
    for (const [url, origin, path, query] of [
      ['http://h.example/a%2fb?x=1&x=%20#part', 'http://h.example', '/a%2fb', 'x=1&x=%20'],
      ['http://h.example', 'http://h.example', '/', ''],
      ['http://h.example?a=/b', 'http://h.example', '/', 'a=/b'],
      ['HTTPS://h.example:443/a#part?b', 'https://h.example', '/a', ''],
      ['https://h.example:8443/a?', 'https://h.example:8443', '/a', ''],
      ['http://h.example/{a}?b?c', 'http://h.example', '/{a}', 'b?c'],
    ] as const)
      assert.deepEqual(
        readEntry({ request: { method: 'GET', url }, response: RESPONSE })?.url,
        { origin, path, query },
        url,
      );
    for (const url of ['data:,http://h.example/', 'blob:http://h.example/1', 'ftp://h.example/'])
      assert.deepEqual(
        readEntry({ request: { method: 'GET', url }, response: RESPONSE }),
        { entry: { request: { method: 'GET', url }, response: RESPONSE }, url: undefined },
        url,
      );
  });

  it('has a request as conditions read it', () => {
    assert.deepEqual(
      readRequest({
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
    const { target, headers, query } = readRequest({ url: 'http://h.example' });
    assert.deepEqual([target, headers, query], ['/', [], []]);
    for (const [httpVersion, protocol] of [
      ['HTTP/1.0', 'HTTP/1.0'],
      ['http/1.1', 'HTTP/1.1'],
      ['h3', 'HTTP/1.1'],
      ['unknown HTTP/2', 'HTTP/1.1'],
      [undefined, 'HTTP/1.1'],
    ] as const)
      assert.equal(readRequest({ url: 'http://h/', httpVersion }).protocol, protocol);
  });

  it('has the members of an HTTP Archive', () => {
    const request = { method: 'GET', url: 'http://h/' };
    const isEntry = (entry: unknown) => readEntry(entry) !== undefined;
    const url = (length: number) => `http://h/${'x'.repeat(length - 9)}`;
    for (const entry of [
      { request, response: RESPONSE, time: 1 },
      { request: { ...request, method: 'x'.repeat(100), postData: {} }, response: RESPONSE, _bin: null },
      { request: { ...request, url: url(65_536), _keptSize: 1 }, response: RESPONSE, _bin: 'b' },
      {
        request,
        response: { ...RESPONSE, content: { size: 1, text: '', encoding: 'base64' }, _keptSize: 1 },
      },
    ])
      assert.ok(isEntry(entry));
    for (const entry of [
      ...[null, {}, { request }, { response: RESPONSE }, { request: {}, response: RESPONSE }],
      ...['', 'a b', 'x'.repeat(101)].map((method) => ({
        request: { ...request, method },
        response: RESPONSE,
      })),
      ...['', 'no URL', '/a', url(65_537)].map((text) => ({
        request: { ...request, url: text },
        response: RESPONSE,
      })),
      { request: { ...request, headers: [{ name: 'a' }] }, response: RESPONSE },
      { request: { ...request, postData: { text: 1 } }, response: RESPONSE },
      { request, response: { ...RESPONSE, status: '200' } },
      { request, response: { ...RESPONSE, headers: undefined } },
      { request, response: { ...RESPONSE, content: { text: 1 } } },
      { request, response: RESPONSE, _bin: 1 },
    ])
      assert.ok(!isEntry(entry), JSON.stringify(entry).slice(0, 100));
  });

  it('has a response that can be sent again, or a reason against it', () => {
    const preflight = [
      { name: 'Origin', value: 'http://a' },
      { name: 'access-control-request-METHOD', value: 'PUT' },
    ];
    const incomplete = 'has no complete response';
    const cut = 'has a body of which only a part was kept';
    const cases: readonly (readonly [entry: object, problem: string | undefined])[] = [
      [{}, undefined],
      ...[0, 100, 199, 1000].map((status) => [{ response: { status } }, incomplete] as const),
      ...[200, 205, 207, 303, 305, 404, 999].map((status) => [{ response: { status } }, undefined] as const),
      ...[206, 304].map(
        (status) =>
          [{ response: { status } }, `has the status ${status}, which depends on the request`] as const,
      ),
      [{ response: { status: 101 } }, 'is a WebSocket'],
      [{ _webSocket: {} }, 'is a WebSocket'],
      [{ _webSocketMessages: [] }, 'is a WebSocket'],
      [
        { request: { method: 'OPTIONS', headers: preflight } },
        'is a preflight, which the server answers itself',
      ],
      [{ request: { method: 'OPTIONS', headers: preflight.slice(0, 1) } }, undefined],
      [{ request: { method: 'OPTIONS' } }, undefined],
      [{ request: { headers: preflight } }, undefined],
      [{ request: { _keptSize: 0 } }, cut],
      [{ response: { _keptSize: 0 } }, cut],
      [{ response: { content: { size: 1 } } }, 'has a response without its content'],
      [{ response: { content: { size: 0 } } }, undefined],
      [{ response: { content: { size: -1 } } }, undefined],
      [{ response: { content: { size: 1, text: '' } } }, undefined],
    ];
    for (const [given, problem] of cases) {
      const { request, response, ...others }: { request?: object; response?: object } = given;
      const read = readEntry({
        request: { method: 'GET', url: 'http://h/', ...request },
        response: { ...RESPONSE, ...response },
        ...others,
      });
      assert.ok(read);
      assert.equal(problemOfEntry(read.entry), problem, JSON.stringify(given));
      assert.equal(isCut(read.entry), problem === cut);
    }
  });
});
