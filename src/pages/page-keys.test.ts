import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serveControlled } from '#test/support/servers/control.ts';

/** The page of the bins, which has the search of the header, and its copy buttons. */
async function openBins(t: TestContext, width = 1280) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serveControlled(t);
  const { page, errors } = await visitIn(browser, server.url, { viewport: { width, height: 800 } });
  t.after(() => assert.deepEqual(errors, []));
  await page.goto(`${server.url}/_sparring/bins`);
  await page.locator('html.with-script').waitFor({ state: 'attached' });
  return page;
}

/** Presses each key in the body or in a new element. Returns whether the page uses it, and whether it focuses the search. */
const PRESS = `(keys) => keys.map(([key, modifiers, name]) => {
  const target = name ? document.body.appendChild(document.createElement(name)) : document.body;
  if (name === 'p') target.contentEditable = 'true';
  document.activeElement.blur();
  const init = Object.fromEntries(modifiers.map((modifier) => [modifier + 'Key', true]));
  const event = new KeyboardEvent('keydown', { key, ...init, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  if (name) target.remove();
  const isFocused = document.activeElement === document.querySelector('.find input');
  return [event.defaultPrevented, isFocused].map(Number).join('');
})`;

describe('the scripts of all pages', () => {
  it('focus the search by its keys only, and not within a field', async (t) => {
    const page = await openBins(t);
    if (!page) return;
    const keys: readonly (readonly [
      key: string,
      modifiers: readonly string[],
      target: string,
      used: boolean,
    ])[] = [
      ['/', [], '', true],
      ['k', ['ctrl'], '', true],
      ['K', ['meta'], '', true],
      ['k', ['ctrl'], 'input', true],
      ['/', [], 'button', true],
      ['/', [], 'input', false],
      ['/', [], 'textarea', false],
      ['/', [], 'select', false],
      ['/', [], 'p', false],
      ['/', ['ctrl'], '', false],
      ['/', ['meta'], '', false],
      ['/', ['alt'], '', false],
      ['k', [], '', false],
      ['k', ['alt'], '', false],
      ['k', ['ctrl', 'alt'], '', false],
      ['j', ['ctrl'], '', false],
    ];
    assert.deepEqual(
      await page.evaluate(`(${PRESS})(${JSON.stringify(keys)})`),
      keys.map(([, , , used]) => (used ? '11' : '00')),
    );
    // What is in the field is selected, so that the next text replaces it.
    await page.locator('.find input').fill('abc');
    await page.locator('body').press('Control+k');
    assert.equal(await page.evaluate('getSelection().toString()'), 'abc');
  });

  it('open the page of the search where the header has no field', async (t) => {
    const page = await openBins(t, 390);
    if (!page) return;
    const target = await page.locator('.find-link').getAttribute('href');
    await page.locator('body').press('/');
    await page.waitForURL((url) => url.pathname === new URL(target ?? '', page.url()).pathname);
  });

  it('copy the text that belongs to a button, and select it where nothing can be copied', async (t) => {
    const page = await openBins(t);
    if (!page) return;
    const results = await page.evaluate(`(async () => {
      const copied = [];
      let isPermitted = true;
      navigator.clipboard.writeText = async (text) => {
        if (!isPermitted) throw new Error('not permitted');
        copied.push(text);
      };
      let isCommand = true;
      document.execCommand = (name) => { copied.push(name + ' ' + getSelection()); return isCommand; };
      // The policy of the page permits no text as HTML.
      const el = (name, attributes, ...content) => {
        const element = document.createElement(name);
        for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
        element.append(...content);
        return element;
      };
      const block = (text, more = {}) => el('pre', more, el('code', {}, text));
      const button = (source, label = 'Copy') => el('button', { 'data-copy': source }, label);
      document.querySelector('main').replaceChildren(
        el('figure', { class: 'code' }, block('hidden', { hidden: '' }), block('in a block'), button('')),
        el('ul', {}, el('li', {}, block('in an item'), button('', 'Copy it'))),
        el('p', {}, el('span', { id: 'named' }, 'named')),
        button('named'), button('nothing'), button(''), el('button', {}, 'Copy'),
      );
      const buttons = [...document.querySelectorAll('main button')];
      const announcement = document.querySelector('#announcement');
      const click = async (button) => {
        announcement.textContent = '';
        button.focus();
        button.click();
        await new Promise((resolve) => setTimeout(resolve));
        return [button.className, announcement.textContent].join('|');
      };
      const seen = [];
      for (const button of buttons) seen.push(await click(button));
      isPermitted = false;
      seen.push(await click(buttons[2]));
      isCommand = false;
      seen.push(await click(buttons[2]));
      const marked = () => buttons.filter((button) => button.className === 'copied').length;
      const during = marked();
      while (marked() > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      return { copied: copied.slice(0, 5), seen, during };
    })()`);
    assert.deepEqual(results, {
      copied: ['in a block', 'in an item', 'named', 'copy named', 'copy named'],
      seen: [
        'copied|Copied',
        'copied|Copied',
        'copied|Copied',
        '|',
        '|',
        '|',
        'copied|Copied',
        'copied|The text is selected. Copy it with the keyboard.',
      ],
      during: 3,
    });
  });
});
