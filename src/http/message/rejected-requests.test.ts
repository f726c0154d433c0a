import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { type Steps, transcript } from '#test/support/wire/transcript.ts';
import { HttpError } from '../errors/errors.ts';
import { anyBody, type Method, streamBody } from '../routing/endpoint.ts';
import { readWholeBody } from './body/body.ts';

/*
 * The services render these errors in formats of their own; here, each is the sentence of the kernel with its fields.
 */

const methods: readonly Method[] = ['GET', 'POST'];

const ENDPOINTS = [
  endpoint({
    ...anything,
    path: '/bytes',
    methods,
    body: anyBody('Bytes.'),
    handle: ({ exchange, body }) => exchange.send(200, [], `${body.length} ${exchange.bytesReceived}`),
  }),
  endpoint({
    ...anything,
    path: '/stream',
    methods,
    body: streamBody('Bytes.'),
    async handle({ exchange, body }) {
      let text = '';
      for await (const chunk of body.chunks(10)) text += chunk;
      exchange.send(200, [], `${text} ${exchange.bytesReceived}`);
    },
  }),
  endpoint({
    ...anything,
    path: '/skipped',
    methods,
    async handle({ exchange }) {
      const hadBody = await readWholeBody(exchange, 10);
      exchange.send(200, [], `${hadBody} ${exchange.bytesReceived}`);
    },
  }),
  endpoint({
    ...anything,
    path: '/json',
    methods,
    body: Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Object({ c: Type.String() })) }),
    handle: ({ exchange, body }) => exchange.json(200, body),
  }),
];

/** Status, further fields and content of each response, with `+` for one that does not close its connection. */
function outline(text: string): string[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((message) => {
    const [head = '', content = ''] = message.split('\r\n\r\n', 2);
    const [line = '', ...fields] = head.split('\r\n');
    const rest = fields.filter(
      (field) =>
        !/^(?:Content-(?:Type|Length)|X-Common|Date|Keep-Alive): |^Connection: keep-alive$/.test(field),
    );
    return [line.slice('HTTP/1.1 '.length), ...rest, content].filter((part) => part !== '').join('|');
  });
}

const CLOSE = 'Connection: close';
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n${CLOSE}\r\n\r\n`;
const post = (path: string, fields: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\n${fields}\r\n\r\n${body}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const EXPECT = 'Expect: 100-continue';
const tooLarge = (size: number) =>
  `413 Payload Too Large|${CLOSE}|413 The body is larger than ${size} bytes, the maximum for this path.`;
const incomplete = `400 Bad Request|${CLOSE}|400 The body is incomplete.`;
const noAuthority = `400 Bad Request|${CLOSE}|400 The Host field is not a host with an optional port.`;

describe('a request', () => {
  it('that is rejected gets a sentence, and its connection closes if its framing is not known', async (t) => {
    const { port } = await serveToy(t, ENDPOINTS);
    for (const [what, request, expected] of [
      [
        'another version',
        'GET / HTTP/2.0\r\nHost: h\r\n\r\n',
        `505 HTTP Version Not Supported|${CLOSE}|505 This connection supports HTTP/1.0 and HTTP/1.1 only.`,
      ],
      [
        'no host',
        'GET / HTTP/1.1\r\n\r\n',
        `400 Bad Request|${CLOSE}|400 An HTTP/1.1 request must have a Host field.`,
      ],
      [
        'two hosts',
        'GET / HTTP/1.1\r\nHost: h\r\nHOST: h\r\n\r\n',
        `400 Bad Request|${CLOSE}|400 The request has more than one Host field.`,
      ],
      ['an invalid host', 'GET / HTTP/1.1\r\nHost: h/\r\n\r\n', noAuthority],
      [
        'an invalid authority',
        'GET http://a@b/ HTTP/1.1\r\nHost: h\r\n\r\n',
        `400 Bad Request|${CLOSE}|400 The request target is not a host with an optional port.`,
      ],
      [
        'another coding',
        post('/bytes', 'Transfer-Encoding: gzip, chunked'),
        `400 Bad Request|${CLOSE}|400 The only transfer coding that this server supports is chunked.`,
      ],
      [
        'a tunnel',
        'CONNECT h:1 HTTP/1.1\r\nHost: h:1\r\n\r\n',
        `501 Not Implemented|${CLOSE}|501 CONNECT is not supported.`,
      ],
      ['an unknown path', GET('/none'), `404 Not Found|${CLOSE}|404 Nothing is served at this path.`],
      [
        'another method',
        GET('/json').replace('GET', 'PATCH'),
        `405 Method Not Allowed|Allow: GET, HEAD, POST, OPTIONS|${CLOSE}|405 This path supports GET, HEAD, POST, OPTIONS.`,
      ],
    ] as const) {
      const { text, end } = await transcript(port, [request]);
      assert.deepEqual([outline(text), end], [[expected], 'end'], what);
    }
  });

  it('with a body has these responses, at the limits of its size', async (t) => {
    const { port } = await serveToy(t, ENDPOINTS);
    const length = (size: number) => `Content-Length: ${size}`;
    const closing = (fields: string) => `${fields}\r\n${CLOSE}`;
    for (const [what, steps, expected] of [
      ['none', [GET('/bytes')], [`200 OK|${CLOSE}|0 0`]],
      ['no bytes', [post('/bytes', closing(length(0)))], [`200 OK|${CLOSE}|0 0`]],
      [
        'the most bytes',
        [post('/bytes', closing(length(1000)), 'x'.repeat(1000))],
        [`200 OK|${CLOSE}|1000 1000`],
      ],
      ['more, as declared', [post('/bytes', length(1001))], [tooLarge(1000)]],
      [
        'the most, in chunks',
        [post('/bytes', closing(CHUNKED), `3e8\r\n${'x'.repeat(1000)}\r\n0\r\n\r\n`)],
        [`200 OK|${CLOSE}|1000 1000`],
      ],
      [
        'more, in chunks',
        [post('/bytes', CHUNKED, `3e9\r\n${'x'.repeat(1001)}\r\n0\r\n\r\n`)],
        [tooLarge(1000)],
      ],
      ['a part', [post('/bytes', length(5), 'abc'), 'end'], [incomplete]],
      ['none, as a stream', [GET('/stream')], [`200 OK|${CLOSE}| 0`]],
      [
        'the most, as a stream',
        [post('/stream', closing(length(10)), '0123456789')],
        [`200 OK|${CLOSE}|0123456789 10`],
      ],
      ['more, as a stream', [post('/stream', length(11), '0123456789x')], [tooLarge(10)]],
      [
        'more chunks, as a stream',
        [post('/stream', CHUNKED, 'b\r\n0123456789x\r\n0\r\n\r\n')],
        [tooLarge(10)],
      ],
      ['none, skipped', [GET('/skipped')], [`200 OK|${CLOSE}|false 0`]],
      [
        'the most, skipped',
        [post('/skipped', closing(length(10)), '0123456789')],
        [`200 OK|${CLOSE}|true 10`],
      ],
      ['more, skipped', [post('/skipped', length(11), '0123456789x')], [tooLarge(10)]],
      [
        'expected',
        [post('/bytes', closing(`${length(3)}\r\n${EXPECT}`)), /100 Continue/, 'abc'],
        ['100 Continue', `200 OK|${CLOSE}|3 3`],
      ],
      [
        'expected in another case, as a stream',
        [post('/stream', closing(`${length(3)}\r\nExpect: 100-Continue`)), /100 Continue/, 'abc'],
        ['100 Continue', `200 OK|${CLOSE}|abc 3`],
      ],
      [
        'expected, skipped',
        [post('/skipped', closing(`${length(3)}\r\n${EXPECT}`)), /100 Continue/, 'abc'],
        ['100 Continue', `200 OK|${CLOSE}|true 3`],
      ],
      [
        'expected, without any',
        [post('/bytes', closing(`${length(0)}\r\n${EXPECT}`))],
        [`200 OK|${CLOSE}|0 0`],
      ],
      [
        'expected in HTTP/1.0',
        [post('/bytes', `${length(3)}\r\n${EXPECT}`, 'abc').replace('HTTP/1.1', 'HTTP/1.0')],
        [`200 OK|${CLOSE}|3 3`],
      ],
      ['too large and expected', [post('/bytes', `${length(1001)}\r\n${EXPECT}`)], [tooLarge(1000)]],
      [
        'another expectation',
        [post('/bytes', closing(`${length(3)}\r\nExpect: x100-continue`), 'abc')],
        [`200 OK|${CLOSE}|3 3`],
      ],
      [
        'no JSON',
        [post('/json', closing(length(1)), '{')],
        [`400 Bad Request|${CLOSE}|400 The body is not JSON.`],
      ],
      [
        'no object',
        [post('/json', closing(length(2)), '[]')],
        [`400 Bad Request|${CLOSE}|400 The body is not a JSON object.`],
      ],
      ['none in place of JSON', [GET('/json')], [`400 Bad Request|${CLOSE}|400 The body is not JSON.`]],
      [
        'other JSON',
        [post('/json', closing(length(9)), '{"a":"1"}')],
        [`422 Unprocessable Entity|${CLOSE}|422 The body does not match the schema.`],
      ],
      ['JSON', [post('/json', closing(length(15)), '{"a":1,"d":[1]}')], [`200 OK|${CLOSE}|{"a":1,"d":[1]}`]],
    ] as const satisfies readonly (readonly [what: string, steps: Steps, expected: readonly string[]])[]) {
      const { text, end } = await transcript(port, steps);
      assert.deepEqual([outline(text), end], [expected, 'end'], what);
    }
  });
});

describe('the log', () => {
  it('has the errors that are not those of a client, with the id of the response', async (t) => {
    const at = (path: `/${string}`, handle: () => void | Promise<void>) =>
      endpoint({ ...anything, path, handle });
    const { port, logged } = await serveToy(
      t,
      [
        at('/none', () => {}),
        at('/later', async () => {}),
        at('/broken', () => {
          throw new TypeError('broken');
        }),
        at('/mapped', () => {
          throw new RangeError('mapped');
        }),
        at('/http', () => {
          throw new HttpError(409, 'Conflict.');
        }),
      ],
      {
        toHttpError: (error) => (error instanceof RangeError ? new HttpError(507, error.message) : undefined),
      },
    );
    for (const [path, message] of [
      ['/none', 'The handler of /none sent no response'],
      ['/later', 'The handler of /later sent no response'],
      ['/broken', 'broken'],
    ] as const) {
      const { text } = await transcript(port, [GET(path)]);
      const { message: title, details = {} } = logged.shift() ?? assert.fail(path);
      const { requestId, error, ...rest }: { requestId?: unknown; error?: unknown } = details;
      assert.ok(error instanceof Error);
      assert.deepEqual([title, error.message, rest], ['Unexpected error', message, {}]);
      const sentence = `Internal server error. The log has the details under ${requestId}.`;
      assert.deepEqual(outline(text), [`500 Internal Server Error|${CLOSE}|500 ${sentence}`]);
    }
    for (const [path, expected] of [
      ['/mapped', `507 Insufficient Storage|${CLOSE}|507 mapped`],
      ['/http', `409 Conflict|${CLOSE}|409 Conflict.`],
    ] as const)
      assert.deepEqual(outline((await transcript(port, [GET(path)])).text), [expected]);
    assert.deepEqual(logged, []);
  });

  it('has the error of an error that cannot be rendered, whose connection closes', async (t) => {
    const broken = endpoint({
      ...anything,
      path: '/',
      handle: () => Promise.reject(new HttpError(404, 'x')),
    });
    const { port, logged } = await serveToy(t, [broken], {
      format: {
        renderError() {
          throw new Error('not rendered');
        },
      },
    });
    assert.deepEqual(await transcript(port, [GET('/')]), { text: '', end: 'end' });
    assert.deepEqual(
      logged.map(({ details }) => String(Object(details).error)),
      ['Error: not rendered'],
    );
  });
});
