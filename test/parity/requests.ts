import { createHash } from 'node:crypto';
import type { WireRequest } from '../support/wire/wire.ts';

type Fields = NonNullable<WireRequest['fields']>;

/** The requests to both servers. Random responses are compared only if the random part can be masked. */
export const parityRequests: readonly WireRequest[] = [
  ...[
    '/get',
    '/get?',
    '/get?a=1&b=two',
    '/get?a=1&a=2&b=3&a=3',
    '/get?b=1&a=2&__proto__=3&constructor=4&10=5&9=6',
    '/get?a;b',
    '/get?&&a',
    '/get?=x',
    '/get?a=b=c',
    '/get?a+b=c%20d',
    '/get?%zz=1&%=2',
    '/get?q=%F0%9F%98%80&%C3%A9=%C3%A8',
    '/get?q=%ff',
    '/get?a=%00%0A%7F',
    '/get?a=%22%5C%3Cb%3E',
    '/get?url=http://h.example/%3Fa%3Db',
  ].map((path) => ({ path })),
  get('/get', [
    ['X-Forwarded-For', '1.2.3.4, 5.6.7.8'],
    ['X-Forwarded-Proto', 'https'],
  ]),
  get('/get?show_env', [
    ['X-Forwarded-For', '1.2.3.4'],
    ['X-Request-Id', 'abc'],
    ['Via', '1.1 proxy'],
  ]),
  get('/get', [['X-Forwarded-Ssl', 'on']]),
  get('/get', [['X-Forwarded-Protocol', 'https']]),
  get('/get', [['X-Forwarded-Host', 'other.example']]),
  get('/get', [['Host', 'other.example:8080']]),
  get('/get', [['Origin', 'https://app.example']]),
  get('/get', [['User-Agent', 'parity']]),
  get('/get', [['Accept-Encoding', 'gzip, deflate, br']]),
  get('/get', [['Cookie', 'a=1; b=2']]),
  get('/get', [['Content-Type', 'text/plain']]),
  get('/get', [['X-Empty', '']]),
  { ...get('/get', []), body: 'not looked at' },

  get('/headers', [
    ['x-lower-CASE', '1'],
    ['X-Twice', 'a'],
    ['X-Twice', 'b'],
    ['X-Accents', 'caf\u00e9'],
  ]),
  get('/headers?show_env=1', [['X-Real-Ip', '1.2.3.4']]),
  get('/ip'),
  get('/ip', [['X-Forwarded-For', '1.2.3.4, 5.6.7.8']]),
  get('/user-agent'),
  get('/user-agent', [['User-Agent', 'parity/1.0 (test)']]),

  post('/post', 'application/x-www-form-urlencoded', 'a=1&b=2&a=3&c=%20+%zz&d=%ff&__proto__=e'),
  post('/post', 'application/x-www-form-urlencoded; charset=utf-8', 'name=caf%C3%A9'),
  post('/post', 'application/x-www-form-urlencoded', ''),
  post('/post', 'application/json', '{"b": [1, 2.50, 1e3], "a": {"z": null, "y": "caf\u00e9"}}'),
  post('/post', 'application/json', '{"big": 12345678901234567890123, "10": 1, "9": 2, "__proto__": {}}'),
  post('/post', 'application/json', '{"a": 1, "a": 2}'),
  post('/post', 'application/json', '{"broken"'),
  post('/post', 'application/json', '"text"'),
  post('/post', 'application/json', '[NaN, Infinity, 1e400]'),
  post('/post', 'application/json', 'null'),
  post('/post', 'application/vnd.api+json', '[true]'),
  post('/post', 'text/plain', '{"still": "JSON"}'),
  post('/post', 'text/plain', 'some text \u2713'),
  post('/post', 'application/octet-stream', new Uint8Array([0, 1, 254, 255])),
  post('/post', 'image/jpeg', new Uint8Array([255, 216, 255, 224])),
  { method: 'POST', path: '/post', body: 'no type' },
  { method: 'POST', path: '/post' },
  { method: 'POST', path: '/post?q=1', body: '' },
  post('/post', 'multipart/form-data; boundary=b', multipart('b', ['name="a"', '1'], ['name="a"', '2'])),
  post(
    '/post',
    'multipart/form-data; boundary=b',
    multipart('b', ['name="f"; filename="f.txt"', 'text'], ['name="g"', 'field']),
  ),
  post(
    '/post',
    'multipart/form-data; boundary=b',
    multipart('b', ['name="f"; filename="f.bin"\r\nContent-Type: image/png', '\u0001\u00ff\u00fe']),
  ),
  post(
    '/post',
    'multipart/form-data; boundary=b',
    multipart('b', ['name="f"; filename="1"', 'one'], ['name="f"; filename="2"', 'two']),
  ),
  post('/post', 'multipart/form-data', 'no boundary'),
  {
    method: 'POST',
    path: '/post',
    fields: [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Type', 'text/plain'],
    ],
    body: '4\r\nchun\r\n3\r\nked\r\n0\r\n\r\n',
  },
  ...['PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    { method, path: `/${method.toLowerCase()}?q=1` },
    { ...post(`/${method.toLowerCase()}`, 'application/json', '{"a": [1]}'), method },
    { ...post(`/${method.toLowerCase()}`, 'application/x-www-form-urlencoded', 'a=1'), method },
  ]),
  ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ method, path: '/anything?a=1&a=2' })),
  get('/anything/a/b%2Fc%3Fd/e%20f?q=1'),
  get('/anything/caf%C3%A9'),
  post('/anything/form', 'application/x-www-form-urlencoded', 'a=1'),
  { method: 'TRACE', path: '/anything' },
  { method: 'HEAD', path: '/anything' },

  ...['/get', '/bytes/10', '/image/png', '/json', '/status/418', '/cookies', '/redirect/2'].map((path) => ({
    method: 'HEAD',
    path,
  })),
  ...['/get', '/post', '/anything', '/status/200', '/delay/1', '/redirect-to', '/response-headers'].map(
    (path) => ({ method: 'OPTIONS', path }),
  ),
  {
    method: 'OPTIONS',
    path: '/put',
    fields: [
      ['Origin', 'https://app.example'],
      ['Access-Control-Request-Method', 'PUT'],
      ['Access-Control-Request-Headers', 'X-One, X-Two'],
    ],
  },
  { method: 'POST', path: '/get' },
  { method: 'DELETE', path: '/post' },
  { method: 'HEAD', path: '/post' },
  { method: 'PUT', path: '/ip' },
  get('/nowhere'),
  get('/get/'),
  get('/anything/'),
  get('/anything//a?b=1'),
  get('/bytes/-1'),
  get('/stream/x'),
  get('/redirect/x'),
  get('/image/gif'),

  ...[
    '200',
    '201',
    '202',
    '204',
    '206',
    '226',
    '300',
    '301',
    '302',
    '303',
    '304',
    '305',
    '306',
    '307',
    '308',
    '400',
    '401',
    '402',
    '403',
    '404',
    '405',
    '406',
    '407',
    '409',
    '410',
    '418',
    '422',
    '429',
    '451',
    '500',
    '501',
    '502',
    '503',
    '504',
    '511',
    '599',
    '600',
    '999',
  ].map((code) => get(`/status/${code}`)),
  ...['200,', '200:x', 'x', '404:1,404:2', '503,503'].map((codes) => get(`/status/${codes}`)),
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'].map((method) => ({ method, path: '/status/404' })),
  { method: 'HEAD', path: '/status/401' },

  get('/basic-auth/mona/secret'),
  get('/basic-auth/mona/secret', [['Authorization', basic('mona:secret')]]),
  get('/basic-auth/mona/secret', [['Authorization', basic('mona:wrong')]]),
  get('/basic-auth/mona/a:b', [['Authorization', basic('mona:a:b')]]),
  get('/basic-auth/mona/secret', [['Authorization', 'Bearer token']]),
  get('/hidden-basic-auth/mona/secret'),
  get('/hidden-basic-auth/mona/secret', [['Authorization', basic('mona:secret')]]),
  get('/bearer'),
  get('/bearer', [['Authorization', 'Bearer token']]),
  get('/bearer', [['Authorization', 'Bearer a b']]),
  get('/bearer', [['Authorization', 'bearer token']]),
  get('/bearer', [['Authorization', basic('mona:secret')]]),
  get('/digest-auth/auth/mona/secret'),
  get('/digest-auth/auth-int/mona/secret/SHA-256'),
  get('/digest-auth/any/mona/secret/SHA-512'),
  get('/digest-auth/auth/mona/secret/unknown/2'),
  get('/digest-auth/auth/mona/secret', [['Authorization', basic('mona:secret')]]),

  get('/digest-auth/auth/mona/secret', [['Authorization', digest('GET', '/digest-auth/auth/mona/secret')]]),
  get('/digest-auth/auth/mona/other', [['Authorization', digest('GET', '/digest-auth/auth/mona/other')]]),
  get('/digest-auth/auth/mona/secret', [
    ['Authorization', digest('GET', '/digest-auth/auth/mona/secret')],
    ['Cookie', 'stale_after=2; fake=fake_value'],
  ]),
  get('/digest-auth/auth/mona/secret', [
    ['Authorization', digest('GET', '/digest-auth/auth/mona/secret')],
    ['Cookie', 'stale_after=0; fake=fake_value'],
  ]),
  get('/digest-auth/auth/mona/secret', [
    ['Authorization', digest('GET', '/digest-auth/auth/mona/secret')],
    ['Cookie', 'last_nonce=abc; stale_after=never; fake=fake_value'],
  ]),

  get('/cache'),
  get('/cache', [['If-None-Match', '"any"']]),
  get('/cache', [['If-Modified-Since', 'Sat, 29 Oct 1994 19:43:31 GMT']]),
  get('/cache/60'),
  get('/cache/x'),
  get('/etag/abc'),
  ...['abc', '"abc"', 'W/"abc"', '"x", "abc"', '*', '"other"'].flatMap((value) => [
    get('/etag/abc', [['If-None-Match', value]]),
    get('/etag/abc', [['If-Match', value]]),
  ]),
  get('/etag/abc', [
    ['If-None-Match', '"other"'],
    ['If-Match', '"another"'],
  ]),
  get('/response-headers?X-One=1&X-Two=2&X-One=3'),
  get('/response-headers'),
  { method: 'POST', path: '/response-headers?freeform=' },

  get('/json'),
  get('/xml'),
  get('/html'),
  get('/robots.txt'),
  get('/deny'),
  get('/encoding/utf8'),
  get('/forms/post'),
  get('/gzip'),
  get('/deflate'),
  get('/brotli'),
  get('/uuid'),
  get('/base64/SGVsbG8='),
  get('/base64/SGVsbG8'),
  get('/base64/4pyTIPCfmIA='),
  get('/base64/!!!'),
  get('/base64/_-8='),
  get('/bytes/10?seed=0'),
  get('/bytes/1024?seed=42'),
  get('/bytes/0'),
  get('/bytes/200000?seed=1'),
  get('/stream-bytes/25000?seed=7&chunk_size=1000'),
  get('/stream-bytes/0'),
  get('/stream/3?a=1'),
  get('/stream/0'),
  get('/stream/200'),
  get('/delay/0'),
  get('/delay/0.01?a=1'),
  get('/delay/-1'),
  post('/delay/0', 'application/x-www-form-urlencoded', 'a=1'),
  get('/drip?numbytes=5&duration=0.05'),
  get('/drip?numbytes=5&duration=0&code=418'),
  get('/drip?numbytes=0'),
  get('/range/26'),
  get('/range/0'),
  get('/range/102401'),
  ...[
    'bytes=0-4',
    'bytes=5-',
    'bytes=-5',
    'bytes=0-25',
    'bytes=0-26',
    'bytes=9-3',
    'bytes=30-',
    'lines=0-1',
    'x',
  ].map((value) => get('/range/26', [['Range', value]])),
  get('/links/3'),
  get('/links/3/1'),
  get('/links/999/0'),
  get('/links/0/0'),

  get('/cookies'),
  get('/cookies', [['Cookie', 'a=1; b="quoted value"; a=2; __utma=hidden']]),
  get('/cookies?show_env=1', [['Cookie', '__utma=shown']]),
  get('/cookies/set/flavour/oatmeal'),
  get('/cookies/set/name/a%20b;c'),
  get('/cookies/set?a=1&b=2&a=3'),
  get('/cookies/set?a=1', [['X-Forwarded-Proto', 'https']]),
  get('/cookies/delete?a&b'),

  get('/redirect/1'),
  get('/redirect/3'),
  get('/redirect/3?absolute=true'),
  get('/redirect/1?absolute=TRUE'),
  get('/relative-redirect/1'),
  get('/relative-redirect/3'),
  get('/absolute-redirect/1'),
  get('/absolute-redirect/3', [['Host', 'other.example']]),
  get('/redirect-to?url=/get'),
  get('/redirect-to?URL=http://other.example/a%3Fb&Status_Code=307'),
  get('/redirect-to?url=/get&status_code=200'),
  get('/redirect-to?url=http://:1'),
  get('/redirect-to?url=http:///a&status_code=301'),
  get('/redirect-to?url=javascript:alert(1)'),
  get('/redirect-to?url=/%5Cexample/a%20b'),
  get('/redirect-to?url=https://other.example/caf%C3%A9'),
  { method: 'POST', path: '/redirect-to?url=/post&status_code=303' },
  get('/redirect-to'),
  get('/redirect-to?url=/get&status_code=x'),
  ...['image/webp', 'image/svg+xml', 'image/jpeg', 'image/png', 'image/*', '*/*', 'text/html'].map((accept) =>
    get('/image', [['Accept', accept]]),
  ),
  get('/image'),
  ...['png', 'jpeg', 'webp', 'svg'].map((kind) => get(`/image/${kind}`)),
];

function get(path: string, fields: Fields = []): WireRequest {
  return { path, fields };
}

function post(path: string, type: string, body: string | Uint8Array): WireRequest {
  return { method: 'POST', path, fields: [['Content-Type', type]], body };
}

/** Each part: the text after `form-data; ` in its head, and its content as Latin-1. */
function multipart(
  boundary: string,
  ...parts: readonly (readonly [head: string, content: string])[]
): Buffer {
  const lines = parts.map(
    ([head, content]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  );
  return Buffer.from(`${lines.join('')}--${boundary}--\r\n`, 'latin1');
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/**
 * The response of `mona` with the password `secret` to a challenge with the nonce `abc` (RFC 7616 §3.4.1), with MD5.
 */
function digest(method: string, path: string): string {
  const realm = 'me@kennethreitz.com';
  const secret = md5(`mona:${realm}:secret`);
  const response = md5(`${secret}:abc:00000001:c:auth:${md5(`${method}:${path}`)}`);
  return `Digest username="mona", realm="${realm}", nonce="abc", uri="${path}", qop=auth, nc=00000001, cnonce="c", response="${response}"`;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
