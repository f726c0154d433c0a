import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageCache } from './page-cache.ts';

const page = { fields: [], content: Buffer.from('page') };

test('a page is rendered once, and again only after it is evicted', async () => {
  const pages = createPageCache(2);
  const rendered: string[] = [];
  const ask = (key: string) =>
    pages.get(key, async () => {
      rendered.push(key);
      return page;
    });
  for (const key of ['a', 'a', 'b', 'a', 'c', 'b', 'a'])
    assert.deepEqual((await ask(key)).content, page.content);
  assert.deepEqual(rendered, ['a', 'b', 'c', 'a']);
});

test('a page is rendered again after an error', async () => {
  const pages = createPageCache(2);
  await assert.rejects(pages.get('a', () => Promise.reject(new Error('no'))));
  assert.deepEqual((await pages.get('a', async () => page)).content, page.content);
});
