import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { GROUPS } from '../guides/guide.ts';
import { loadGuides } from '../guides/load-guides.ts';

test('every guide is a page without broken links, of less than 200 KB, and linked from the start page', async (t) => {
  const server = await serve(t);
  const list = (await server.get('/docs/guides')).text();
  const names = [...list.matchAll(/href="\/docs\/guides\/([^"#]+)"/g)].map(([, name = '']) => name);
  assert.ok(names.length > 15, String(names));
  for (const name of ['control', 'labs-sequences', 'operations', 'reference-settings'])
    assert.ok(names.includes(name), name);
  assert.ok(!names.includes('architecture'), 'for contributors only');
  const pages = new Map(
    await Promise.all(
      names.map(async (name) => {
        const response = await server.get(`/docs/guides/${name}`);
        assert.equal(response.status, 200, name);
        assert.ok(response.body.length < 200_000, `${name} has ${response.body.length} bytes`);
        return [name, response.text()] as const;
      }),
    ),
  );
  for (const [name, page] of pages) {
    assert.match(page, /rel="next"|rel="prev"/, name);
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

test('every guide begins with a command and its output, behind at most 60 words, and each block has a language', async () => {
  for (const { name, html } of await loadGuides()) {
    const [before = '', first = ''] = html.split(/(<figure class="code">[\s\S]*?<\/figure>)/, 2);
    assert.match(
      first,
      /^<figure class="code"><figcaption><span>Shell<[\s\S]*<samp data-label="Output"/,
      name,
    );
    assert.doesNotMatch(before, /<(?:table|h\d|ul|ol)\b/, name);
    const words = before.replaceAll(/<[^>]*>/g, ' ').split(/\s+/).length;
    assert.ok(words <= 60, `${name}: ${words} words before the first command`);
    assert.doesNotMatch(html, /<figcaption><span>Text</, name);
  }
});

test('a guide shows code, tables and headings, and links to other guides', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs/guides/control')).text();
  assert.match(page, /<h2 id="[\w-]+">/);
  assert.match(page, /In this guide/);
  assert.match(page, /aria-label="Copy: Shell"/);
  assert.match(page, /<th>/);
  assert.match(page, /href="\/docs\/guides\/assert-requests"/);
  assert.match(page, /aria-current="page"/);
  assert.equal((await server.get('/docs/guides/unknown')).status, 404);
});

test('every block of code has a Copy button, and the origin of the reader, and no other port', async (t) => {
  const server = await serve(t);
  const index = (await server.get('/docs/guides')).text();
  const names = [...index.matchAll(/<li><a href="(\/docs\/guides\/[^"#]+)"/g)].map(([, path = '']) => path);
  for (const [fields, origin] of [
    [[['Host', 'localhost:9805']], 'http://localhost:9805'],
    [
      [
        ['Host', 'sparring.example'],
        ['X-Forwarded-Proto', 'https'],
      ],
      'https://sparring.example',
    ],
  ] as const) {
    let found = 0;
    for (const path of [...names, '/', '/docs/endpoints/get-get']) {
      const page = (await server.get(path, fields)).text();
      for (const [block = ''] of page.matchAll(/<pre[^>]*>[\s\S]*?<\/pre>/g))
        assert.doesNotMatch(block, /8080/, path);
      assert.doesNotMatch(page, /:8080\b/, path);
      found += page.split(origin).length - 1;
      const blocks = page.match(/<div class="code">/g)?.length ?? 0;
      assert.equal(
        page.match(/<div class="code">(?:(?!<pre)[\s\S])*class="copy/g)?.length ?? 0,
        blocks,
        path,
      );
    }
    assert.ok(found > 50, origin);
  }
});

test('the guides are in groups, in one order, with the previous and the next one, two links from the home page', async (t) => {
  const server = await serve(t);
  assert.match((await server.get('/')).text(), /<main[\s\S]* href="\/docs\/guides(?:#[\w-]+)?"/);
  const index = (await server.get('/docs/guides')).text();
  assert.deepEqual(
    [...index.matchAll(/<h2 id="[^"]*">([^<]*)/g)].map(([, group]) => group?.trim()),
    ['Start', 'Test a client', 'Make it fail', 'GitHub Enterprise API', 'Run it'],
  );
  const names = [...index.matchAll(/<li><a href="(\/docs\/guides\/[^"#]+)"/g)].map(([, path = '']) => path);
  const guides = await loadGuides();
  assert.deepEqual(
    names,
    guides.map(({ name }) => `/docs/guides/${name}`),
  );
  for (const group of GROUPS)
    assert.ok(
      guides.some((guide) => guide.group === group),
      group,
    );
  for (const [place, path] of names.entries()) {
    const page = (await server.get(path)).text();
    assert.equal(/rel="prev" href="([^"]*)"/.exec(page)?.[1], names[place - 1], path);
    assert.equal(/rel="next" href="([^"]*)"/.exec(page)?.[1], names[place + 1], path);
  }
});
