import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('every guide is a page without broken links, of less than 200 KB, and linked from home', async (t) => {
  const server = await serve(t);
  const home = (await server.get('/')).text();
  const list = (await server.get('/docs/guides')).text();
  const names = [...list.matchAll(/href="\/docs\/guides\/([^"#]+)"/g)].map(([, name = '']) => name);
  assert.ok(names.length > 15, String(names));
  for (const name of ['control', 'labs-sequences', 'operations', 'reference-settings'])
    assert.ok(names.includes(name), name);
  assert.ok(!names.includes('architecture'), 'for contributors only');
  const pages = new Map(
    await Promise.all(
      names.map(async (name) => {
        const answer = await server.get(`/docs/guides/${name}`);
        assert.equal(answer.status, 200, name);
        assert.ok(answer.body.length < 200_000, `${name} has ${answer.body.length} bytes`);
        return [name, answer.text()] as const;
      }),
    ),
  );
  for (const [name, page] of pages) {
    assert.ok(home.includes(`href="/docs/guides/${name}"`), name);
    assert.match(page, /<h1>[^<]+<\/h1>/, name);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, `${name} repeats an anchor`);
    for (const [, link = ''] of page.matchAll(/ href="([^"]+)"/g)) {
      const [target = '', fragment] = link.split('#');
      assert.doesNotMatch(link, /\.md\b/, name);
      if (fragment === undefined || !/^(?:\/docs\/guides\/.*)?$/.test(target)) continue;
      const other = target === '' ? page : pages.get(target.slice('/docs/guides/'.length));
      assert.ok(other?.includes(` id="${fragment}"`), `${name} links ${link}`);
    }
  }
});

test('a guide shows code, tables and headings, and links to other guides', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs/guides/control')).text();
  assert.match(page, /<h2 id="[\w-]+">/);
  assert.match(page, /<pre><code>/);
  assert.match(page, /<th>/);
  assert.match(page, /href="\/docs\/guides\/assert-requests"/);
  assert.match(page, /aria-current="page"/);
  assert.equal((await server.get('/docs/guides/unknown')).status, 404);
});
