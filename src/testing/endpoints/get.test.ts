import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const FIELDS = [['Host', 'h:81']] as const;

test('returns args, headers, origin and url, sorted and indented as Python', async (t) => {
  const server = await serve(t);
  const response = await server.get('/get?b=two&a=1', FIELDS);
  assert.equal(response.status, 200);
  assert.equal(response.field('Content-Type'), 'application/json');
  assert.equal(
    response.text(),
    `{
  "args": {
    "a": "1",
    "b": "two"
  },
  "headers": {
    "Connection": "close",
    "Host": "h:81"
  },
  "origin": "127.0.0.1",
  "url": "http://h:81/get?b=two&a=1"
}
`,
  );
});

test('HEAD has the Content-Length of GET', async (t) => {
  const server = await serve(t);
  const fields = [['Host', 'h']] as const;
  const [got, head] = await Promise.all([
    server.get('/get?a=1', fields),
    server.send({ method: 'HEAD', path: '/get?a=1', fields }),
  ]);
  assert.equal(head.status, 200);
  assert.equal(head.field('Content-Length'), String(got.body.length));
});

test('returns a string for a name, and a list for a repeated name', async (t) => {
  const server = await serve(t);
  const args = async (query: string) => {
    const response = await server.get(`/get?${query}`);
    return Reflect.get(Object(response.json()), 'args');
  };
  assert.deepEqual(await args('a=1&a=2&b=3'), { a: ['1', '2'], b: '3' });
  assert.deepEqual(await args('a;b'), { 'a;b': '' });
  assert.deepEqual(await args('&&a&=b&c=&c'), { '': 'b', a: '', c: ['', ''] });
  assert.deepEqual(await args('%zz=1&a+b=%20c'), { '%zz': '1', 'a b': ' c' });
  assert.deepEqual(await args('%ff=%C3%A9'), { '%FF': 'é' });
  assert.deepEqual(await args('a[]=1&a[]=2'), { 'a[]': ['1', '2'] });
});

test('accepts names that are special in JavaScript', async (t) => {
  const server = await serve(t);
  const response = await server.get('/get?__proto__=x&constructor=y&10=a&9=b', [
    ['__proto__', 'z'],
    ...FIELDS,
  ]);
  assert.match(
    response.text(),
    /"args": \{\s+"10": "a",\s+"9": "b",\s+"__proto__": "x",\s+"constructor": "y"\s+\}/,
  );
  assert.match(response.text(), /"__Proto__": "z"/);
});

test('sorts names by code point, also above U+FFFF', async (t) => {
  const server = await serve(t);
  const response = await server.get('/get?%F0%9F%98%80=1&%EF%BF%BD=2&b=3&B=4');
  assert.match(
    response.text(),
    /"args": \{\s+"B": "4",\s+"b": "3",\s+"\\ufffd": "2",\s+"\\ud83d\\ude00": "1"\s+\}/,
  );
});

test('returns headers in title case, and joins repeats with a comma', async (t) => {
  const server = await serve(t);
  const response = await server.get('/get', [
    ['x-lower-CASE', 'a'],
    ['X_Under', 'b'],
    ['X-Under', 'c'],
    ['x_under', 'e'],
    ['x_forwarded_for', '1.2.3.4'],
    ['x-sha256sum', 'd'],
    ['Content-Type', ''],
    ...FIELDS,
  ]);
  assert.deepEqual(Reflect.get(Object(response.json()), 'headers'), {
    Connection: 'close',
    Host: 'h:81',
    'X-Lower-Case': 'a',
    'X-Sha256Sum': 'd',
    'X-Under': 'c',
    X_Forwarded_For: '1.2.3.4',
    X_Under: 'b,e',
  });
});

test('hides headers of proxies unless the query has show_env', async (t) => {
  const server = await serve(t);
  const added = [
    'X-Varnish',
    'X-Request-Start',
    'X-Heroku-Queue-Depth',
    'X-Real-Ip',
    'X-Forwarded-Proto',
    'X-Forwarded-Protocol',
    'X-Forwarded-Ssl',
    'X-Heroku-Queue-Wait-Time',
    'X-Forwarded-For',
    'X-Heroku-Dynos-In-Use',
    'X-Forwarded-Port',
    'X-Request-Id',
    'Via',
    'Total-Route-Time',
    'Connect-Time',
  ];
  const fields = [...added, 'X-Forwarded-Host'].map((name): [string, string] => [name, 'v']);
  const names = async (path: string) => {
    const response = await server.get(path, fields);
    return Object.keys(Object(Reflect.get(Object(response.json()), 'headers')));
  };
  assert.deepEqual(await names('/get'), ['Connection', 'Host', 'X-Forwarded-Host']);
  assert.deepEqual(await names('/get?show_env'), [...added, 'Connection', 'Host', 'X-Forwarded-Host'].sort());
});

test('returns X-Forwarded-For or the peer address as origin', async (t) => {
  const server = await serve(t);
  const origin = async (fields: [string, string][]) => {
    const response = await server.get('/get', fields);
    return Reflect.get(Object(response.json()), 'origin');
  };
  assert.equal(await origin([]), '127.0.0.1');
  assert.equal(await origin([['X-Forwarded-For', '1.2.3.4, 5.6.7.8']]), '1.2.3.4, 5.6.7.8');
  assert.equal(
    await origin([
      ['X-Forwarded-For', '1.2.3.4'],
      ['x-forwarded-for', '5.6.7.8'],
    ]),
    '1.2.3.4,5.6.7.8',
  );
});

test('uses the scheme that a proxy reports', async (t) => {
  const server = await serve(t);
  const url = async (...fields: [string, string][]) => {
    const response = await server.get('/get', [...FIELDS, ...fields]);
    return Reflect.get(Object(response.json()), 'url');
  };
  assert.equal(
    await url(['X-Forwarded-Proto', 'https'], ['X-Forwarded-Protocol', 'ftp']),
    'https://h:81/get',
  );
  assert.equal(await url(['X-Forwarded-Protocol', 'https'], ['X-Forwarded-Ssl', 'off']), 'https://h:81/get');
  assert.equal(await url(['X-Forwarded-Ssl', 'on']), 'https://h:81/get');
  assert.equal(await url(['X-Forwarded-Ssl', 'yes'], ['X-Forwarded-Host', 'other']), 'http://h:81/get');
});

test('uses the Host header in Unicode', async (t) => {
  const server = await serve(t);
  const url = async (host: string) => {
    const response = await server.get('/get', [['Host', host]]);
    return Reflect.get(Object(response.json()), 'url');
  };
  assert.equal(await url('Example.COM:80'), 'http://example.com/get');
  assert.equal(await url('[::1]:8080'), 'http://[::1]:8080/get');
  assert.equal(await url('xn--n3h.net:81'), 'http://☃.net:81/get');
});

test('uses the local address without a Host header', async (t) => {
  const server = await serve(t);
  const [response] = await exchangeBytes(server.port, 'GET /get HTTP/1.0\r\n\r\n');
  assert.equal(Reflect.get(Object(response?.json()), 'url'), `http://127.0.0.1:${server.port}/get`);
});

test('uses path and host of a target in absolute form (RFC 9112 §3.2.2)', async (t) => {
  const server = await serve(t);
  const response = await server.get('http://other/get?a=1', FIELDS);
  assert.equal(Reflect.get(Object(response.json()), 'url'), 'http://other/get?a=1');
});
