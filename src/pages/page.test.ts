import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import * as components from './components.ts';
import { renderDocument, THEME_ELEMENT } from './document.ts';
import { renderErrorPage } from './error-page.ts';
import { html, type Markup } from './html.ts';
import { ICON_URL } from './icon.ts';
import { Navigation } from './navigation.ts';
import { renderPage } from './page.ts';
import { NO_SITE, siteHeader } from './site-header.ts';
import { THEME_BUTTON, THEME_SCRIPT } from './theme.ts';

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content of a page whose only part is the markup, without the spaces of templates. */
function render(main: Markup): string {
  const { content } = renderPage({ title: 'T', stylesheet: '', policy: [], main }, NO_SITE);
  const [, rendered = ''] = /<main id="main">(.*)<\/main>/s.exec(content.toString()) ?? [];
  return rendered.replace(/>\s+</g, '><').trim();
}

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
        footer: 'f',
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
        '<body class="wide"><a class="skip" href="#main">Skip &lt;all&gt;</a>',
        siteHeader({ pages: PAGES, path: '/a/c/d' }, '<p>account</p>'),
        '<nav>n</nav><main id="main"><h1>m</h1></main><footer>f</footer>',
        '<template></template><p id="announcement" class="unseen" role="status"></p><script>f()</script>',
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
      /<title>Sparring<\/title>.*<\/style><script>.*<\/script><\/head><body><a class="skip" href="#main">Skip to the content<\/a><header><div class="bar"><a class="brand" href="\/">.* Sparring<\/a><\/div><\/header><main id="main">m<\/main><p id="announcement" class="unseen" role="status"><\/p><\/body><\/html>\n$/,
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
        footer: html`<u>3</u>`,
        templates: html`<template>4</template>`,
      },
      NO_SITE,
    );
    const text = content.toString();
    for (const part of [
      '<meta name="&quot;"/></head>',
      '</a><div class="account"><i>&lt;</i></div></div>',
      '<nav>1</nav><nav>2</nav><main id="main"><b>x&amp;</b></main>',
      '<footer><u>3</u></footer><template>4</template><p id="announcement" class="unseen" role="status"></p></body>',
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
  return [...part.matchAll(/<a href="([^"]*)"( aria-current="page")?/g)].map(
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
        section: linksOf(header, /<nav class="section" aria-label="A"/, '</nav>'),
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
    const account = '<div class="account"><a href="/me">Me</a></div>';
    const [a, e] = ['<a href="/a?&quot;">A &amp; B</a>', '<a href="/c/e" aria-current="page">E &amp; F</a>'];
    assert.equal(
      header,
      [
        '<header><div class="bar"><a class="brand" href="/"><svg/> Sparring</a>',
        `<nav class="site" aria-label="Site">${a} <a href="/c" aria-current="page">C &amp; D</a></nav>`,
        '<form class="find" role="search" aria-label="Documentation" action="/f?&quot;" method="get">',
        '<input name="q&quot;" type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"/></form>',
        `<a class="find-link" href="/f?&quot;" aria-label="Search"><svg/></a>${THEME_BUTTON}${account}`,
        `<details class="menu"><summary>Menu</summary><nav aria-label="Menu"><ul><li>${a}</li>`,
        `<li><a href="/c">C &amp; D</a><ul><li>${e}</li></ul></li></ul>${account}</nav></details></div></header>`,
        `<nav class="section" aria-label="C &amp; D">${e}</nav>`,
      ].join(''),
    );
    const bare = siteHeader({ pages: pages.slice(1, 2), path: '/' }).replaceAll(/<svg.*?<\/svg>/g, '<svg/>');
    const c = '<a href="/c">C &amp; D</a>';
    assert.equal(
      bare,
      [
        '<header><div class="bar"><a class="brand" href="/"><svg/> Sparring</a>',
        `<nav class="site" aria-label="Site">${c}</nav>${THEME_BUTTON}`,
        `<details class="menu"><summary>Menu</summary><nav aria-label="Menu"><ul><li>${c}</li></ul></nav></details></div></header>`,
      ].join(''),
    );
  });

  it('has a menu with all pages for narrow screens', () => {
    const header = siteHeader({ pages: SECTIONS, path: '/a/2' });
    const menu = /<details class="menu"><summary>Menu<\/summary>/;
    assert.deepEqual(linksOf(header, menu, '</details>'), ['/a', '/a/2*', '/b', '/me']);
    assert.match(header, /<li><span>A<\/span><ul>/);
  });

  it('has a search, and a link to the account page or the account', () => {
    const header = siteHeader({ pages: SECTIONS, path: '/me/x' });
    assert.match(
      header,
      /<form class="find" role="search" aria-label="Documentation" action="\/a\/find\?x" method="get"><input name="q" type="search"/,
    );
    assert.match(header, /<div class="account"><a href="\/me" aria-current="page">Account<\/a><\/div>/);
    assert.match(
      siteHeader({ pages: SECTIONS, path: '/me' }, '<b>mona</b>'),
      /<div class="account"><b>mona<\/b><\/div>/,
    );
    const bare = siteHeader({ pages: PAGES, path: '/' });
    assert.doesNotMatch(bare, /search|class="account"|class="section"/);
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
      /<title>404 Not Found · Sparring<\/title>.*<main id="main"><h1>404 Not Found<\/h1><p>No &lt;page&gt;\.<\/p><p><a href="\/docs">Reference of all endpoints<\/a><\/p><\/main>/s,
    );
    const named = renderErrorPage(error, NO_SITE, {
      title: 'Gone <',
      next: 'n',
      stylesheet: 'x{}',
      policy: ['a'],
      referrerPolicy: 'same-origin',
    });
    assert.match(
      String(named.content),
      /<style>x\{\}<\/style>.*<h1>Gone &lt;<\/h1><p>No &lt;page&gt;\.<\/p><p>n<\/p>/s,
    );
    assert.deepEqual(named.fields[3], ['Referrer-Policy', 'same-origin']);
  });
});

describe('the components of pages', () => {
  it('are these elements', () => {
    const cases: readonly (readonly [part: Markup | null, expected: string])[] = [
      [
        components.inputField({ name: 'n', label: 'L', hint: 'H', type: 'text', required: true }),
        '<div class="field"><label for="n">L</label><input name="n" type="text" required id="n" aria-describedby="n-hint"/><small id="n-hint">H</small></div>',
      ],
      [
        components.inputField({ name: 'n', label: 'L', id: 'i' }),
        '<div class="field"><label for="i">L</label><input name="n" id="i"/></div>',
      ],
      [
        components.checkbox({ name: 'n', value: 'v', checked: true }, 'L'),
        '<label class="checkbox"><input type="checkbox" name="n" value="v" checked/><span>L</span></label>',
      ],
      [components.button('L'), '<button>L</button>'],
      [
        components.button('L', { kind: 'danger', isWide: true, name: 'n' }),
        '<button class="danger wide" name="n">L</button>',
      ],
      [components.buttonLink('L', '/x'), '<a class="button" href="/x">L</a>'],
      [
        components.buttonLink('L', '/x', { kind: 'primary', rel: 'r' }),
        '<a class="button primary" rel="r" href="/x">L</a>',
      ],
      [components.notice('T'), '<p class="notice" role="status">T</p>'],
      [components.alert('T'), '<p class="notice error" role="alert">T</p>'],
      [
        components.descriptionList([
          ['a', 'b'],
          ['c', html`<i>d</i>`],
        ]),
        '<dl class="descriptions"><div><dt>a</dt><dd>b</dd></div><div><dt>c</dt><dd><i>d</i></dd></div></dl>',
      ],
      [
        components.rowList([html`<i>1</i>`, html`<i>2</i>`]),
        '<ul class="rows"><li><i>1</i></li><li><i>2</i></li></ul>',
      ],
      [
        components.table(
          ['A', 'B'],
          [
            ['1', '2'],
            ['3', '4'],
          ],
        ),
        '<div class="scroll"><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table></div>',
      ],
      [
        components.copyButton('s', undefined, 'Copy it'),
        '<button type="button" class="copy scripted" data-copy="s" aria-label="Copy it">Copy</button>',
      ],
      [
        components.secretNotice('Your token.', 'x'),
        '<div class="notice" role="status"><p><strong>Your token.</strong> Copy it now. You will not be able to see it again.</p><p class="actions"><span id="secret"><code>x</code></span><button type="button" class="copy scripted" data-copy="secret">Copy</button></p></div>',
      ],
      [components.prose('a `b` c `d`'), '<span>a <code>b</code> c <code>d</code></span>'],
    ];
    for (const [part, expected] of cases)
      assert.equal(render(part ?? html`<p>none</p>`), expected.replace(/>\s+</g, '><'));
    assert.equal(render(components.alert(undefined) ?? html`<p>none</p>`), '<p>none</p>');
  });
});
