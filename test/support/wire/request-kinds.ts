import { startFrames } from './http2-frames.ts';
import { clientFrame, formatHandshake, HANDSHAKE } from './websocket-frames.ts';

/** What a client sends first on a connection. */
export interface RequestKind {
  readonly name: string;
  readonly bytes: string | Uint8Array;
  /** Whether it is HTTP/2; other kinds are HTTP/1.1, or neither. */
  readonly isHttp2?: boolean;
}

const HOST = 'Host: localhost\r\n';
const CONNECT = `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`;

function http1(line: string, fields: readonly string[] = [], content = ''): string {
  return `${line} HTTP/1.1\r\n${HOST}${fields.map((field) => `${field}\r\n`).join('')}\r\n${content}`;
}

const compose = (directives: string) => http1(`GET /compose?body=hello&${directives}`);
const CHUNKED = ['Transfer-Encoding: chunked'];
const upgrade = (protocol: string) => ['Connection: Upgrade', `Upgrade: ${protocol}`];
const handshake = (...changed: string[]) => formatHandshake(80, [...HANDSHAKE, ...changed]);
const withFrames = (...frames: Buffer[]) => Buffer.concat([Buffer.from(handshake()), ...frames]);

/** Kinds for every port without TLS, and within TLS. */
export const REQUEST_KINDS: readonly RequestKind[] = [
  ...Object.entries({
    'a GET': http1('GET /get'),
    'a HEAD': http1('HEAD /get'),
    'a POST with Content-Length': http1('POST /post', ['Content-Length: 3'], 'abc'),
    'a POST with chunks': http1('POST /post', CHUNKED, '3\r\nabc\r\n0\r\n\r\n'),
    'half a body': http1('POST /post', ['Content-Length: 10'], 'abc'),
    'half a chunk': http1('POST /post', CHUNKED, 'a\r\nabc'),
    'half a body that is not read': http1('POST /status/200', ['Content-Length: 10'], 'abc'),
    'half a head': `GET /get HTTP/1.1\r\n${HOST}X-Half: `,
    'a response without content': http1('GET /status/204'),
    'two requests': http1('GET /get').repeat(2),
    'a delayed response': http1('GET /delay/0.05'),
    'a stream': http1('GET /stream/20'),
    'server-sent events': http1('GET /sse?count=3&duration=50ms'),
    'a slow response': http1('GET /drip?numbytes=5&duration=0.05'),
    'a large response': http1('GET /stream-bytes/100000'),
    'OPTIONS *': http1('OPTIONS *'),
    CONNECT,
    'CONNECT with a wrong target': http1('CONNECT /get'),
    'CONNECT with bytes behind it': `${CONNECT}\x16\x03\x01\x02\0\x01`,
    'CONNECT behind a delayed response': http1('GET /delay/0.05') + CONNECT,
    'CONNECT with HTTP/1.0': CONNECT.replace('HTTP/1.1', 'HTTP/1.0'),
    'a WebSocket': handshake(),
    'a WebSocket of a wrong version': formatHandshake(80, [
      ...upgrade('websocket'),
      'Sec-WebSocket-Version: 12',
    ]),
    'a WebSocket without a key': formatHandshake(80, [...upgrade('websocket'), 'Sec-WebSocket-Version: 13']),
    'a WebSocket with a wrong limit': handshake().replace('/echo', '/echo?max_message_size=x'),
    'Upgrade: h2c': http1('GET /get', upgrade('h2c')),
    'Upgrade to an unknown protocol': http1('GET /get', upgrade('foo'), 'foo'),
    'Upgrade behind a delayed response': http1('GET /delay/0.05') + handshake(),
    'an unknown method': http1('BREW /get'),
    'an invalid target': http1('GET /\xe9'),
    'an invalid field': http1('GET /get', ['A b: c']),
    'an invalid version': 'GET /get HTTP/3.7\r\n\r\n',
    'an invalid length': http1('POST /post', ['Content-Length: x']),
    'two framings': http1('POST /post', [...CHUNKED, 'Content-Length: 3'], '0\r\n\r\n'),
    'an invalid chunk': http1('POST /post', CHUNKED, 'x\r\n'),
    'a long chunk extension': http1('POST /post', CHUNKED, `1;${'x'.repeat(20_000)}`),
    'an invalid trailer': http1('POST /post', CHUNKED, '0\r\nA b: c\r\n\r\n'),
    'a long head': http1('GET /get', [`X-Long: ${'x'.repeat(80_000)}`]),
    'no Host': 'GET /get HTTP/1.1\r\n\r\n',
    'the begin of TLS': '\x16\x03\x01\x02\0\x01',
    'half a preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nS',
    'a body that is expected': http1('POST /post', ['Expect: 100-continue', 'Content-Length: 3']),
    'an unknown expectation': http1('POST /post', ['Expect: tea', 'Content-Length: 3'], 'abc'),
    'a body that is declared too large': http1('POST /post', ['Content-Length: 99999999999'], 'abc'),
    'an unauthorized call': http1(
      'POST /api/v3/authorizations',
      ['User-Agent: test', 'Content-Length: 3'],
      'abc',
    ),
  }).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes, 'latin1') })),
  { name: 'a WebSocket with a message', bytes: withFrames(clientFrame(1, 'abc')) },
  { name: 'a WebSocket with an invalid frame', bytes: withFrames(clientFrame(3, 'abc')) },
  ...['close', 'reset', 'reset@3', 'truncate@3', 'stall@3', 'half-close', 'idle-reset', 'extra:bytes'].map(
    (fault) => ({ name: `the fault ${fault}`, bytes: compose(`fault=${fault}`) }),
  ),
];

const stream = (path: string, method = 'GET') => startFrames([{ stream: 1, path, method }]);

/** Kinds for ports with HTTP/2, with and within TLS. */
export const HTTP2_KINDS: readonly RequestKind[] = [
  { name: 'the preface of HTTP/2', bytes: startFrames([]) },
  { name: 'HTTP/2: a request', bytes: stream('/get') },
  { name: 'HTTP/2: a delayed response', bytes: stream('/delay/0.05') },
  { name: 'HTTP/2: a slow response', bytes: stream('/drip?numbytes=5&duration=0.05') },
  { name: 'HTTP/2: CONNECT', bytes: stream('/', 'CONNECT') },
  { name: 'HTTP/2: a stream that is reset', bytes: stream('/compose?body=hello&fault=reset') },
  { name: 'HTTP/2: a connection that is reset', bytes: stream('/compose?body=hello&fault=reset,connection') },
  { name: 'HTTP/2: an invalid frame', bytes: Buffer.concat([startFrames([]), Buffer.alloc(9, 0xff)]) },
].map((kind) => ({ ...kind, isHttp2: true }));

/** Kinds that a port with TLS receives in place of TLS. */
export const PLAIN_KINDS: readonly RequestKind[] = [
  { name: 'a GET without TLS', bytes: http1('GET /get') },
  { name: 'CONNECT without TLS', bytes: CONNECT },
  { name: 'bytes that are no TLS', bytes: Buffer.alloc(100, 0xff) },
  { name: 'half a ClientHello', bytes: Buffer.from('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 'latin1') },
];
