import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, test } from 'node:test';
import { Type } from 'typebox';
import { THEME_ELEMENT } from '#pages/document.ts';
import { THEME_SCRIPT } from '#pages/theme.ts';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createDocsService } from '../service.ts';

const digestOf = (text: string | Buffer) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const PAGES = ['/', '/docs', '/docs/endpoints/get-get'] as const;

for (const path of PAGES) {
  describe(`the page at ${path}`, () => {
    it('loads nothing from other origins, and allows no other script', async (t) => {
      const server = await serve(t);
      const response = await server.get(path);
      const script = (await server.get('/docs/page.js')).body;
      const digest = digestOf(script);
      const style = /<style>([\s\S]*?)<\/style>/.exec(response.text())?.[1] ?? '';
      assert.equal(
        response.field('Content-Security-Policy'),
        `default-src 'none'; style-src '${digestOf(style)}'; ` +
          `script-src '${digestOf(THEME_SCRIPT)}' '${digest}'; img-src data: blob:; connect-src 'self'; form-action 'self'; ` +
          "base-uri 'none'; frame-ancestors 'none'",
      );
      assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
      // The form of the home page is checked for its origin.
      assert.equal(response.field('Referrer-Policy'), path === '/' ? 'same-origin' : 'no-referrer');
      const scripts = response.text().match(/<script[^>]*>[^<]*/g);
      assert.deepEqual(scripts, [
        THEME_ELEMENT.replace('</script>', ''),
        `<script src="/docs/page.js" integrity="${digest}">`,
      ]);
      assert.doesNotMatch(
        response.text(),
        /<[^>]* (?:src|action|srcset)="(?!\/)|<[^>]* on\w+=|<[^>]* style=|@import|url\(/,
      );
    });

    it('has no broken links', async (t) => {
      const server = await serve(t);
      const page = (await server.get(path)).text();
      for (const [, id = ''] of page.matchAll(/href="#([^"]+)"/g))
        assert.ok(page.includes(` id="${id}"`), id);
      for (const [, index = '', id = ''] of page.matchAll(/href="(\/docs(?:\?[^"#]*)?)#([^"]+)"/g))
        assert.ok((await server.get(index)).text().includes(` id="${id}"`), id);
      for (const target of ['/docs', '/legacy', '/llms.txt', '/openapi.json'])
        assert.ok(page.includes(`="${target}"`), target);
      const targets = new Set(
        [...page.matchAll(/ href="(\/docs\/[^"#]+)"/g)].map(([, target = '']) => target),
      );
      for (const target of targets) assert.equal((await server.get(target)).status, 200, target);
    });

    it('rejects an invalid host', async (t) => {
      const server = await serve(t);
      for (const host of [
        '<script>alert(1)</script>',
        'a"b',
        "a'b",
        'a b',
        'a,b',
        'user@a',
        'a/b',
        'a:b',
        'a:123456',
        '[::1',
        'a'.repeat(256),
      ]) {
        const response = await server.get(path, [['Host', host]]);
        assert.equal(response.status, 400, host);
        assert.doesNotMatch(response.text(), /alert\(1\)/);
      }
    });
  });
}

for (const path of ['/', '/docs/endpoints/get-get']) {
  test(`the examples of ${path} have the host that the client called`, async (t) => {
    const server = await serve(t);
    const ask = async (...fields: [string, string][]) =>
      (await server.get(path, fields)).text().replace(/<\/?span[^>]*>/g, '');
    assert.match(await ask(['Host', 'Sparring.example:81']), /curl -i '?http:\/\/sparring\.example:81\//);
    assert.match(await ask(['Host', '[::1]:80']), /curl -i -g 'http:\/\/\[::1\]:80\//);
    assert.match(
      await ask(['Host', 'a.example'], ['X-Forwarded-Proto', 'https']),
      /curl -i '?https:\/\/a\.example\//,
    );
    const [old] = await exchangeBytes(server.port, `GET ${path} HTTP/1.0\r\n\r\n`);
    assert.ok(old?.text().includes(`http://127.0.0.1:${server.port}/`));
  });
}

test('markup in a declaration is escaped on every page', async (t) => {
  const evil = `<script>alert(1)</script>"'&`;
  const toy = endpoint({
    ...anything,
    path: `/${evil}/{name}`,
    methods: ['GET'],
    tag: evil,
    summary: `${evil}.`,
    description: evil,
    deprecated: true,
    params: { name: Type.String({ description: evil }) },
    query: { [evil]: Type.String({ description: evil, default: evil, enum: [evil] }) },
    responses: { 200: evil, 201: Type.Object({ [evil]: Type.String({ description: evil }) }) },
    examples: [{ path: `/${evil}`, fields: [['X', evil]], body: evil, status: 200 }],
    handle() {},
  });
  const [documented] = (await serve(t)).services;
  assert.ok(documented);
  const services = [
    {
      ...documented,
      documentation: {
        ...documented.documentation,
        title: evil,
        description: evil,
        tags: { [evil]: evil },
      },
      endpoints: [toy],
    },
  ];
  const docs = createDocsService({ services, hasJournal: true, version: evil });
  const { port } = await serveToy(t, docs.endpoints, { context: docs.context });
  const ask = async (path: string) =>
    (await exchangeBytes(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`))[0]?.text() ?? '';
  const [entry] = createCatalogue(services).families.flatMap(({ entries }) => entries);
  assert.ok(entry);
  for (const path of ['/', '/docs', entry.page, '/legacy']) {
    const page = await ask(path);
    assert.ok(page.includes('&lt;script>alert(1)') || page.includes('&lt;script&gt;alert(1)'), path);
    assert.doesNotMatch(page.replace(THEME_ELEMENT, ''), /<script>/, path);
    // No quote of the declaration may end an attribute.
    for (const [, value = ''] of page.matchAll(/data-(?:fields|body|path|template)="([^"]*)"/g)) {
      assert.ok(value.includes('&quot;') || value.includes('&lt;'), value);
    }
  }
  assert.ok((await ask('/llms.txt')).includes(evil), 'plain text is as it is');
});

describe('the bins of the home page', () => {
  const OPENED = [
    ['Sec-Fetch-Site', 'none'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ] as const;

  it('are the three that were used last, with their requests and age, and nothing stores the page', async (t) => {
    const server = await serve(t);
    for (const bin of ['b1', 'b2', 'b3', 'b4', 'b2']) await server.get(`/bin/${bin}/get`);
    await server.send({
      method: 'PUT',
      path: '/_sparring/bins/b4',
      fields: [['Content-Type', 'application/json']],
      body: '{"name":"<b>Hooks</b>"}',
    });
    const page = await server.get('/', OPENED);
    assert.deepEqual(
      [...page.text().matchAll(/href="\/_sparring\/bins\/(\w+)">([^<]*) <small>([^<]*)</g)].map(
        ([, key, title, text]) => [key, title, text?.replace(/\d+ s ago/, 'N s ago')],
      ),
      [
        ['b2', 'Bin b2', '2 requests, the last N s ago'],
        ['b4', '&lt;b>Hooks&lt;/b>', '1 request, the last N s ago'],
        ['b3', 'Bin b3', '1 request, the last N s ago'],
      ],
    );
    assert.equal(page.field('Cache-Control'), 'no-store');
    assert.equal(page.field('ETag'), undefined);
    assert.equal(page.field('Cross-Origin-Opener-Policy'), 'same-origin');
  });

  it('are for a browser on this machine only, whose user opens the page', async (t) => {
    const server = await serve(t);
    await server.get('/bin/planted/get');
    const shows = async (fields: readonly (readonly [string, string])[]) =>
      (await server.get('/', fields)).text().includes('planted');
    assert.ok(await shows(OPENED));
    assert.ok(!(await shows([])));
    for (const [name, value] of [
      ['Origin', 'http://attacker.example'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Sec-Fetch-Dest', 'empty'],
      ['Sec-Fetch-Dest', 'iframe'],
      ['Sec-Fetch-Mode', 'cors'],
      ['Host', 'attacker.example'],
      ['X-Forwarded-For', '192.0.2.1'],
      ['Authorization', 'Bearer x'],
    ] as const)
      assert.ok(
        !(await shows([...OPENED.filter(([each]) => each !== name), [name, value]])),
        `${name}: ${value}`,
      );
    const guarded = await serve(t, { controlToken: 'a-token-of-some-length', host: ['0.0.0.0'] });
    await guarded.get('/bin/planted/get');
    assert.doesNotMatch((await guarded.get('/', OPENED)).text(), /planted/);
  });

  it('are not recorded without a journal, which the page says', async (t) => {
    const off = await serve(t, { journal: 0 });
    assert.match((await off.get('/')).text(), /The journal is off.*--journal 1000 --control-token TOKEN/);
    const on = await serve(t);
    assert.doesNotMatch((await on.get('/')).text(), /The journal is off/);
  });
});
