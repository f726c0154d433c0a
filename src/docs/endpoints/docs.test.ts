import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('the reference shows deprecation, parameters and responses', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs')).text();
  const articleOf = (id: string) => page.split(`id="${id}"`).at(-1)?.split('</article>')[0] ?? '';
  const create = articleOf('post-api-v3-authorizations');
  assert.match(create, /deprecated/);
  assert.match(create, /fingerprint\?: string/);
  assert.match(create, /hashed_token: string \| null/);
  assert.match(create, /Login and password/);
  const range = articleOf('get-range-n');
  assert.doesNotMatch(range, /deprecated/);
  assert.match(range, /<code>duration<\/code> <small>query, number, at least 0, 0 by default<\/small>/);
  assert.match(articleOf('get-raw'), /pseudo_fields: \[string, string\]\[\]/);
  assert.match(articleOf('get-image'), /Two boxing gloves\.<\/span> <small>image\/webp, image\/jpeg/);
  assert.match(articleOf('get-redirect-to'), /<dt><code>3XX<\/code><\/dt>/);
  assert.match(articleOf('get-compose'), /<dt><span>Any other<\/span><\/dt>/);
  assert.match(range, /<code>416<\/code> <small>Range Not Satisfiable<\/small>/);
});

test('the examples contain no credentials of accounts', async (t) => {
  const server = await serve(t);
  for (const path of ['/', '/docs']) {
    const page = (await server.get(path)).text();
    const signedIn = [...page.matchAll(/<li class="example"[^>]*data-sign-in[^>]*>/g)].join();
    assert.match(signedIn, /api\/v3/);
    assert.doesNotMatch(signedIn, /Authorization|Basic/);
  }
});

test('an example is sent with its own credentials where any are accepted, and with its Content-Type', async (t) => {
  const page = (await (await serve(t)).get('/docs')).text();
  const exampleOf = (path: string) =>
    new RegExp(`<li class="example"[^>]*data-path="${path}"[^>]*>`).exec(page)?.[0];
  const bearer = exampleOf('/bearer') ?? '';
  assert.match(bearer, /data-fields="Authorization: Bearer abc123"/);
  assert.doesNotMatch(bearer, /data-sign-in/);
  assert.match(
    page,
    /data-path="\/login" data-fields="Content-Type: application\/x-www-form-urlencoded" data-body="login=/,
  );
  assert.match(page, /<a href="\/bearer"|aria-label="Open \/bearer"/);
});
