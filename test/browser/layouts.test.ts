import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { COLOURS } from '#pages/styles/tokens.ts';
import type { ServerOptions } from '#server/server.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { type LayoutRow, readColours, readLayout } from './layout.ts';
import { visitIn } from './visit.ts';

/**
 * Compares each state of the pages with the recorded one, at three sizes: which headings, controls and blocks are visible, which
 * of them share a line, and, with a tolerance, at which height. In both schemes, the layout is the same and each colour is one
 * of the palette. Pixels are not compared, because fonts and their rendering differ between machines and versions of the
 * browser. `UPDATE_LAYOUTS=1 npm test -- browser/layouts` records them again; read the difference.
 */
const SIZES = [
  [1280, 800],
  [1440, 900],
  [390, 844],
] as const;

/** Pixels by which the height of a line may differ, such as by another font. */
const TOLERANCE = 24;

interface State {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** An element that the state has. */
  readonly ready: string;
  /** The options of the server. */
  readonly options?: Partial<ServerOptions>;
}

const INSPECTOR = '/_sparring/inspector';
const LIVE = '#state:has-text("Live")';

const STATES: readonly State[] = [
  { name: 'home', path: '/', ready: 'html.with-script' },
  { name: 'docs', path: '/docs', ready: 'html.with-script' },
  { name: 'endpoint', path: '/docs/endpoints/get-get', ready: 'html.with-script' },
  { name: 'guide', path: '/docs/guides/control', ready: 'html.with-script' },
  { name: 'search', path: '/docs/search?q=retry', ready: 'html.with-script' },
  { name: 'sign-in', path: '/login', ready: 'h1' },
  { name: 'list', path: INSPECTOR, ready: LIVE },
  { name: 'no-match', path: `${INSPECTOR}?filter=path:/never`, ready: '#no-match:visible' },
  { name: 'lost', path: INSPECTOR, ready: '#state.lost', prepare: lose },
  { name: 'off', path: INSPECTOR, ready: '#off:visible', options: { journal: 0 } },
  {
    name: 'token',
    path: INSPECTOR,
    ready: '#sign-in:visible',
    options: { controlToken: 'a-token-of-some-length' },
  },
  { name: 'values', path: INSPECTOR, ready: '.values button', prepare: openValues },
  { name: 'invalid', path: INSPECTOR, ready: '#filter[aria-invalid]', prepare: invalidate },
  { name: 'json', path: `${INSPECTOR}/1`, ready: '.json .leaf' },
  {
    name: 'hex',
    path: `${INSPECTOR}/1`,
    ready: 'pre.hex',
    prepare: (page) => page.getByLabel('Hex').first().check(),
  },
  { name: 'multipart', path: `${INSPECTOR}/2`, ready: '[aria-label="Parts of the form (table)"] img' },
  { name: 'image', path: `${INSPECTOR}/3`, ready: '.body-view img' },
  { name: 'messages', path: `${INSPECTOR}/4`, ready: '[aria-label="Messages (table)"] tbody tr' },
  {
    name: 'timeline',
    path: INSPECTOR,
    ready: '#requests.timeline .wf',
    prepare: (page) => page.locator('#views').getByText('Timeline').click(),
  },
  { name: 'compare', path: `${INSPECTOR}/1`, ready: '.difference', prepare: compare },
  { name: 'bins', path: '/_sparring/bins', ready: '.bin-list li' },
  { name: 'bin', path: '/_sparring/bins/b1', ready: '#rows .row' },
  { name: 'rules', path: '/_sparring/panel/rules', ready: '#rule-preview pre' },
  { name: 'builder', path: '/compose/builder', ready: '#status-error, form .err', prepare: fail },
];

describe('the layout of the pages', () => {
  for (const state of STATES)
    it(`is the recorded one: ${state.name}`, async (t) => {
      const browser = await openBrowser(t);
      if (!browser) return;
      const api = await serveApi(t, state.options);
      await sendRequests(t, api);
      const { page } = await visitIn(browser, api.url);
      const found: string[] = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto('about:blank');
        await page.unrouteAll();
        await page.goto(api.url + state.path);
        await page.locator('body').waitFor();
        if (state.path.startsWith(INSPECTOR) && !state.path.includes('filter') && !state.options)
          await page.locator(LIVE).first().waitFor({ state: 'attached' });
        await state.prepare?.(page);
        await page.locator(state.ready).first().waitFor({ state: 'attached' });
        const light = await settled(page);
        found.push(`${width} × ${height}`, ...light.map(formatLine));
        await assertColours(page, 0, `${state.name} in light`);
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(
          (await settled(page)).map(formatLine),
          light.map(formatLine),
          `${state.name} in dark`,
        );
        await assertColours(page, 1, `${state.name} in dark`);
      }
      compareWith(state.name, found);
    });
});

/** The layout when two readings are equal. */
async function settled(page: Page): Promise<LayoutRow[]> {
  for (let latest = '', attempt = 0; ; attempt++) {
    const rows = await readLayout(page);
    const text = JSON.stringify(rows);
    if (text === latest || attempt === 50) return rows;
    latest = text;
    await page.waitForTimeout(100);
  }
}

function formatLine({ top, names }: LayoutRow): string {
  return `${String(top).padStart(4)}  ${names.join(' | ')}`;
}

function compareWith(name: string, found: readonly string[]): void {
  const folder = path.join(import.meta.dirname, 'layouts');
  const file = path.join(folder, `${name}.txt`);
  if (process.env.UPDATE_LAYOUTS) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${found.join('\n')}\n`);
  }
  const recorded = splitSections(readFileSync(file, 'utf8').trimEnd().split('\n'));
  const shown = splitSections(found);
  assert.deepEqual([...shown.keys()], [...recorded.keys()], name);
  for (const [size, lines] of recorded) {
    // What is at the end of the window can be outside with another font.
    const height = Number(size.split(' × ')[1]) - EDGE;
    const expected = lines.filter((line) => topOf(line) < height);
    const actual = (shown.get(size) ?? []).slice(0, expected.length);
    assert.deepEqual(actual.map(namesOf), expected.map(namesOf), `${name} at ${size}`);
    for (const [index, line] of expected.entries()) {
      const distance = Math.abs(topOf(line) - topOf(actual[index] ?? ''));
      assert.ok(distance <= TOLERANCE, `${name} at ${size}: ${line}\nis at ${actual[index]}`);
    }
  }
}

/** Pixels at the end of the window that are not compared. */
const EDGE = 60;

/** The lines of a file by the size of the window. */
function splitSections(lines: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  for (const line of lines) {
    if (line.includes(' × ')) sections.set(line, []);
    else [...sections.values()].at(-1)?.push(line);
  }
  return sections;
}

const topOf = (line: string) => Number(line.slice(0, 4));
const namesOf = (line: string) => line.slice(4);

async function assertColours(page: Page, scheme: 0 | 1, name: string): Promise<void> {
  const palette = new Set(Object.values(COLOURS).map((colour) => toRgb(colour[scheme])));
  const unknown = (await readColours(page)).filter((colour) => !palette.has(colour));
  assert.deepEqual(unknown, [], `${name}: colours that are not of the palette`);
}

function toRgb(hex: string): string {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
  const parts = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

async function invalidate(page: Page): Promise<void> {
  await page.locator('#filter').fill('nosuchthing:foo');
}

/** The streams of the page end. */
async function lose(page: Page): Promise<void> {
  await page.route('**/requests/live*', (route) => route.abort());
  await page.locator('#filter').fill('method:*');
  await page.locator('#state.lost').waitFor();
}

async function openValues(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Status', exact: true }).click();
}

async function compare(page: Page): Promise<void> {
  await page.evaluate(() => history.replaceState(null, '', location.pathname.replace(/1$/, 'compare/3/1')));
  await page.reload();
}

async function fail(page: Page): Promise<void> {
  await page.getByRole('link', { name: '429 with Retry-After' }).click();
  // The page takes the preset from its address later, in place of what is typed before.
  await page.locator('#url', { hasText: '429' }).waitFor();
  await page.getByLabel('Status', { exact: true }).fill('9999');
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);

async function sendRequests(t: TestContext, api: Api): Promise<void> {
  const post = (type: string, body: string | Buffer, target = '/post') =>
    api.send({
      method: 'POST',
      path: target,
      fields: [
        ['Host', `127.0.0.1:${api.port}`],
        ['Content-Type', type],
      ],
      body,
    });
  await post('application/json', '{"user":{"name":"Mona","roles":["admin"]},"active":true}');
  const part =
    '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  await post(
    'multipart/form-data; boundary=x',
    Buffer.concat([Buffer.from(part), PNG, Buffer.from('\r\n--x--\r\n')]),
  );
  await post('image/png', PNG, '/anything');
  const socket = new WebSocket(`ws://127.0.0.1:${api.port}/websocket/echo`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('hello');
  await new Promise((resolve) => socket.once('message', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.close();
  await closed;
  t.after(() => socket.terminate());
  await post('text/plain', 'a', '/bin/b1/post');
}
