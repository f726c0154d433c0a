import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/docs/search returns the results as a page, and says what it corrected', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs/search?q=cokie')).text();
  assert.match(page, /Showing results for <b>cookie<\/b>/);
  const [first] = page.match(/<ol class="results"><li><a href="[^"]*"/) ?? [];
  assert.equal(first, '<ol class="results"><li><a href="/docs/endpoints/get-cookies"');
  assert.match(page, /<input class="in" name="q"[^>]* value="cokie"/);
  assert.match((await server.get('/docs/search?q=cookie+xqzzyx')).text(), /Without: <s>xqzzyx<\/s>/);
  assert.match((await server.get('/docs/search')).text(), /Type a path, a word or a setting\./);
});

test('/docs/search shows a query as text, and rejects one that is too long', async (t) => {
  const server = await serve(t);
  const page = (
    await server.get(`/docs/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
  ).text();
  assert.doesNotMatch(page, /<img/);
  assert.match(page, /Nothing matches|&lt;img/);
  assert.equal((await server.get(`/docs/search?q=${'a'.repeat(201)}`)).status, 400);
  assert.equal((await server.get(`/docs/search?q=${'a'.repeat(200)}`)).status, 200);
});

test('the header of each page with navigation leads to the search', async (t) => {
  const server = await serve(t);
  for (const path of ['/', '/docs/guides/start', '/compose/builder'])
    assert.match(
      (await server.get(path)).text(),
      /action="\/docs\/search" method="get"><label class="with-icon">.*?<input class="in" name="q"/,
      path,
    );
});
