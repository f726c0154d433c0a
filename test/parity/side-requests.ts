import type { WireRequest } from '../support/wire/wire.ts';

type Fields = NonNullable<WireRequest['fields']>;

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

/** Requests at the edges: bytes, fields, targets, methods, and values that clients send by mistake. */
export const sideRequests: readonly WireRequest[] = [
  ...queries('/get', [
    ...[
      '%ff',
      '%e9',
      'a=%e9',
      '%ff=1',
      '%e9=%ff',
      'a=%ff&a=%FE',
      'q=%C3%28',
      'q=x%C3',
      'q=%E2%82',
      'q=%C3%A9%ff',
    ],
    ...[
      'q=%ED%A0%80',
      'q=%F4%90%80%80',
      'q=%f0%9f%98',
      'q=%25ff',
      'q=%zz%ff',
      'q=+%ff+',
      'q=%C0%80',
      'q=%00',
      '%20=%20',
    ],
    ...[
      '?',
      'a=b?c',
      'a&a=&a=1',
      'a[b]=1',
      'a=1;b=2',
      'a=%2',
      'a=%2B+%20',
      'a=%26&b=%3D',
      '[x]|^`{}"<>\\',
      'a=%u00e9',
      'a=1#f',
    ],
  ]),
  ...paths(
    ...[
      '/anything/%ff',
      '/anything/caf%e9',
      '/anything/a%ffb?%ff',
      '/anything/%E2%82',
      '/anything/[x]|^`{}"<>\\',
    ],
    ...[
      '/anything/a//b?x=1',
      '/anything/http://x.example/y',
      '/anything/a//',
      '/anything///a',
      '/anything//',
      '/anything/a;b=c',
    ],
    ...[
      '/anything/a+b',
      '/anything/../get',
      '/anything/%2e%2e/get',
      '/anything/a%00b',
      '/get;a=1',
      '/GET',
      '/%67et',
      '/get%2F',
      '/get#f',
    ],
    ...[
      '//get',
      '//status/200',
      '/status//200',
      '/cookies/set//a/b',
      '/base64//a',
      '//nowhere',
      '/nowhere//x',
      '/etag//a',
    ],
    ...[
      '/etag/',
      '/status/',
      '/base64/',
      '/delay/',
      '/basic-auth/u/',
      '/basic-auth//p',
      '/digest-auth//u/p',
      '/cookies/set/a/',
    ],
    ...[
      '/digest-auth/auth/u/p/',
      '/cookies/set//b',
      '/cookies/set/a',
      '/basic-auth/u',
      '/hidden-basic-auth/u/',
    ],
    ...[
      'http://other.example/get?x=1',
      'HTTP://Other.Example/get',
      'https://other.example/get',
      'http://u:p@other.example/get',
    ],
    ...[
      '/cookies/set/a/%ff',
      '/cookies/set?%ff=1',
      '/cookies/set?a=%ff',
      '/cookies/delete?a%ff',
      '/cookies/set?%C3%A9=%C3%A9',
    ],
    ...[
      '/response-headers?X-A=%ff',
      '/response-headers?%ff=1',
      '/response-headers?X-A=%C3%A9',
      '/response-headers?Location=/%ff',
    ],
    ...[
      '/response-headers?ETag=x&Vary=y',
      '/response-headers?Location=/%E6%96%87',
      '/response-headers?content-type=text/plain',
    ],
    ...[
      '/redirect-to?url=%ff',
      '/redirect-to?url=/%ff%C3%A9',
      '/redirect-to?url=/caf%e9?%ff=%C3%A9',
      '/redirect-to?url=%20/get',
    ],
    ...[
      '/redirect-to?url=/get%20',
      '/redirect-to?url=/%5B%5D%22',
      '/redirect-to?url=/a%7Fb',
      '/redirect-to?url=a:b',
      '/redirect-to?url=',
    ],
    ...[
      '/redirect-to?url=/a&status_code=304',
      '/redirect-to?url=/a&status_code=3_01',
      '/redirect-to?url=/a&status_code=%20301',
    ],
    ...[
      '/stream/1?%ff=%e9',
      '/delay/0?%ff',
      '/cache?%ff',
      '/gzip?%ff',
      '/links/2?%ff',
      '/bytes/3?seed=%ff',
      '/drip?numbytes=%ff',
    ],
    ...[
      '/basic-auth/%ff/%ff',
      '/hidden-basic-auth/%C3%A9/x',
      '/base64/%ff',
      '/base64/4pyT%0A',
      '/base64/YQ==YQ==',
      '/image/%ff',
    ],
    ...[
      '/bytes/10?seed=-1',
      '/bytes/10?seed=1_000',
      '/bytes/10?seed=12345678901234567890123',
      '/bytes/10?SEED=0',
      '/bytes/01?seed=1',
    ],
    ...[
      '/stream-bytes/20?seed=1&chunk_size=3',
      '/stream-bytes/20?seed=1&chunk_size=0',
      '/range/26?chunk_size=3',
      '/range/26?chunk_size=x',
    ],
    ...[
      '/status/+200',
      '/status/%20200',
      '/status/200,',
      '/status/200:1,200:2',
      '/status/200:x',
      '/status/200.0',
      '/status/0',
      '/status/99',
    ],
    ...[
      '/status/100',
      '/status/1000',
      '/status/2_00',
      '/delay/.01',
      '/delay/1e-3',
      '/delay/abc',
      '/delay/1_0e-3',
      '/drip?numbytes=3&duration=0&code=304',
    ],
    ...[
      '/drip?numbytes=3&duration=-1',
      '/drip?numbytes=1.5&duration=0',
      '/links/0',
      '/links/201/3',
      '/links/3/x',
      '/redirect/0',
    ],
    ...[
      '/redirect/01',
      '/absolute-redirect/0',
      '/redirect/1?absolute=True&absolute=false',
      '/cache/-1',
      '/cache/99999999999',
      '/legacy',
      '/spec.json',
    ],
    ...[
      '/cookies/set?=1',
      '/cookies/set?a%3Bb=1',
      '/cookies/set?a%3Db=1',
      '/cookies/set?a%20b=1',
      '/cookies/set?a=%0d%0aX:1',
      '/cookies/set',
    ],
  ),
  ...fields('/get', [
    ...[
      'X_A: 1',
      'X_A: 1|X-A: 2',
      'X-A: 2|x_a: 1',
      'x_forwarded_for: 1.2.3.4',
      'X-Forwarded-For: 1|X-Forwarded-For: 2',
    ],
    ...[
      'X-Forwarded-Proto: wss',
      'X-Forwarded-Proto: https, http',
      'X-Forwarded-Protocol: ssl',
      'X-Forwarded-Ssl: ON',
    ],
    ...[
      'X-Forwarded-Proto: |X-Forwarded-Ssl: on',
      'X-Forwarded-Port: 81',
      'Forwarded: for=1.2.3.4;proto=https',
    ],
    ...[
      'Host: EXAMPLE.com',
      'Host: h:80',
      'Host: h:443',
      'Host: xn--bcher-kva.example',
      'Host: [::1]:80',
      'Host: a_b.example',
    ],
    'Host: ',
    'Host: h:0',
    'Host: h:x',
    'Host: u@h',
    'Host: h,h',
    'Host: .',
    ...[
      'X-A: \xff',
      'X-A: caf\xc3\xa9',
      'X-A: \ta\t',
      'X-A: a,b|X-A: |X-A: c',
      "x!#$%&'*+.^`|~1-b2c: 1",
      'X.Y: 1',
      'Content-Length: 0',
    ],
    ...[
      'Cookie: a=1|Cookie: b=2',
      'Expect: 100-continue',
      'TE: trailers',
      'Origin: null',
      'Connection: keep-alive, X',
    ],
  ]),
  ...fields('/cookies', [
    ...[
      'Cookie: a=\xff',
      'Cookie: a=caf\xc3\xa9; b=\xe9',
      'Cookie: \xff=1',
      'Cookie: a="caf\\351"',
      'Cookie: a="\\303\\251"; b=%ff',
    ],
    ...[
      'Cookie: a="b;c"',
      'Cookie: a=b=c',
      'Cookie: =x',
      'Cookie: a',
      'Cookie: ;;',
      'Cookie: a = 1',
      'Cookie: a="',
      'Cookie: a b=1',
    ],
    'Cookie: a=1,b=2',
    'Cookie: $Version=1; a=1',
    'Cookie: a="b\\"c"',
  ]),
  ...fields('/cookies/set?a=1', [
    'X-Forwarded-Protocol: ssl',
    'X-Forwarded-Proto: HTTPS',
    'X-Forwarded-Ssl: on',
  ]),
  ...fields('/redirect/2?absolute=true', ['Host: ', 'Host: EXAMPLE.com:80']),
  ...fields('/ip', ['X-Forwarded-For: \xff', 'X-Forwarded-For: ']),
  ...fields('/user-agent', ['User-Agent: \xff', 'User-Agent: ', 'User-Agent: a|User-Agent: b']),
  ...fields('/bearer', ['Authorization: Bearer ', 'Authorization: Bearer  x', 'Authorization: Token x']),
  ...fields('/basic-auth/u/p', [
    ...[
      'Authorization: basic dTpw',
      'Authorization: Basic dTpw=',
      'Authorization: Basic !!!',
      'Authorization: Basic dQ==',
    ],
  ]),
  ...fields('/range/26', [
    ...[
      'Range: bytes=0-4,6-8',
      'Range: bytes=0-1,',
      'Range: bytes=1',
      'Range: bytes=+1-2',
      'Range: bytes=-0',
      'Range: bytes=-27',
    ],
    'Range: bytes=25-99',
    'Range: bytes',
    'Range: BYTES=0-1',
    'Range: bytes=0-4|If-Range: "x"',
  ]),
  ...fields('/image', [
    'Accept: image/png;q=0',
    'Accept: IMAGE/PNG',
    'Accept: image/webp;q=0.1,image/*',
    'Accept: ',
  ]),
  ...fields('/etag/abc', ['If-None-Match: ', 'If-Match: ', 'If-None-Match: a"b']),
  ...['MD5-sess', 'SHA-256-sess', 'FOO', 'md5'].map((name) => ({ path: `/digest-auth/auth/u/p/${name}` })),
  ...['none', 'AUTH', 'auth,auth-int'].map((name) => ({ path: `/digest-auth/${name}/u/p` })),

  ...[
    '%ff',
    '%ff=%e9',
    'd=%ff',
    'a=%ED%A0%80',
    'a=%E2%82x',
    'a=caf\xc3\xa9',
    'a=\xff',
    'a=caf\xe9&b=%ff',
  ].map((body) => post(FORM, body)),
  post(`${FORM}; charset=iso-8859-1`, 'a=caf%e9'),
  ...[FORM.toUpperCase(), `${FORM};x`, 'application/x-url-encoded', `${FORM}, text/plain`].map((type) =>
    post(type, 'a=1'),
  ),
  ...[
    '',
    '; boundary=',
    '; boundary=""',
    '; boundary=\xe9',
    '; boundary=other',
    '; BOUNDARY="b"',
    ';boundary=b;charset=utf-8',
  ].map((rest) =>
    post(
      `multipart/form-data${rest}`,
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
    ),
  ),
  post('multipart/form-data', '{"a":1}'),
  post('multipart/form-data', '\xff'),
  post('multipart/mixed; boundary=b', '--b--'),
  ...[
    '--b--',
    '--b\r\n\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\n',
    'preamble\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\nepilogue',
    '--b\r\nContent-Disposition: form-data; name="a"; filename=""\r\n\r\n\r\n--b--\r\n',
    '--b\r\ncontent-disposition: FORM-DATA; NAME="a"\r\n\r\nx\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="a\\"b"\r\n\r\nx\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\xe9\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="%ff"\r\n\r\n\xe9\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n\xe9\r\n--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
  ].map((body) => post(MULTIPART, body)),
  ...[
    '"\\ud800"',
    '-0',
    '1.0',
    '01',
    ' {} ',
    '\xef\xbb\xbf{}',
    '""',
    '[1.10, 1E2, 1e-7, 1e16, 1e22]',
    "{'a':1}",
    '[1,]',
    '{"a":"caf\xe9"}',
  ].map((body) => post('application/json', body)),
  post('text/plain', 'a\0\x01\x7f'),
  { ...post(FORM, 'url=/get&status_code=307'), path: '/redirect-to' },
  { ...post(FORM, 'url=/form&status_code=307'), path: '/redirect-to?url=/query&status_code=301' },
  { ...post(FORM, 'b=2'), path: '/response-headers?a=1' },
  { ...post('text/plain', 'x'), path: '/status/204' },
  ...['PROPFIND', 'QUERY', 'CONNECT'].flatMap((method) =>
    ['/get', '/anything', '/status/200'].map((path) => ({ method, path })),
  ),
  ...['POST', 'DELETE', 'TRACE', 'OPTIONS'].flatMap((method) =>
    ['/stream/1', '/image/png', '/cookies/set?a=1', '/digest-auth/auth/u/p'].map((path) => ({
      method,
      path,
    })),
  ),
];

function paths(...list: readonly string[]): WireRequest[] {
  return list.map((path) => ({ path }));
}

function queries(path: string, list: readonly string[]): WireRequest[] {
  return paths(...list.map((query) => `${path}?${query}`));
}

/** @param list the fields of each request, separated by `|`. */
function fields(path: string, list: readonly string[]): WireRequest[] {
  return list.map((text) => ({ path, fields: text.split(/(?<=[^`])\|(?=[A-Z])/i).map(parseField) }));
}

function parseField(line: string): Fields[number] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}

/** @param body as Latin-1 */
function post(type: string, body: string): WireRequest {
  return {
    method: 'POST',
    path: '/post',
    fields: [['Content-Type', type]],
    body: Buffer.from(body, 'latin1'),
  };
}
