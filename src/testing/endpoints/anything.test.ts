import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';

const KEYS = ['args', 'data', 'files', 'form', 'headers', 'json', 'origin', 'url'];

test('endpoints of methods return everything except the method', async (t) => {
  const server = await serve(t);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const path = `/${method.toLowerCase()}`;
    const response = await server.send({ method, path: `${path}?a=1`, body: '{"b": 2}' });
    assert.equal(response.status, 200);
    const body = Object(response.json());
    assert.deepEqual(Object.keys(body), KEYS);
    assert.deepEqual([body.args, body.data, body.json], [{ a: '1' }, '{"b": 2}', { b: 2 }]);
    assert.equal((await server.get(path)).status, 405);
    assert.equal((await server.send({ method: 'HEAD', path })).status, 405);
  }
});

test('/anything returns the method', async (t) => {
  const server = await serve(t);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
    for (const path of ['/anything', '/anything/a/b%20c']) {
      const response = await server.send({ method, path, fields: [['Host', 'h']] });
      const body = Object(response.json());
      assert.deepEqual(Object.keys(body), [...KEYS.slice(0, 6), 'method', ...KEYS.slice(6)]);
      assert.deepEqual([body.method, body.url], [method, `http://h${path}`]);
    }
  }
});

test('/anything returns the body of GET; /get does not', async (t) => {
  const server = await serve(t);
  const fields = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  const read = Object((await server.send({ path: '/anything', fields, body: 'a=1' })).json());
  assert.deepEqual(read.form, { a: '1' });
  const ignored = Object((await server.send({ path: '/get', fields, body: 'a=1' })).json());
  assert.deepEqual(Object.keys(ignored), ['args', 'headers', 'origin', 'url']);
  assert.equal(ignored.headers['Content-Length'], '3');
});

test('requires at least one character below /anything/, decoded as one value', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/anything/')).status, 404);
  const response = await server.get('/anything/a%2Fb%3Fc?d=e', [['Host', 'h']]);
  assert.equal(Object(response.json()).url, 'http://h/anything/a/b%3Fc?d=e');
});

test('keeps slashes within the rest of the path, and merges those in front of it', async (t) => {
  const server = await serve(t);
  for (const path of [
    '/anything/a//b',
    '/anything/http://x.example/y?z=//',
    '/anything/a//',
    '/anything/a//b%20c',
  ]) {
    const response = await server.get(path, [['Host', 'h']]);
    assert.deepEqual([response.status, Object(response.json()).url], [200, `http://h${path}`]);
  }
  for (const path of ['/anything//a', '//anything/a', '/anything///a', '//anything//a'])
    assert.equal((await server.get(path, [['Host', 'h']])).field('Location'), 'http://h/anything/a', path);
  assert.equal((await server.get('/anything//')).status, 404);
});

test('echoes any method', async (t) => {
  const server = await serve(t, { h2c: true });
  const fields: [string, string][] = [['Content-Type', 'text/plain']];
  for (const method of ['PROPFIND', 'BREW', 'get']) {
    const one = await server.send({ method, path: '/anything/a', body: 'b=1', fields });
    const two = await requestHttp2(server.url, { method, path: '/anything/a', body: 'b=1', fields });
    assert.deepEqual([one.status, two.status], [200, 200]);
    for (const text of [one.text(), two.body.toString()]) {
      assert.match(text, new RegExp(`"method": "${method}"`));
      assert.match(text, /"data": "b=1"/);
    }
  }
});
