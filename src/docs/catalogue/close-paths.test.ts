import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

const AS_BROWSER = [['Accept', 'text/html']] as const;

test('the page of an unknown path has the three closest paths, the first of which is meant', async (t) => {
  const server = await serve(t);
  await server.get('/docs/guides');
  for (const [path, href] of [
    ['/gets', '/docs/endpoints/get-get'],
    ['/statuses/404', '/docs/endpoints/get-status-codes'],
    ['/delays/3', '/docs/endpoints/get-delay-delay'],
    ['/docs/guides/labs/sequences', '/docs/guides/labs-sequences'],
  ] as const) {
    const response = await server.get(path, AS_BROWSER);
    assert.equal(response.status, 404, path);
    const page = response.text();
    const [, list = ''] = /<ul class="near">(.*?)<\/ul>/s.exec(page) ?? [];
    const links = [...list.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    assert.equal(links[0], href, `${path}: ${links.join(' ')}`);
    assert.ok(links.length <= 3);
  }
});

test('a path that is similar to nothing, or too long to compare, has no suggestion', async (t) => {
  const server = await serve(t);
  for (const path of ['/xqzzyxwvut', `/${'get/'.repeat(40)}`])
    assert.doesNotMatch((await server.get(path, AS_BROWSER)).text(), /Did you mean/, path);
});

test('a client that asks for no page gets the error as before', async (t) => {
  const server = await serve(t);
  const { body } = await server.get('/gets');
  assert.doesNotMatch(body.toString(), /Did you mean|<main/);
});
