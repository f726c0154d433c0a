import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('redirects to the first page', async (t) => {
  const server = await serve(t);
  for (const [path, location] of [
    ['/links/5', '/links/5/0'],
    ['/links/0', '/links/0/0'],
    ['/links/999', '/links/999/0'],
    ['/links/99999999999999999999999', '/links/9007199254740991/0'],
  ] as const) {
    const response = await server.get(path);
    assert.deepEqual([response.status, response.field('Location')], [302, location]);
  }
});

test('links to all other pages', async (t) => {
  const server = await serve(t);
  const response = await server.get('/links/3/1');
  assert.equal(
    response.text(),
    "<html><head><title>Links</title></head><body><a href='/links/3/0'>0</a> 1 <a href='/links/3/2'>2</a> </body></html>",
  );
});

test('limits the links to 1 to 200', async (t) => {
  const server = await serve(t);
  const countOf = async (path: string) => (await server.get(path)).text().split('<a ').length - 1;
  assert.equal(await countOf('/links/0/1'), 1);
  assert.equal(await countOf('/links/9999/0'), 199);
  assert.equal(await countOf('/links/9999/9999'), 200);
  assert.match((await server.get('/links/9999/0')).text(), /href='\/links\/200\/199'/);
});

test('answers 404 to a value that is not a number', async (t) => {
  const server = await serve(t);
  for (const path of ['/links/x', '/links/-1', '/links/3/x', '/links/3/-1', '/links/3/']) {
    assert.equal((await server.get(path)).status, 404, path);
  }
});
