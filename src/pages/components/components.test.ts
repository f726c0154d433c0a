import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, type Markup } from '../html.ts';
import { renderPage } from '../page.ts';
import { NO_SITE } from '../site-header.ts';
import { alert, banner, notice } from './banner.ts';
import { button, buttonLink, iconButton, joinedButton } from './button.ts';
import { anchorAt, chart, chartText } from './chart.ts';
import { checkbox, toggle } from './checkbox.ts';
import { codeFigure, codeLine, exampleFigure } from './code-figure.ts';
import { copyButton } from './copy-button.ts';
import { empty } from './empty.ts';
import { factList } from './facts.ts';
import { inputField, select } from './field.ts';
import { itemList } from './item-list.ts';
import { badge, scope } from './label.ts';
import { prose } from './prose.ts';
import { samples } from './samples.ts';
import { secretNotice } from './secret-notice.ts';
import { segmentedControl, viewLinks } from './segmented-control.ts';
import { sparkline } from './sparkline.ts';
import { method, status } from './status.ts';
import { table } from './table.ts';
import { meter, tile } from './tile.ts';
import { time } from './time.ts';
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
    joinedButton(button('Copy'), html`<details class="menu"></details>`),
    '<span class="joined"><button class="btn">Copy</button><details class="menu"></details></span>',
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
      'T',
      ['A', 'B'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
    '<div class="scroll" tabindex="0" role="region" aria-label="T (table)"><table><caption class="vh">T</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table></div>',
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
  [
    'a time',
    time('2020-11-13T16:00:00.123Z'),
    '<time datetime="2020-11-13T16:00:00.123Z">2020-11-13 16:00:00 UTC</time>',
  ],
  [
    'a time for people',
    time('2020-11-13T16:00:00Z', 'today'),
    '<time datetime="2020-11-13T16:00:00Z" title="2020-11-13 16:00:00 UTC">today</time>',
  ],
  [
    'a chart',
    chart('Calls', {
      width: 9,
      height: 8,
      top: 1,
      summary: 'S',
      content: [0, 0.5, 1].map((place) => chartText('t', place, 2, anchorAt(place))),
    }),
    '<div class="chart" tabindex="0" role="region" aria-label="Calls"><svg viewBox="0 -1 9 8" width="9" height="8" role="img" aria-label="S"><text x="0" y="2" text-anchor="start">t</text><text x="0.5" y="2" text-anchor="middle">t</text><text x="1" y="2" text-anchor="end">t</text></svg></div>',
  ],
  [
    'code in several languages, of which the first one is open',
    samples(['a', 'b'].map((label) => ({ label, content: html`<p>${label}</p>` }))),
    '<div class="samples"><details name="sample" open><summary class="btn quiet sm">a</summary><p>a</p></details><details name="sample"><summary class="btn quiet sm">b</summary><p>b</p></details></div>',
  ],
  [
    'small bars, which are as high as the greatest count needs, and at least visible',
    sparkline('L', [0, 1, 4]),
    '<svg class="spark" viewBox="0 0 16 24" role="img" aria-label="L"><rect class="none" x="0" y="22" width="4" height="2" rx="1"></rect><rect x="6" y="22" width="4" height="2" rx="1"></rect><rect x="12" y="16" width="4" height="8" rx="1"></rect></svg>',
  ],
  [
    'small bars of a great count',
    sparkline('L', [48, 1]),
    '<svg class="spark" viewBox="0 0 10 24" role="img" aria-label="L"><rect x="0" y="0" width="4" height="24" rx="1"></rect><rect x="6" y="22" width="4" height="2" rx="1"></rect></svg>',
  ],
  [
    'a chart as wide as its place',
    chart('Calls', { width: 9, height: 8, isFluid: true, summary: 'S', content: null }),
    '<div class="chart" tabindex="0" role="region" aria-label="Calls"><svg viewBox="0 0 9 8" role="img" aria-label="S"></svg></div>',
  ],
  ['a sentence with code', prose('a `b` c `d`'), '<span>a <code>b</code> c <code>d</code></span>'],
];

describe('the components of pages', () => {
  for (const [name, part, expected] of CASES) it(name, () => assert.equal(render(part), expected));

  it('have no alert without a problem', () => {
    assert.equal(alert(undefined), null);
  });
});
