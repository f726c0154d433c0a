import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEME_ELEMENT } from '#pages/document.ts';
import { serve } from '#test/support/servers/serve.ts';

test('the manual page lists every endpoint of the testing service, and links those without parameters', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/legacy')).text();
  const [testing] = server.services;
  for (const { path, methods } of testing?.endpoints ?? []) {
    assert.ok(page.includes(`>${path}<`), path);
    const [, main = ''] = page.split('<main');
    const isLinked = main.includes(
      `<dt><a href="${path}"><code>${path}</code></a> <span class="m m-${methods[0]}">${methods[0]}<`,
    );
    assert.equal(isLinked, methods.includes('GET') && !path.includes('{'), path);
  }
});

test('its links are not broken', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/legacy')).text();
  const targets = [...page.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target);
  assert.ok(targets.length > 20);
  for (const target of targets) {
    assert.notEqual((await server.send({ method: 'OPTIONS', path: target })).status, 404, target);
  }
});

test('it loads nothing from other origins, and has no script but that of the theme', async (t) => {
  const server = await serve(t);
  const response = await server.get('/legacy');
  assert.match(response.field('Content-Security-Policy') ?? '', /^default-src 'none'/);
  assert.doesNotMatch(response.text().replace(THEME_ELEMENT, ''), /<script|src=|https?:\/\/(?!host:port)/);
});
