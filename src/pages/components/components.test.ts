import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, type Markup } from '../html.ts';
import { renderPage } from '../page.ts';
import { NO_SITE } from '../site-header.ts';
import { alert, banner, notice } from './banner.ts';
import { button, buttonLink, iconButton, joinedButton } from './button.ts';
import { checkbox, toggle } from './checkbox.ts';
import { codeFigure, codeLine, exampleFigure } from './code-figure.ts';
import { copyButton } from './copy-button.ts';
import { confirmation } from './dialog.ts';
import { empty, skeleton } from './empty.ts';
import { factList } from './facts.ts';
import { inputField, select } from './field.ts';
import { itemList } from './item-list.ts';
import { badge, chip, scope } from './label.ts';
import { menu } from './menu.ts';
import { prose } from './prose.ts';
import { secretNotice } from './secret-notice.ts';
import { segmentedControl, viewLinks } from './segmented-control.ts';
import { method, status } from './status.ts';
import { keyValueTable, table } from './table.ts';
import { tabs } from './tabs.ts';
import { meter, tile } from './tile.ts';
import { toast } from './toast.ts';

/** The HTML of markup, with `[name]` for an icon, without the spaces of templates. */
function render(main: Markup): string {
  const { content } = renderPage({ title: 'T', stylesheet: '', policy: [], main }, NO_SITE);
  const [, rendered = ''] = /<main id="main">(.*)<\/main>/s.exec(content.toString()) ?? [];
  return rendered
    .replace(/<svg class="i" aria-hidden="true"><use href="#i-(\w+)"><\/use><\/svg>/g, '[$1]')
    .replace(/([>\]])\s+(?=[<[])/g, '$1')
    .trim();
}

const COPY = '[copy][check]';

const CASES: readonly (readonly [name: string, part: Markup, expected: string])[] = [
  [
    'a field has its label and its hint',
    inputField({ name: 'n', label: 'L', hint: 'H', type: 'text', required: true }),
    '<div class="field"><label for="n">L</label><input name="n" type="text" required class="in" id="n" aria-describedby="n-hint"/><small class="hint" id="n-hint">H</small></div>',
  ],
  [
    'a field of its own id has no hint',
    inputField({ name: 'n', label: 'L', id: 'i' }),
    '<div class="field"><label for="i">L</label><input name="n" class="in" id="i"/></div>',
  ],
  [
    'a field with an error has it in the place of the hint, and the focus',
    inputField({ name: 'n', label: 'L', hint: 'H', error: 'E' }),
    '<div class="field"><label for="n">L</label><input name="n" class="in" id="n" aria-describedby="n-error" aria-invalid="true" autofocus/><p class="err" id="n-error">[warn]<span role="alert">E</span></p></div>',
  ],
  [
    'a list of choices',
    select({ name: 's' }, html`<option>a</option>`),
    '<span class="sel"><select name="s"><option>a</option></select>[down]</span>',
  ],
  [
    'a checkbox',
    checkbox({ name: 'n', value: 'v', checked: true }, 'L'),
    '<label class="check"><input type="checkbox" name="n" value="v" checked/><span>L</span></label>',
  ],
  [
    'a switch',
    toggle('Rule 1', { checked: true }),
    '<input type="checkbox" role="switch" class="switch" aria-label="Rule 1" checked/>',
  ],
  ['a button', button('L'), '<button class="btn">L</button>'],
  [
    'a button with a look',
    button('L', { kind: 'danger', isWide: true, isSmall: true, icon: 'trash', name: 'n' }),
    '<button class="btn danger sm wide" name="n">[trash]L</button>',
  ],
  [
    'a button that confirms a deletion',
    button('L', { kind: 'delete' }),
    '<button class="btn danger fill">L</button>',
  ],
  ['a link as a button', buttonLink('L', '/x'), '<a class="btn" href="/x">L</a>'],
  [
    'a link as a primary button',
    buttonLink('L', '/x', { kind: 'primary', rel: 'r' }),
    '<a class="btn primary" rel="r" href="/x">L</a>',
  ],
  [
    'a button with an icon only',
    iconButton('close', 'Close', { isSmall: true, class: 'x' }),
    '<button type="button" class="btn quiet sm icon x" aria-label="Close" title="Close">[close]</button>',
  ],
  [
    'a button joined to a menu',
    joinedButton(button('Copy'), menu({ label: 'Copy as', items: [button('fetch')] })),
    '<span class="joined"><button class="btn">Copy</button><details class="menu"><summary class="btn">Copy as[down]</summary><div class="pop"><button class="btn">fetch</button></div></details></span>',
  ],
  [
    'a menu of further actions',
    menu({ label: 'More', isIcon: true, isLeft: true, items: [html`<a href="/x">X</a>`] }),
    '<details class="menu left"><summary class="btn quiet icon" aria-label="More" title="More">[more]</summary><div class="pop"><a href="/x">X</a></div></details>',
  ],
  [
    'a button that copies',
    copyButton('s', 'Copy it'),
    `<button type="button" class="btn quiet sm icon copy scripted" data-copy="s" aria-label="Copy it" title="Copy it">${COPY}</button>`,
  ],
  [
    'a button that copies, with a label',
    copyButton('s', 'Copy it', 'Copy'),
    `<button type="button" class="btn quiet sm copy scripted" data-copy="s" aria-label="Copy it" title="Copy it">${COPY}Copy</button>`,
  ],
  ['a result', notice('T'), '<div class="banner good">[check]<div role="status">T</div></div>'],
  [
    'a banner with an action',
    banner('warn', 'T', { actions: button('Undo'), id: 'i' }),
    '<div class="banner warn" id="i">[warn]<div role="status">T</div><div class="end"><button class="btn">Undo</button></div></div>',
  ],
  ['a problem', alert('T') ?? html`<p></p>`, '<div class="banner bad">[warn]<div role="alert">T</div></div>'],
  [
    'a secret',
    secretNotice('Your token.', 'x'),
    `<div class="banner good">[check]<div role="status"><p><strong>Your token.</strong> Copy it now. It is not shown again.</p><p class="actions"><span id="secret"><code>x</code></span><button type="button" class="btn quiet sm copy scripted" data-copy="secret" aria-label="Copy" title="Copy">${COPY}Copy</button></p></div></div>`,
  ],
  [
    'a toast',
    toast({ text: 'Deleted', onUndo: () => undefined, onClose: () => undefined }),
    '<div class="toast"><span>Deleted</span><button class="btn" type="button">Undo</button><kbd>z</kbd><button type="button" class="btn quiet icon" aria-label="Close" title="Close">[close]</button></div>',
  ],
  [
    'a toast without a way back',
    toast({ text: 'T', onClose: () => undefined }),
    '<div class="toast"><span>T</span><button type="button" class="btn quiet icon" aria-label="Close" title="Close">[close]</button></div>',
  ],
  [
    'the place of missing content',
    empty('No request', 'Send one:', html`<b>c</b>`),
    '<div class="empty"><h2>No request</h2><p>Send one:</p><b>c</b></div>',
  ],
  [
    'the place of content that loads',
    skeleton(2),
    '<div aria-hidden="true"><span class="skel"></span><span class="skel"></span></div>',
  ],
  [
    'a dialog, whose harmless button has the focus',
    confirmation({ id: 'd', title: 'Delete?', text: 'All.', action: 'Delete 3' }),
    '<dialog id="d" aria-labelledby="d-title"><h2 id="d-title">Delete?</h2><p>All.</p><form method="dialog" class="actions"><button class="btn" value autofocus>Cancel</button><button class="btn danger fill" value="confirm">Delete 3</button></form></dialog>',
  ],
  [
    'terms and descriptions',
    factList([
      ['a', 'b'],
      ['c', html`<i>d</i>`],
    ]),
    '<dl class="facts"><dt>a</dt><dd>b</dd><dt>c</dt><dd><i>d</i></dd></dl>',
  ],
  [
    'a list of things',
    itemList([html`<i>1</i>`, html`<i>2</i>`]),
    '<ul class="items"><li><i>1</i></li><li><i>2</i></li></ul>',
  ],
  [
    'a table',
    table(
      ['A', 'B'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
    '<div class="scroll"><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table></div>',
  ],
  [
    'names and values',
    keyValueTable('h', 'Headers', [['Accept', '*/*']]),
    `<table class="kv" aria-label="Headers"><tbody><tr><th scope="row">Accept</th><td><span id="h-0">*/*</span><button type="button" class="btn quiet sm icon copy scripted" data-copy="h-0" aria-label="Copy the value of Accept" title="Copy the value of Accept">${COPY}</button></td></tr></tbody></table>`,
  ],
  [
    'a block of code with its output',
    codeFigure({ label: 'Shell', code: 'curl', actions: button('Try'), output: 'ok' }),
    `<figure class="code"><figcaption><span>Shell</span><span class="right"><button class="btn">Try</button><button type="button" class="btn quiet sm icon copy scripted" data-copy aria-label="Copy: Shell" title="Copy: Shell">${COPY}</button></span></figcaption><pre tabindex="0" role="region" aria-label="Shell"><code>curl</code></pre><samp data-label="Output">ok</samp></figure>`,
  ],
  [
    'a line of code',
    codeLine('URL', '/x'),
    `<figure class="code one"><pre tabindex="0" role="region" aria-label="URL"><code>/x</code></pre><button type="button" class="btn quiet sm icon copy scripted" data-copy aria-label="Copy: URL" title="Copy: URL">${COPY}</button></figure>`,
  ],
  [
    'an example with its response',
    exampleFigure({
      label: 'Shell',
      code: 'curl',
      response: { summary: html`<b>200</b>`, content: html`<pre>ok</pre>` },
    }),
    `<figure class="code ex"><figcaption><b>Shell</b><span class="right"><button type="button" class="btn quiet sm icon copy scripted" data-copy aria-label="Copy: Shell" title="Copy: Shell">${COPY}</button></span></figcaption><pre tabindex="0" role="region" aria-label="Shell"><code>curl</code></pre><details><summary>[right]<b>200</b></summary><pre>ok</pre></details></figure>`,
  ],
  ['a method', method('GET'), '<span class="m m-GET">GET</span>'],
  ['a method with a name of the client', method('a"b'), '<span class="m">a&quot;b</span>'],
  ['a status', status(404), '<span class="st s4">404</span>'],
  ['a status that no class has', status(999, '999 ?'), '<span class="st s5">999 ?</span>'],
  ['an exchange without a status', status('aborted', 'reset'), '<span class="st sx">reset</span>'],
  ['an exchange without an end', status('pending', '…'), '<span class="st s0">…</span>'],
  ['a badge', badge('deprecated', 'warn'), '<span class="badge warn">deprecated</span>'],
  ['a scope', scope('repo'), '<span class="scope">repo</span>'],
  ['a chip', chip({ value: 'text' }), '<span class="chip">text</span>'],
  [
    'a chip with a button',
    chip({ name: 'status:', value: '5xx', isNegated: true, isInvalid: true, removal: { 'data-index': '0' } }),
    '<span class="chip not error"><b>status:</b>5xx<button type="button" aria-label="Remove status:5xx" data-index="0">[close]</button></span>',
  ],
  [
    'a segmented control',
    segmentedControl({
      name: 'n',
      legend: 'View',
      value: 'b',
      isBare: true,
      segments: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B', count: '3' },
      ],
    }),
    '<fieldset class="seg bare"><legend class="vh">View</legend><label><input type="radio" name="n" value="a"/>A</label><label><input type="radio" name="n" value="b" checked/>B <small>3</small></label></fieldset>',
  ],
  [
    'the views of a thing',
    viewLinks('Views', [
      { href: '/a', label: 'A', isCurrent: true },
      { href: '/b', label: 'B', isCurrent: false },
    ]),
    '<nav class="seg" aria-label="Views"><a href="/a" aria-current="page">A</a><a href="/b">B</a></nav>',
  ],
  [
    'tabs, which are links without a script',
    tabs('Parts', [{ id: 'p', label: 'P', count: '2', content: html`<i>x</i>` }]),
    '<div class="tabs" aria-label="Parts" data-tabs><a href="#p">P <small>2</small></a></div><section id="p"><i>x</i></section>',
  ],
  [
    'a tile',
    tile({ caption: 'Rules', figure: '3', unit: 'on', lines: ['17 uses'], href: '/r' }),
    '<a class="tile" href="/r"><div class="cap">Rules</div><div class="big">3 <small>on</small></div><p>17 uses</p></a>',
  ],
  [
    'a tile without a page',
    tile({ caption: 'C', figure: '1' }),
    '<div class="tile"><div class="cap">C</div><div class="big">1</div></div>',
  ],
  [
    'a part of a limit',
    meter('Journal', 258, 1000),
    '<progress class="meter" aria-label="Journal" value="258" max="1000"></progress>',
  ],
  ['a sentence with code', prose('a `b` c `d`'), '<span>a <code>b</code> c <code>d</code></span>'],
];

describe('the components of pages', () => {
  for (const [name, part, expected] of CASES) it(name, () => assert.equal(render(part), expected));

  it('have no alert without a problem', () => {
    assert.equal(alert(undefined), null);
  });
});
