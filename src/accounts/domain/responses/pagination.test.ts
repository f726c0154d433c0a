import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, serveApi } from '#test/support/accounts/api.ts';

async function withFive(api: Api): Promise<void> {
  for (let count = 0; count < 5; count++) await api.call('POST', '/authorizations', { body: {} });
}

/** Relations, and the part of their targets after the path. */
async function links(api: Api, query: string): Promise<[string, string][]> {
  const value = (await api.call('GET', `/authorizations${query}`)).field('Link') ?? '';
  const base = `http://127.0.0.1:${api.port}/api/v3/authorizations?`;
  return [...value.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => {
    assert.ok(target.startsWith(base), target);
    return [relation, target.slice(base.length)];
  });
}

test('links are in the order prev, next, last, first, and missing pages are omitted', async (t) => {
  const api = await serveApi(t, { deprecationHeaders: false });
  await withFive(api);
  assert.deepEqual(await links(api, '?per_page=2'), [
    ['next', 'per_page=2&page=2'],
    ['last', 'per_page=2&page=3'],
  ]);
  assert.deepEqual(await links(api, '?per_page=2&page=2'), [
    ['prev', 'per_page=2&page=1'],
    ['next', 'per_page=2&page=3'],
    ['last', 'per_page=2&page=3'],
    ['first', 'per_page=2&page=1'],
  ]);
  assert.deepEqual(await links(api, '?per_page=2&page=3'), [
    ['prev', 'per_page=2&page=2'],
    ['first', 'per_page=2&page=1'],
  ]);
});

test('a page beyond the end links to the last page', async (t) => {
  const api = await serveApi(t, { deprecationHeaders: false });
  await withFive(api);
  assert.deepEqual(await links(api, '?page=9&per_page=2'), [
    ['prev', 'per_page=2&page=3'],
    ['first', 'per_page=2&page=1'],
  ]);
});

test('a list with one page has no Link', async (t) => {
  const api = await serveApi(t, { deprecationHeaders: false });
  assert.equal((await api.call('GET', '/authorizations')).field('Link'), undefined);
  await withFive(api);
  assert.equal((await api.call('GET', '/authorizations?per_page=5')).field('Link'), undefined);
});

test('other parameters are unchanged, page is the last one, and no value can end the link', async (t) => {
  const api = await serveApi(t, { deprecationHeaders: false });
  await withFive(api);
  assert.deepEqual(await links(api, '?page=1&b=%3E&p%61ge=2&per_page=3&a=1&a&x="><y'), [
    ['next', 'b=%3E&per_page=3&a=1&a&x=%22%3E%3Cy&page=2'],
    ['last', 'b=%3E&per_page=3&a=1&a&x=%22%3E%3Cy&page=2'],
  ]);
});
