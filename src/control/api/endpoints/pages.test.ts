import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serve } from '#test/support/servers/serve.ts';

const PATH = '/_sparring/pages/inspector.js';

test('the script of a page is a file with a validator, whose digest the page has', async (t) => {
  const server = await serve(t);
  const script = await server.get(PATH);
  assert.deepEqual(
    [script.status, script.field('Content-Type'), script.field('Cache-Control')],
    [200, 'text/javascript; charset=utf-8', 'no-cache'],
  );
  const zipped = await server.get(PATH, [['Accept-Encoding', 'gzip']]);
  assert.equal(gunzipSync(zipped.body).toString(), script.text());
  const tag = String(script.field('ETag'));
  assert.equal((await server.get(PATH, [['If-None-Match', tag]])).status, 304);
  const page = (await server.get('/_sparring/inspector')).text();
  const digest = hash('sha256', script.body, 'base64');
  assert.ok(page.includes(`<script src="${PATH}" integrity="sha256-${digest}"></script>`));
  assert.equal((await server.get('/_sparring/pages/unknown.js')).status, 404);
});

test('other pages and strangers do not get it', async (t) => {
  const server = await serve(t);
  const statusOf = async (...fields: [string, string][]) => (await server.get(PATH, fields)).status;
  assert.equal(await statusOf(['Sec-Fetch-Site', 'same-origin'], ['Sec-Fetch-Dest', 'script']), 200);
  assert.equal(await statusOf(['Sec-Fetch-Site', 'cross-site'], ['Sec-Fetch-Dest', 'script']), 403);
  assert.equal(await statusOf(['Sec-Fetch-Site', 'same-origin'], ['Sec-Fetch-Dest', 'iframe']), 403);
  assert.equal(await statusOf(['Origin', 'http://other.example']), 403);
  assert.equal(await statusOf(['X-Forwarded-For', '192.0.2.1']), 403);
  const withToken = await serve(t, { controlToken: 'a-token-of-some-length' });
  assert.equal((await withToken.get(PATH, [['X-Forwarded-For', '192.0.2.1']])).status, 200);
});
