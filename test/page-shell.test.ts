import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from './support/servers/serve.ts';

/** A page of every kind, with its status. */
const PAGES: readonly (readonly [path: string, status: number])[] = [
  ['/', 200],
  ['/docs', 200],
  ['/docs/endpoints/get-get', 200],
  ['/docs/guides', 200],
  ['/docs/guides/control', 200],
  ['/legacy', 200],
  ['/compose/builder', 200],
  ['/login', 200],
  ['/_sparring/inspector', 200],
  ['/_sparring', 200],
  ['/_sparring/panel', 200],
  ['/_sparring/panel/rules', 200],
  ['/_sparring/panel/audit', 200],
  ['/nowhere', 404],
  ['/redirect-to', 400],
  ['/docs/unknown/openapi.json', 404],
  ['/_sparring/nowhere', 404],
  ['/settings/nowhere', 404],
];

/** Pages without a navigation: one that users must not leave by mistake, and an error that is the same for all of them. */
const SOLO = ['/login', '/settings/nowhere'];

/** The paths of pages that belong to a section of the navigation. */
const SECTIONS = ['/docs', '/compose/builder', '/_sparring'];

const AS_BROWSER = [['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']] as const;

describe('the shell of the pages', () => {
  it('is the same for every page and every error: icon, logo and navigation', async (t) => {
    const server = await serve(t);
    const paths = new Set<string>();
    for (const [path, status] of PAGES) {
      const response = await server.get(path, AS_BROWSER);
      assert.equal(response.status, status, path);
      assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8', path);
      const page = response.text();
      assert.match(page, /<link rel="icon" href="data:image\/svg\+xml,[^"]+"\/>/, path);
      assert.match(response.field('Content-Security-Policy') ?? '', /; img-src data:/, path);
      if (SOLO.includes(path)) {
        assert.match(page, /<span class="brand"><svg .*?<\/svg> Sparring<\/span>/, path);
        assert.doesNotMatch(page, /<nav|<a [^>]*href="\/(?:docs)?"/, path);
        continue;
      }
      assert.match(page, /<a class="brand" href="\/"><svg .*?<\/svg> Sparring<\/a>/, path);
      const navigation = /<nav class="site" aria-label="Site">(.*?)<\/nav>/.exec(page)?.[1] ?? '';
      const links = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target);
      assert.ok(links.length >= 4, path);
      const menu = /<nav aria-label="Menu">(.*?)<\/nav>/.exec(page)?.[1] ?? '';
      for (const [, target = ''] of menu.matchAll(/href="([^"]+)"/g)) paths.add(target);
      for (const link of links) paths.add(link);
      const current = [...navigation.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, link]) => link);
      assert.deepEqual(current, links.includes(path) ? [path] : current.slice(0, 1), path);
      assert.equal(current.length, SECTIONS.some((section) => path.startsWith(section)) ? 1 : 0, path);
    }
    for (const path of paths) assert.ok((await server.get(path, AS_BROWSER)).status < 400, path);
  });

  it('links no pages that the server does not have', async (t) => {
    const server = await serve(t, { control: false });
    assert.doesNotMatch((await server.get('/nowhere', AS_BROWSER)).text(), /_sparring/);
  });

  it('is not part of the documents that httpbin returns', async (t) => {
    const server = await serve(t);
    for (const path of ['/html', '/links/3/0', '/forms/post', '/deny'])
      assert.doesNotMatch((await server.get(path, AS_BROWSER)).text(), /class="brand"/, path);
  });
});
