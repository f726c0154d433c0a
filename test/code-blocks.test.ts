import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openBrowser } from './support/browser/browser.ts';
import { serve } from './support/servers/serve.ts';

/** Pages that no other page lists: of each kind one, and states of the inspector. */
const OTHERS = [
  '/',
  '/docs',
  '/docs/guides',
  '/docs/search?q=retry',
  '/legacy',
  '/compose/builder?status=503&header=X-A:1',
  '/login',
  '/nowhere',
  '/_sparring',
  '/_sparring/inspector',
  '/_sparring/bins',
  '/_sparring/bins/b1',
  '/_sparring/panel/rules',
  '/_sparring/panel/data',
];

/** The services besides the first one. */
const SERVICES = ['api', 'accounts', 'control'];

/** A server with a bin, and the paths of all its pages. */
async function servePages(t: TestContext) {
  const server = await serve(t);
  await server.get('/bin/b1/get');
  const listed = await Promise.all(
    ['/docs', ...SERVICES.map((name) => `/docs?service=${name}`), '/docs/guides'].map(async (path) =>
      (await server.get(path)).text(),
    ),
  );
  const links = [...listed.join('').matchAll(/href="(\/docs\/(?:endpoints|guides)\/[^"#]+)"/g)];
  const paths = [...new Set([...links.map(([, path = '']) => path), ...OTHERS])];
  assert.ok(paths.length > 220, `${paths.length} pages`);
  return { server, paths };
}

describe('the blocks of code of all pages', () => {
  for (const [origin, fields] of [
    ['http://localhost:9805', [['Host', 'localhost:9805']]],
    [
      'https://sparring.example',
      [
        ['Host', 'sparring.example'],
        ['X-Forwarded-Proto', 'https'],
      ],
    ],
  ] as const)
    it(`have the origin of the reader, and no other port: ${origin}`, async (t) => {
      const { server, paths } = await servePages(t);
      const without: string[] = [];
      for (const path of paths) {
        const page = (await server.get(path, [...fields, ['Accept', 'text/html']])).text();
        // The default of the setting is 8080, which the text may say.
        assert.doesNotMatch(page, /:8080\b/, path);
        const blocks = [...page.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, block = '']) => block);
        for (const block of blocks) {
          assert.doesNotMatch(block, /8080/, path);
          // Another address of this machine would be that of another server.
          const others = block.match(/https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+/g) ?? [];
          assert.deepEqual(
            others.filter((each) => each !== origin),
            [],
            path,
          );
        }
        if (/^\/docs\/endpoints\/(?:get|post)-(?!api)/.test(path) && !page.includes(`${origin}/`))
          without.push(path);
      }
      assert.deepEqual(without, []);
    });

  it('have a button that copies them', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const { server, paths } = await servePages(t);
    const page = await browser.newPage();
    const off = await serve(t, { journal: 0 });
    let blocks = 0;
    for (const [url, all] of [
      [server.url, paths],
      [off.url, ['/_sparring/inspector']],
    ] as const) {
      await page.goto(`${url}/docs/endpoints/get-get`);
      // The manual page of httpbin has no script, and one command, with placeholders.
      for (const path of all.filter((each) => each !== '/legacy')) {
        const { count, missing } = await page.evaluate<{ count: number; missing: string[] }>(
          `(${FIND_BLOCKS})(${JSON.stringify(path)})`,
        );
        blocks += count;
        assert.deepEqual(missing, [], path);
      }
    }
    assert.ok(blocks > 1500, `${blocks} blocks`);
  });

  it('are copied as they are shown: a schema, a command of a guide, and one of the journal that is off', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t, { journal: 0 });
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    for (const [path, name, expected] of [
      ['/docs/endpoints/get-ip', 'Copy the schema', /^\{\n {2}origin: string[^\n]*\n\}\n$/],
      ['/docs/guides/start', 'Copy: Shell', /^\S.*/],
      ['/_sparring/inspector', 'Copy: Command', /^sparring --journal 1000 --control-token TOKEN$/],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      const button = page.getByRole('button', { name }).first();
      await button.click();
      await page.locator('.copied').waitFor();
      assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), expected, path);
    }
  });
});

/**
 * The blocks of code of a page, and those that no button copies. A block that is empty shows a response later; output is not
 * copied; of the languages of an example, one is shown and copied.
 */
const FIND_BLOCKS = `async (path) => {
  const response = await fetch(path, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const copied = new Set();
  for (const button of page.querySelectorAll('[data-copy]')) {
    const id = button.dataset.copy;
    const group = button.closest('.code, li');
    const found = id === '' ? (group?.matches('.ex') ? [...group.querySelectorAll('pre[data-snippet] code')] : [group?.querySelector('pre code')]) : [page.getElementById(id)];
    for (const each of found) copied.add(each?.closest('pre'));
  }
  const blocks = [...page.querySelectorAll('pre')].filter((pre) => pre.textContent.trim() !== '' && pre.ariaLabel !== 'Output');
  return { count: blocks.length, missing: blocks.filter((pre) => !copied.has(pre)).map((pre) => pre.textContent.slice(0, 60)) };
}`;
