import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, type Markup } from '../html.ts';
import { renderPage } from '../page.ts';
import { NO_SITE } from '../site-header.ts';
import { type Controls, createControls } from './form-controls.ts';

const DIRECTIVES = [
  ['status', '503'],
  ['header', 'A: 1'],
  ['status', '200'],
  ['header', 'B: "2"'],
] as const;

/** The HTML of a control, without the spaces of templates. */
function render(control: (controls: Controls) => Markup): string {
  const { content } = renderPage(
    { title: 'T', stylesheet: '', policy: [], main: control(createControls(DIRECTIVES)) },
    NO_SITE,
  );
  const [, rendered = ''] = /<main id="main">(.*)<\/main>/s.exec(content.toString()) ?? [];
  return rendered.replace(/>\s+</g, '><').trim();
}

const PLAIN = 'autocomplete="off" autocapitalize="off" spellcheck="false"';
const icon = (name: string) => `<svg class="i" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
const ADD = `<button class="btn sm add scripted" type="button">${icon('plus')}Add a row</button>`;
const row = (label: string, index: number, value: string) =>
  `<input class="in" name="header" value${value && `="${value}"`} placeholder="N: V" aria-label="${label} ${index}" ${PLAIN}/>`;

describe('the controls of a form', () => {
  for (const [what, control, expected] of [
    [
      'a text has its first value',
      ({ input }: Controls) => input('status', 'L', 'H', { inputmode: 'numeric' }),
      `<div class="field"><label for="status">L</label><input name="status" ${PLAIN} value="503" inputmode="numeric" class="in" id="status" aria-describedby="status-hint"/><small class="hint" id="status-hint">H</small></div>`,
    ],
    [
      'a text without a value is empty',
      ({ input }: Controls) => input('body', 'L'),
      `<div class="field"><label for="body">L</label><input name="body" ${PLAIN} value class="in" id="body"/></div>`,
    ],
    [
      'several lines have its first value',
      ({ area }: Controls) => area('header', 'L'),
      '<div class="field"><label for="header">L</label><textarea class="in" id="header" name="header" rows="3" spellcheck="false">A: 1</textarea></div>',
    ],
    [
      'a choice has its first value, and no value is no choice',
      ({ select }: Controls) =>
        select(
          'status',
          'L',
          [
            ['', 'any'],
            ['503', 'x'],
            ['200', 'y'],
          ],
          'H',
        ),
      `<div class="field"><label for="status">L</label><span class="sel"><select class="in" id="status" aria-describedby="status-hint" name="status"><option value>any</option><option value="503" selected>x</option><option value="200">y</option></select>${icon('down')}</span><small class="hint" id="status-hint">H</small></div>`,
    ],
    [
      'a choice without a value selects nothing',
      ({ select }: Controls) => select('body', 'L', [['', 'any']]),
      `<div class="field"><label for="body">L</label><span class="sel"><select class="in" id="body" name="body"><option value>any</option></select>${icon('down')}</span></div>`,
    ],
    [
      'a repeatable directive has a row for each value, and an empty one',
      ({ rows }: Controls) => rows('header', 'L', 'N: V', 2),
      `${row('L', 1, 'A: 1')}${row('L', 2, 'B: &quot;2&quot;')}${row('L', 3, '')}${ADD}`,
    ],
    [
      'a repeatable directive has a minimum of rows',
      ({ rows }: Controls) => rows('header', 'L', 'N: V', 4),
      `${row('L', 1, 'A: 1')}${row('L', 2, 'B: &quot;2&quot;')}${row('L', 3, '')}${row('L', 4, '')}${ADD}`,
    ],
    [
      'each choice of several is checked if it has been made',
      ({ choices }: Controls) => choices('status', 'L', ['200', '201']),
      '<fieldset class="choices"><legend>L</legend><label class="check"><input type="checkbox" name="status" value="200" checked/><span>200</span></label><label class="check"><input type="checkbox" name="status" value="201"/><span>201</span></label></fieldset>',
    ],
    [
      'a group is open if one of its controls has a value',
      ({ part }: Controls) => part('T', ['body', 'status'], html`<i>x</i>`),
      '<details open><summary>T</summary><div class="fields"><i>x</i></div></details>',
    ],
    [
      'a group is closed otherwise',
      ({ part }: Controls) => part('T', ['body', 'stat'], html`<i>x</i>`),
      '<details><summary>T</summary><div class="fields"><i>x</i></div></details>',
    ],
    [
      'a list of proposals has its values',
      ({ datalist }: Controls) => datalist('i', ['a', 'b']),
      '<datalist id="i"><option value="a"></option><option value="b"></option></datalist>',
    ],
  ] as const)
    it(what, () => assert.equal(render(control), expected));
});
