import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { enableMenus } from '#pages/browser/menus.ts';
import { banner } from '#pages/components/banner.ts';
import { button, iconButton, joinedButton } from '#pages/components/button.ts';
import { anchorAt, chart, chartText } from '#pages/components/chart.ts';
import { checkbox, toggle } from '#pages/components/checkbox.ts';
import { codeFigure, codeLine, exampleFigure } from '#pages/components/code-figure.ts';
import { empty } from '#pages/components/empty.ts';
import { factList } from '#pages/components/facts.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { icon } from '#pages/components/icon.ts';
import { badge, scope } from '#pages/components/label.ts';
import { segmentedControl, viewLinks } from '#pages/components/segmented-control.ts';
import { method, status } from '#pages/components/status.ts';
import { table } from '#pages/components/table.ts';
import { meter, tile } from '#pages/components/tile.ts';
import { time } from '#pages/components/time.ts';
import { toast } from '#pages/components/toast.ts';
import { html } from '#pages/html.ts';
import { renderPage } from '#pages/page.ts';
import { NO_SITE } from '#pages/site-header.ts';
import { chartStyle } from '#pages/styles/chart.ts';
import { codeStyle, figureStyle } from '#pages/styles/code.ts';
import { liveStyle } from '#pages/styles/notices.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';
import { tileStyle } from '#pages/styles/tiles.ts';
import { viewStyle } from '#pages/styles/views.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { violationsOf } from './axe.ts';
import { findFaults } from './page-faults.ts';
import { visitIn } from './visit.ts';

/** The function needs nothing of other modules, so that a page can have it as it is. */
const SCRIPT = `(${enableMenus})(); document.documentElement.classList.add('with-script');`;

const noAction = () => undefined;

/** All components in their states. */
const MAIN = html`
  <h1>Components</h1>
  <section class="stack"><h2>Buttons</h2>
    <p class="actions">${button('Default')} ${button('Primary', { kind: 'primary' })} ${button('Quiet', { kind: 'quiet' })} ${button('Danger', { kind: 'danger' })}
      ${button('Small', { isSmall: true, icon: 'plus' })} ${button('Off', { disabled: true })} ${button('Pressed', { 'aria-pressed': 'true' })}
      ${iconButton('star', 'Mark')} ${joinedButton(button('Copy as curl'), html`<details class="menu"><summary class="btn icon" aria-label="Copy as"></summary><div class="pop">${button('fetch')}${button('Go')}</div></details>`)}</p>
    <details class="menu left"><summary class="btn">Menu</summary><div class="pop"><a href="#main">One</a>${button('Two')}${button('Delete', { class: 'danger' })}</div></details>
    ${viewLinks('Views', [
      { href: '#a', label: 'Body', isCurrent: true },
      { href: '#b', label: 'Headers', count: '8', isCurrent: false },
    ])}
    ${segmentedControl({
      name: 'format',
      legend: 'Format',
      value: 'tree',
      segments: [
        { value: 'tree', label: 'Tree' },
        { value: 'hex', label: 'Hex' },
      ],
    })}
  </section>
  <section class="stack"><h2>Fields</h2>
    ${inputField({ name: 'path', label: 'Path', hint: 'A template' })}
    ${inputField({ name: 'status', label: 'Status', error: 'Must be at most 999', value: '9999' })}
    ${field({ id: 'effect', label: 'Effect' }, (input) => select(input, html`<option>Respond</option>`))}
    ${field({ id: 'body', label: 'Body' }, (input) => html`<textarea ...${input}></textarea>`)}
    ${checkbox({ name: 'every', value: 'true' }, 'Every request')}<p class="actions">${toggle('Rule 1', { checked: true })} ${toggle('Rule 2', {})}</p>
  </section>
  <section class="stack"><h2>Labels</h2>
    <p>${['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'X'].map((name) => html`${method(name)} `)}</p>
    <p>${[101, 200, 302, 404, 503].map((code) => html`${status(code)} `)} ${status('aborted', 'reset')} ${status('pending', 'waiting')}</p>
    <p>${badge('new', 'new')} ${badge('deprecated', 'warn')} ${badge('12')} ${scope('repo')} <button type="button" class="chip"><span><b>status:</b>5xx</span>${icon('close')}</button> <span class="chip not"><b>x:</b>y</span></p>
  </section>
  <section class="stack"><h2>Notices</h2>
    ${(['info', 'warn', 'bad', 'good'] as const).map((kind) => banner(kind, `A ${kind} thing.`, { actions: button('Undo', { isSmall: true }) }))}
    ${empty('No request', 'Send one:', codeLine('Command', 'curl -i http://127.0.0.1/get'))}
    ${toast({ text: 'Deleted 3 requests', onUndo: noAction, onClose: noAction })}
  </section>
  <section class="stack"><h2>Data</h2>
    ${codeFigure({ label: 'Shell', code: html`<span class="tf">curl</span> <span class="to">-i</span> <span class="ts">'x'</span>`, output: 'HTTP/1.1 200 OK' })}
    ${exampleFigure({ label: 'Negative', code: 'curl x', response: { summary: status(400), content: html`<pre tabindex="0">{}</pre>` } })}
    ${table('Calls', ['Program', 'Last'], [['a'.repeat(400), time('2020-11-13T16:00:00Z')]])}
    ${chart('Chart', { width: 800, height: 40, summary: 'A time axis', content: chartText('now', 400, 20, anchorAt(0.5)) })}
    ${factList([['Journal', html`258 of 1,000 ${meter('Journal', 258, 1000)}`]])}
    <div class="tiles">${tile({ caption: 'Rules', figure: '3', unit: 'on', lines: ['17 uses'], href: '#main' })} ${tile({ caption: 'Clock', figure: '18:14' })}</div>
    <div class="row">${method('GET')} <span>/get</span> ${status(200)}</div>
  </section>`;

async function openGallery(t: TestContext): Promise<{ page: Page; errors: readonly string[] } | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const stylesheet = pageStylesheet(
    '.row { --cols: 54px minmax(0, 1fr) 84px; }',
    chartStyle,
    codeStyle,
    figureStyle,
    liveStyle,
    rowStyle,
    tileStyle,
    viewStyle,
  );
  const { fields, content } = renderPage(
    { title: 'Components', stylesheet, script: SCRIPT, policy: ["form-action 'self'"], main: MAIN },
    NO_SITE,
  );
  const server = createServer((_, response) => {
    for (const [name, value] of fields) response.setHeader(name, value);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { page, errors } = await visitIn(browser, `http://127.0.0.1:${port}`);
  await page.goto(`http://127.0.0.1:${port}`);
  return { page, errors };
}

describe('the components', () => {
  it('have no violation of axe-core, no fault and no error, in both schemes, at all widths', async (t) => {
    const gallery = await openGallery(t);
    if (!gallery) return;
    const { page, errors } = gallery;
    const found: string[] = [];
    for (const width of [1440, 390, 320])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        found.push(...(await violationsOf(page)).map((each) => `${colorScheme} at ${width}: ${each}`));
        const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(excess) <= 0, `${width}: ${excess} pixels too wide`);
      }
    found.push(...(await findFaults(page)));
    assert.deepEqual(found, []);
    assert.deepEqual(
      errors.filter((error) => !error.includes('favicon')),
      [],
    );
    const missing = await page.evaluate(
      "[...document.querySelectorAll('use')].map((use) => use.getAttribute('href')).filter((name) => !document.querySelector(name))",
    );
    assert.deepEqual(missing, []);
  });

  it('are menus that arrow keys and Escape move in and close, and that a click outside closes', async (t) => {
    const gallery = await openGallery(t);
    if (!gallery) return;
    const { page } = gallery;
    const isOpen = () => page.locator('.menu.left').evaluate((each) => each.hasAttribute('open'));
    const focused = () => page.evaluate('document.activeElement.textContent');
    const summary = page.locator('.menu.left > summary');
    await summary.press('Enter');
    const texts: unknown[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key);
      texts.push(await focused());
    }
    assert.deepEqual(texts, ['One', 'Two', 'Delete', 'One', 'Delete', 'One']);
    await page.keyboard.press('Escape');
    assert.deepEqual([await isOpen(), await focused()], [false, 'Menu']);
    await summary.click();
    assert.equal(await isOpen(), true);
    await page.locator('h1').click();
    assert.equal(await isOpen(), false);
    await summary.click();
    await page.locator('.menu.left').getByRole('button', { name: 'Two' }).click();
    assert.equal(await isOpen(), false);
  });
});
