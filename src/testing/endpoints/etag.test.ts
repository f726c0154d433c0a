import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns the request with the tag of the path', async (t) => {
  const server = await serve(t);
  const response = await server.get('/etag/abc?a=1');
  assert.equal(response.status, 200);
  assert.equal(response.field('ETag'), 'abc');
  assert.equal(Object(response.json()).url, `${server.url}/etag/abc?a=1`);
});

test('answers 304 when If-None-Match has the tag, quoted, weak or bare', async (t) => {
  const server = await serve(t);
  for (const value of ['"abc"', 'W/"abc"', 'abc', '"x", "abc"', 'x,abc', '*']) {
    const response = await server.get('/etag/abc', [['If-None-Match', value]]);
    assert.equal(response.status, 304, value);
    assert.equal(response.field('ETag'), 'abc');
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.text(), '');
  }
  assert.equal((await server.get('/etag/abc', [['If-None-Match', '"abcd"']])).status, 200);
});

test('answers 412 when If-Match does not have the tag', async (t) => {
  const server = await serve(t);
  for (const value of ['"abc"', 'W/"abc"', 'abc', '"x", "abc"', '*']) {
    assert.equal((await server.get('/etag/abc', [['If-Match', value]])).status, 200, value);
  }
  const response = await server.get('/etag/abc', [['If-Match', '"x"']]);
  assert.equal(response.status, 412);
  assert.equal(response.field('ETag'), undefined);
  assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  assert.equal(response.text(), '');
});

test('gives If-None-Match precedence over If-Match, unless it is empty', async (t) => {
  const server = await serve(t);
  const status = async (unwanted: string, wanted: string) => {
    const fields = [
      ['If-None-Match', unwanted],
      ['If-Match', wanted],
    ] as const;
    return (await server.get('/etag/abc', fields)).status;
  };
  assert.equal(await status('"abc"', '"x"'), 304);
  assert.equal(await status('"x"', '"x"'), 200);
  assert.equal(await status('', '"x"'), 412);
});

test('joins repeated headers', async (t) => {
  const server = await serve(t);
  const fields = [
    ['If-None-Match', '"x"'],
    ['If-None-Match', '"abc"'],
  ] as const;
  assert.equal((await server.get('/etag/abc', fields)).status, 304);
});

test('rejects a tag that a header cannot contain', async (t) => {
  const server = await serve(t);
  for (const tag of ['a%0D%0ASet-Cookie:%20x=1', 'a%0Ab', 'a%00b', '%E2%82%AC', '%7F']) {
    for (const fields of [[], [['If-None-Match', '*']]] as const) {
      const response = await server.get(`/etag/${tag}`, fields);
      assert.equal(response.status, 400, tag);
      assert.equal(response.reason, 'BAD REQUEST');
      assert.match(response.text(), /header field/);
      assert.equal(response.field('Set-Cookie'), undefined);
      assert.equal(response.field('ETag'), undefined);
    }
  }
});
