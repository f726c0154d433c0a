import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('the last redirect leads to /get, and earlier ones to a relative URL', async (t) => {
  const server = await serve(t);
  for (const [n, location] of [
    ['1', '/get'],
    ['2', '/relative-redirect/1'],
    ['6', '/relative-redirect/5'],
    ['0006', '/relative-redirect/5'],
    ['9007199254740991', '/relative-redirect/9007199254740990'],
  ] as const) {
    const response = await server.get(`/redirect/${n}`);
    assert.equal(response.status, 302, n);
    assert.equal(response.field('Location'), location);
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
    assert.ok(response.text().includes(`<a href="${location}">${location}</a>`));
  }
});

test('uses absolute URLs with absolute=true, in any case', async (t) => {
  const server = await serve(t);
  for (const [path, location] of [
    ['/redirect/1?absolute=true', '/get'],
    ['/redirect/6?absolute=TRUE', '/absolute-redirect/5'],
    ['/redirect/6?absolute=true&absolute=false', '/absolute-redirect/5'],
  ] as const) {
    assert.equal((await server.get(path)).field('Location'), `${server.url}${location}`);
  }
  for (const query of [
    'absolute',
    'absolute=1',
    'absolute=yes',
    'Absolute=true',
    'absolute=false&absolute=true',
  ]) {
    assert.equal((await server.get(`/redirect/6?${query}`)).field('Location'), '/relative-redirect/5', query);
  }
});

test('rejects zero and numbers that are not exact', async (t) => {
  const server = await serve(t);
  for (const style of ['redirect', 'absolute-redirect', 'relative-redirect']) {
    for (const n of ['0', '00', '9007199254740992', '9007199254740993', '9'.repeat(10_000)]) {
      const response = await server.get(`/${style}/${n}`);
      assert.equal(response.status, 400, `${style} ${n}`);
      assert.equal(response.field('Location'), undefined);
    }
  }
});

test('answers 404 to a value that is not an integer', async (t) => {
  const server = await serve(t);
  for (const style of ['redirect', 'absolute-redirect', 'relative-redirect']) {
    for (const n of ['-1', '+1', 'two', '1.5', '1e3', '%D9%A1', '1%20', '0x1']) {
      assert.equal((await server.get(`/${style}/${n}`)).status, 404, `${style} ${n}`);
    }
  }
});

test('redirects exactly n times in each style', async (t) => {
  const server = await serve(t);
  for (const start of [
    '/redirect/4',
    '/redirect/4?absolute=true',
    '/absolute-redirect/4',
    '/relative-redirect/4',
  ]) {
    let path = start;
    let count = 0;
    for (let response = await server.get(path); response.status === 302; response = await server.get(path)) {
      count++;
      const { pathname, search } = new URL(response.field('Location') ?? '', server.url);
      path = pathname + search;
    }
    assert.deepEqual([path, count], ['/get', 4], start);
  }
});
