import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, requestsOutput } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';

test('redirects every method to the target without content', async (t) => {
  const server = await serve(t);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
    const response = await server.send({ method, path: '/redirect-to?url=http://h.example/%C3%A9?a%26b' });
    assert.deepEqual([response.status, response.reason, response.text()], [302, 'FOUND', ''], method);
    assert.equal(response.field('Location'), 'http://h.example/%C3%A9?a&b');
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(response.field('Content-Length'), '0');
  }
});

test('accepts names in any case, and uses the first', async (t) => {
  const server = await serve(t);
  for (const [query, location, status] of [
    ['URL=/a&Status_Code=307', '/a', 307],
    ['url=/a&url=/b', '/a', 302],
    ['url=/a&Url=/b', '/a', 302],
    ['url=', '', 302],
    ['url', '', 302],
  ] as const) {
    const response = await server.get(`/redirect-to?${query}`);
    assert.deepEqual([response.field('Location'), response.status], [location, status], query);
  }
});

test('restricts the status to redirects, and rejects text', async (t) => {
  const server = await serve(t);
  for (const [input, status] of [
    ['300', 300],
    ['304', 304],
    ['399', 399],
    ['200', 302],
    ['400', 302],
    ['-301', 302],
    ['%2B301%20', 301],
    ['3_0_8', 308],
    ['9'.repeat(5000), 302],
    ['', 400],
    ['abc', 400],
    ['301.0', 400],
    ['3__0', 400],
    ['0x12d', 400],
  ] as const) {
    assert.equal((await server.get(`/redirect-to?url=/get&status_code=${input}`)).status, status, input);
  }
});

test('rejects a missing target and control characters', async (t) => {
  const server = await serve(t);
  for (const query of [
    '',
    '?ur=/get',
    '?url=%0d%0aX-Evil:%201',
    '?url=/%0d%0aSet-Cookie:%20a',
    '?url=http://h/%00',
    '?url=/get%7f',
    '?url=%0a',
  ]) {
    const response = await server.get(`/redirect-to${query}`);
    assert.equal(response.status, 400, query);
    assert.equal(response.field('Location'), undefined);
  }
});

test('sends an unusable target as httpbin does', async (t) => {
  const server = await serve(t);
  for (const [input, location] of [
    ['http://:1', 'http://:1'],
    ['http:///a', 'http:///a'],
    ['//', '//'],
    ['http://h:port/', 'http://h:port/'],
    ['http://h:99999/', 'http://h:99999/'],
    ['http://[::1', 'http://[::1'],
    ['http://a@b@c/', 'http://a@b@c/'],
    ['http://a b/c d', 'http://a b/c%20d'],
    ['http:\\\\h\\a', 'http:\\\\h\\a'],
    ['/\\h', '/\\h'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:text/html,x', 'data:text/html,x'],
    ['mailto:é@h', 'mailto:%C3%A9@h'],
    ['é:x', '%C3%A9:x'],
    ['http://ü:port/', 'http://%C3%BC:port/'],
    ['http://bücher.example/é', 'http://xn--bcher-kva.example/%C3%A9'],
    [' http://h/ ', 'http://h/'],
  ] as const) {
    const response = await server.get(`/redirect-to?url=${encodeURIComponent(input)}`);
    assert.deepEqual([response.status, response.field('Location')], [302, location], input);
  }
});

test('rejects targets without a host on the list', async (t) => {
  const server = await serve(t, { allowedRedirectDomains: ['example.com'] });
  for (const input of [
    'http://:1',
    'http:///a',
    '//',
    'javascript:alert(1)',
    'http://h:port/',
    'http:\\\\h',
  ]) {
    const response = await server.get(`/redirect-to?url=${encodeURIComponent(input)}`);
    assert.deepEqual([response.status, response.field('Location')], [400, undefined], input);
  }
});

const FORM = 'application/x-www-form-urlencoded';
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test('reads what the query lacks from a form', async (t) => {
  const server = await serve(t);
  const multipart = `${part('url', '/é')}${part('status_code', '308')}--b--\r\n`;
  for (const method of ['POST', 'PUT', 'PATCH'])
    for (const [query, type, body, expected] of [
      ['', FORM, 'url=/get&status_code=307', [307, '/get']],
      ['', FORM, 'URL=%2Fa%3Fb%3Dc+d&Status_Code=301', [301, '/a?b=c%20d']],
      ['', FORM, 'url=/a&url=/b', [302, '/a']],
      ['?status_code=303', FORM, 'url=/get&status_code=307', [303, '/get']],
      ['?url=/query', FORM, 'url=/form&status_code=307', [307, '/query']],
      ['?url=/query&status_code=301', FORM, 'url=/form&status_code=x', [301, '/query']],
      ['', 'multipart/form-data; boundary=b', multipart, [308, '/%C3%A9']],
      ['?url=/query', 'multipart/form-data', 'url=/form', [302, '/query']],
      ['', FORM, 'url=/get&status_code=x', [400, undefined]],
      ['', FORM, 'url=%0d%0aX:1', [400, undefined]],
      ['', FORM, '', [400, undefined]],
      ['', 'text/plain', 'url=/get', [400, undefined]],
      ['', 'application/json', '{"url": "/get"}', [400, undefined]],
    ] as const) {
      const fields = [['Content-Type', type]] as const;
      const response = await server.send({ method, path: `/redirect-to${query}`, fields, body });
      assert.deepEqual([response.status, response.field('Location')], expected, `${method} ${query} ${body}`);
    }
});

test('restricts the target of a form to allowed hosts', async (t) => {
  const server = await serve(t, { allowedRedirectDomains: ['example.com'] });
  const fields = [['Content-Type', FORM]] as const;
  const send = (body: string) => server.send({ method: 'POST', path: '/redirect-to', fields, body });
  assert.equal((await send('url=http://evil.example/')).status, 403);
  assert.equal((await send('url=http://example.com/')).status, 302);
});

test('redirects with a body above the limit, unless it needs the body as a form', async (t) => {
  const server = await serve(t, { maxBodySize: 10 });
  const send = (path: string, type: string) =>
    server.send({ method: 'POST', path, fields: [['Content-Type', type]], body: 'url=/123456789' });
  assert.equal((await send('/redirect-to?url=/get', 'text/plain')).status, 302);
  assert.equal((await send('/redirect-to?url=/get&status_code=307', FORM)).status, 307);
  assert.equal((await send('/redirect-to', FORM)).status, 413);
});

test('rejects hosts that are not on the list', async (t) => {
  const server = await serve(t, { allowedRedirectDomains: ['example.com'] });
  for (const [url, status] of [
    ['http://EXAMPLE.com:8080/', 302],
    ['/get', 302],
    ['http://evil.example/', 403],
    ['//evil.example/', 403],
    ['http://example.com@evil.example/', 403],
    ['/%5Cevil.example', 302],
  ] as const) {
    const response = await server.get(`/redirect-to?url=${encodeURIComponent(url)}`);
    assert.equal(response.status, status, url);
    assert.equal(response.field('Location') !== undefined, status === 302);
  }
  const refused = await server.get('/redirect-to?url=http://evil.example');
  assert.deepEqual(
    Reflect.get(Object(refused.json()), 'detail'),
    'Redirects to this host are not allowed. Allowed hosts: example.com.',
  );
});

test('curl follows the redirect', async (t) => {
  const server = await serve(t);
  const target = encodeURIComponent(`${server.url}/anything/é?a=b c`);
  const start = `${server.url}/redirect-to?status_code=307&url=${target}`;
  const printed = await output(t, 'curl', ['-sSL', '--data', 'x=y', '-w', '%{num_redirects}', start]);
  if (printed === undefined) return;
  const [, json = '', count] = /^(.*\n)(\d+)$/s.exec(printed) ?? [];
  const { form, url, method } = JSON.parse(json);
  assert.deepEqual([form, method, count], [{ x: 'y' }, 'POST', '1']);
  assert.equal(url, `${server.url}/anything/é?a=b%20c`);
});

test("Python's requests follows redirects with special characters", async (t) => {
  const server = await serve(t);
  const script = `
import sys, requests
session = requests.Session()
session.trust_env = False
for target in ['/get?a=1', 'get?a=1', sys.argv[1] + '/anything/é ?a={1}', '?url=/get', '//' + sys.argv[1][7:] + '/get']:
    answer = session.get(sys.argv[1] + '/redirect-to', params={'url': target})
    print(answer.status_code, len(answer.history), answer.json()['url'][len(sys.argv[1]):])`;
  const printed = await requestsOutput(t, script, [server.url]);
  if (printed === undefined) return;
  assert.deepEqual(printed.trim().split('\n'), [
    '200 1 /get?a=1',
    '200 1 /get?a=1',
    '200 1 /anything/é%20?a={1}',
    '200 2 /get',
    '200 1 /get',
  ]);
});
