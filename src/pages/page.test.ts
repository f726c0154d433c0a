import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { version } from '../version.ts';
import { type DocumentContent, renderDocument, THEME_ELEMENT } from './document.ts';
import { renderErrorPage } from './error-page.ts';
import { html } from './html.ts';
import { iconHtml, iconSprite } from './icons.ts';
import { ICON_URL } from './logo.ts';
import { Navigation } from './navigation.ts';
import { renderPage } from './page.ts';
import { NO_SITE, siteHeader } from './site-header.ts';
import { THEME_BUTTON, THEME_SCRIPT } from './theme.ts';

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const PAGES = [
  { title: 'A & B', path: '/a', position: 1 },
  { title: 'C', path: '/a/c', position: 2 },
];

describe('a page', () => {
  it('has the parts of its content, and a policy that allows nothing else', () => {
    const { fields, content } = renderDocument(
      {
        title: 'T & U',
        stylesheet: 'p{}',
        script: 'f()',
        policy: ["form-action 'self'"],
        images: 'https://images.example',
        referrerPolicy: 'same-origin',
        head: '<meta name="x">',
        layout: 'wide',
        skipLabel: 'Skip <all>',
        account: '<p>account</p>',
        navigation: '<nav>n</nav>',
        main: '<h1>m</h1>',
        templates: '<template></template>',
      },
      { services: [{ extension: new Navigation(PAGES) }], path: '/a/c/d' },
    );
    assert.deepEqual(fields, [
      ['Content-Type', 'text/html; charset=utf-8'],
      [
        'Content-Security-Policy',
        `default-src 'none'; style-src ${digest('p{}')}; script-src ${digest(THEME_SCRIPT)} ${digest('f()')}; img-src data: https://images.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'same-origin'],
    ]);
    assert.equal(
      content.toString(),
      [
        '<!doctype html><html lang="en"><head><meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        '<title>T &amp; U · Sparring</title>',
        `<link rel="icon" href="${ICON_URL}"/><style>p{}</style>${THEME_ELEMENT}<meta name="x"></head>`,
        '<body class="wide">',
        iconSprite(siteHeader({ pages: PAGES, path: '/a/c/d' })),
        '<a class="skip" href="#main">Skip &lt;all&gt;</a>',
        siteHeader({ pages: PAGES, path: '/a/c/d' }, '<p>account</p>'),
        '<nav>n</nav><main id="main"><h1>m</h1></main>',
        '<template></template><p id="announcement" class="vh" role="status"></p><script>f()</script>',
        '</body></html>\n',
      ].join(''),
    );
  });

  it('needs a title, a stylesheet and a main part only', () => {
    const { fields, content } = renderDocument(
      { title: 'Sparring', stylesheet: '', policy: [], main: 'm' },
      NO_SITE,
    );
    assert.deepEqual(fields.slice(1, 4), [
      [
        'Content-Security-Policy',
        `default-src 'none'; style-src ${digest('')}; script-src ${digest(THEME_SCRIPT)}; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
      ],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ]);
    assert.match(
      content.toString(),
      /<title>Sparring<\/title>.*<\/style><script>.*<\/script><\/head><body><a class="skip" href="#main">Skip to the content<\/a><header class="top"><a class="brand" href="\/">.* Sparring<\/a><div class="right"><\/div><\/header><main id="main">m<\/main><p id="announcement" class="vh" role="status"><\/p><\/body><\/html>\n$/,
    );
  });

  it('can have its script at a URL', () => {
    const content = { title: 'T', stylesheet: '', policy: [], main: '', script: 'f()', scriptUrl: '/s?a&b' };
    const script = `<script src="/s?a&amp;b" integrity="${digest('f()').slice(1, -1)}"></script></body>`;
    const page = renderDocument(content, NO_SITE).content.toString();
    assert.ok(page.includes(script), page);
  });

  it('has its stylesheet without the spaces that it does not need', () => {
    const stylesheet = [
      'a > b, c { margin: 0 0.5rem; width: calc(0.25px + 10.5px); }',
      '@media print { p { color: red; } }',
      '.x::before { content: "a b"; }',
    ].join('\n  ');
    const minified =
      'a>b,c{margin:0 .5rem;width:calc(.25px + 10.5px)}@media print{p{color:red}}.x::before{content:"a b"}';
    const { fields, content } = renderDocument({ title: 'T', stylesheet, policy: [], main: '' }, NO_SITE);
    assert.ok(content.toString().includes(`<style>${minified}</style>`), content.toString());
    assert.ok(fields[1]?.[1].includes(`style-src ${digest(minified)};`));
  });

  it('renders each part, with its values escaped', () => {
    const { content } = renderPage(
      {
        title: 'T',
        stylesheet: '',
        policy: [],
        head: html`<meta name=${'"'} />`,
        account: html`<i>${'<'}</i>`,
        navigation: html`<nav>1</nav><nav>2</nav>`,
        main: html`<b>${['x', '&']}</b>`,
        templates: html`<template>4</template>`,
      },
      NO_SITE,
    );
    const text = content.toString();
    for (const part of [
      '<meta name="&quot;"/></head>',
      '</a><div class="right"><div class="account"><i>&lt;</i></div></div></header>',
      '<nav>1</nav><nav>2</nav><main id="main"><b>x&amp;</b></main>',
      '</main><template>4</template><p id="announcement" class="vh" role="status"></p></body>',
    ])
      assert.ok(text.includes(part), part);
  });
});

/** A server with two sections, one of which has parts, a search and an account. */
const SECTIONS = [
  { title: 'A', path: '/a', position: 1, search: { path: '/a/find?x', parameter: 'q' } },
  { title: 'A1', path: '/a', position: 2, section: '/a' },
  { title: 'A2', path: '/a/2', position: 3, section: '/a' },
  { title: 'B', path: '/b', position: 4 },
  { title: 'Account', path: '/me', position: 5, isAccount: true },
];

/** The targets of the links of an element, with `*` for the current page. */
function linksOf(header: string, start: RegExp, end: string): string[] {
  const from = header.search(start);
  const part = from < 0 ? '' : header.slice(from, header.indexOf(end, from));
  return [...part.matchAll(/<a (?:class="[^"]*" )?href="([^"]*)"( aria-current="page")?/g)].map(
    ([, path, current]) => `${path}${current ? '*' : ''}`,
  );
}

describe('the header', () => {
  it('marks the page, or the one above it', () => {
    const current = (path: string) =>
      /<a href="([^"]*)" aria-current="page"/.exec(siteHeader({ pages: PAGES, path }))?.[1];
    assert.deepEqual(['/a', '/a/b', '/a/c', '/a/c/d', '/a/cd', '/ab', '/'].map(current), [
      '/a',
      '/a',
      '/a/c',
      '/a/c',
      '/a',
      undefined,
      undefined,
    ]);
  });

  it('has a row with the parts of the section, and marks the section and the part', () => {
    const at = (path: string) => {
      const header = siteHeader({ pages: SECTIONS, path });
      return {
        site: linksOf(header, /<nav class="site"/, '</nav>'),
        section: linksOf(header, /<nav class="sub" aria-label="A"/, '</nav>'),
      };
    };
    assert.deepEqual(at('/a'), { site: ['/a*', '/b'], section: ['/a*', '/a/2'] });
    assert.deepEqual(at('/a/1'), { site: ['/a*', '/b'], section: ['/a*', '/a/2'] });
    assert.deepEqual(at('/a/2/x'), { site: ['/a*', '/b'], section: ['/a', '/a/2*'] });
    assert.deepEqual(at('/b'), { site: ['/a', '/b*'], section: [] });
    assert.deepEqual(at('/'), { site: ['/a', '/b'], section: [] });
  });

  it('has landmarks with names, and escapes titles and paths', () => {
    const pages = [
      { title: 'A & B', path: '/a?"', position: 1, search: { path: '/f?"', parameter: 'q"' } },
      { title: 'C & D', path: '/c', position: 2 },
      { title: 'E & F', path: '/c/e', position: 3, section: '/c' },
      { title: 'Me', path: '/me', position: 4, isAccount: true },
    ];
    const header = siteHeader({ pages, path: '/c/e' }).replaceAll(/<svg.*?<\/svg>/g, '<svg/>');
    const account = '<div class="account"><a class="btn quiet" href="/me"><svg/>Me</a></div>';
    const theme = THEME_BUTTON.replace(/<svg.*?<\/svg>/, '<svg/>');
    const [a, e] = ['<a href="/a?&quot;">A &amp; B</a>', '<a href="/c/e" aria-current="page">E &amp; F</a>'];
    assert.equal(
      header,
      [
        '<header class="top"><a class="brand" href="/"><svg/> Sparring</a>',
        `<nav class="site" aria-label="Site">${a} <a href="/c" aria-current="page">C &amp; D</a></nav>`,
        '<form class="find" role="search" aria-label="Documentation" action="/f?&quot;" method="get"><label class="with-icon"><svg/>',
        '<input class="in" name="q&quot;" type="search" aria-label="Search the documentation" placeholder="Search the docs" autocomplete="off" spellcheck="false"/>',
        '<kbd class="scripted">/</kbd></label></form><a class="btn quiet icon find-link" href="/f?&quot;" aria-label="Search"><svg/></a>',
        `<div class="right">${theme}${account}`,
        `<details class="menu burger"><summary class="btn quiet icon" aria-label="Menu"><svg/></summary><nav class="pop" aria-label="Menu"><ul><li>${a}</li>`,
        `<li><a href="/c">C &amp; D</a><ul><li>${e}</li></ul></li></ul><hr/>${account}</nav></details></div></header>`,
        `<nav class="sub" aria-label="C &amp; D">${e}</nav>`,
      ].join(''),
    );
    const bare = siteHeader({ pages: pages.slice(1, 2), path: '/' }).replaceAll(/<svg.*?<\/svg>/g, '<svg/>');
    const c = '<a href="/c">C &amp; D</a>';
    assert.equal(
      bare,
      [
        '<header class="top"><a class="brand" href="/"><svg/> Sparring</a>',
        `<nav class="site" aria-label="Site">${c}</nav><div class="right">${theme}`,
        `<details class="menu burger"><summary class="btn quiet icon" aria-label="Menu"><svg/></summary><nav class="pop" aria-label="Menu"><ul><li>${c}</li></ul></nav></details></div></header>`,
      ].join(''),
    );
  });

  it('has a menu with all pages for narrow screens', () => {
    const header = siteHeader({ pages: SECTIONS, path: '/a/2' });
    const menu = /<details class="menu burger"><summary/;
    assert.deepEqual(linksOf(header, menu, '</details>'), ['/a', '/a/2*', '/b', '/me']);
    assert.match(header, /<li><span>A<\/span><ul>/);
  });

  it('has a search, and a link to the account page or the account', () => {
    const header = siteHeader({ pages: SECTIONS, path: '/me/x' });
    assert.match(
      header,
      /<form class="find" role="search" aria-label="Documentation" action="\/a\/find\?x" method="get"><label class="with-icon">.*<input class="in" name="q" type="search"/,
    );
    assert.match(
      header,
      /<div class="account"><a class="btn quiet" href="\/me" aria-current="page">.*Account<\/a><\/div>/,
    );
    assert.match(
      siteHeader({ pages: SECTIONS, path: '/me' }, '<b>mona</b>'),
      /<div class="account"><b>mona<\/b><\/div>/,
    );
    const bare = siteHeader({ pages: PAGES, path: '/' });
    assert.doesNotMatch(bare, /class="find|class="account"|class="sub"/);
    assert.doesNotMatch(siteHeader({ pages: [], path: '' }), /nav|menu|theme/);
  });
});

describe('the page of an error', () => {
  it('has the reason, a link, and the fields of the error', () => {
    const error = new HttpError(404, 'No <page>.', { fields: [['Allow', 'GET']] });
    const { fields, content } = renderErrorPage(error, undefined);
    assert.deepEqual(fields.at(-1), ['Allow', 'GET']);
    assert.match(fields[1]?.[1] ?? '', /; img-src data:; form-action 'self'; /);
    assert.match(
      String(content),
      /<title>404 Not Found · Sparring<\/title>.*<main id="main"><p><span class="st s4">404 Not Found<\/span><\/p><h1>Not Found<\/h1><p>No &lt;page&gt;\.<\/p><p><a href="\/docs">Reference of all endpoints<\/a><\/p><\/main>/s,
    );
    const services = [
      {
        extension: new Navigation(
          [
            { title: 'Rules', path: '/_sparring/panel/rules', position: 1 },
            { title: 'Docs', path: '/docs', position: 2, search: { path: '/docs/search', parameter: 'q' } },
          ],
          undefined,
          (path) => [{ path: `${path}<`, href: '/docs/endpoints/x', title: 'A & B' }],
        ),
      },
    ];
    const lost = renderErrorPage(error, { services, path: '/docs/a"<b', method: 'GET' });
    for (const part of [
      '<h1>No &lt;page&gt;</h1>',
      '<span class="m m-GET">GET</span> <code class="path">/docs/a&quot;&lt;b</code>',
      '<a href="/docs/endpoints/x"><code>/docs/a&quot;&lt;b&lt;</code><span>A &amp; B</span></a>',
      'name="q" value="a b"',
      'href="/_sparring/panel/rules#path=%2Fdocs%2Fa%22%3Cb"',
    ])
      assert.ok(String(lost.content).includes(part), part);
  });
});

describe('the footer', () => {
  const FOOTER = [
    { title: 'Status & more', path: '/s?"', position: 9, isFooter: true },
    { title: 'Reference', path: '/r', position: 8, isFooter: true },
  ];
  const at = (page: Partial<DocumentContent>) => {
    const services = [{ extension: new Navigation([...PAGES, ...FOOTER]) }];
    const { content } = renderDocument(
      { title: 'T', stylesheet: '', policy: [], main: '', ...page },
      { services, path: '' },
    );
    return content.toString();
  };

  it('has the version, and the links that services have for it, which the header has not', () => {
    const page = at({});
    assert.ok(
      page.includes(
        `</main><footer class="foot"><span>Sparring ${version}</span><a href="/r">Reference</a><a href="/s?&quot;">Status &amp; more</a></footer>`,
      ),
    );
    assert.doesNotMatch(page.slice(0, page.indexOf('<main')), /Reference/);
  });

  it('is not part of a tool that fills the window, of a page that must not be left, and of one without links', () => {
    for (const page of [{ isApp: true }, { isSolo: true }]) assert.doesNotMatch(at(page), /<footer/);
    assert.match(at({ isApp: true, layout: 'x' }), /<body class="x app">/);
    const solo = at({ isSolo: true });
    assert.match(solo, /<body class="solo">/);
    assert.doesNotMatch(solo, /<nav|<a (?!class="skip")/);
    const { content } = renderDocument({ title: 'T', stylesheet: '', policy: [], main: '' }, NO_SITE);
    assert.doesNotMatch(content.toString(), /<footer/);
  });
});

describe('the icons of a page', () => {
  it('are those that its parts use, and those that its script adds', () => {
    const main = `${iconHtml('copy')}${iconHtml('bin')}`;
    const { content } = renderDocument(
      { title: 'T', stylesheet: '', policy: [], main, icons: ['star'] },
      NO_SITE,
    );
    const names = [...content.toString().matchAll(/<symbol id="i-(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(names, ['bin', 'copy', 'star']);
    assert.doesNotMatch(
      renderDocument({ title: 'T', stylesheet: '', policy: [], main: '' }, NO_SITE).content.toString(),
      /<symbol/,
    );
  });
});
