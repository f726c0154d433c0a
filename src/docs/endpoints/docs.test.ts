import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';

test('the index has every endpoint of every service once, with a link to its page', async (t) => {
  const server = await serve(t);
  const services = server.services.filter(({ name }) => name !== 'docs');
  const { families, indexOf } = createCatalogue(services);
  const pages = await Promise.all(
    services.map(async (service) => (await server.get(indexOf(service))).text()),
  );
  for (const page of pages) {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, 'an anchor is repeated');
  }
  const entries = families.flatMap((family) => family.entries);
  assert.equal(entries.length, services.flatMap(({ endpoints }) => endpoints).length);
  for (const { page: path } of entries)
    assert.equal(pages.join('').split(`<a href="${path}">`).length, 2, path);
  for (const { endpoint } of entries)
    assert.ok(pages.join('').includes(`<code>${endpoint.path}</code>`), endpoint.path);
});

test('the index of an unknown service is not found, and the first service is shown without a name', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/docs?service=unknown')).status, 404);
  assert.match(
    (await server.get('/docs')).text(),
    /aria-current="page">HTTP Request and Response Testing Service/,
  );
});
