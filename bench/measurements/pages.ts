import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import type { Measurement } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withServer } from '../with-server.ts';

const ENTRIES = 10_000;
const PROGRAM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The weights of pages, and the inspector with 10,000 requests, under load, in a browser. */
export async function measurePages(): Promise<Measurement[]> {
  if (PROGRAM === undefined) return [{ what: 'Pages in a browser', skipped: 'there is no Chromium' }];
  return withServer({ journal: ENTRIES }, async (server) => {
    const browser = await chromium.launch({
      executablePath: PROGRAM,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    try {
      await send(agent, server.port, 100, 1000);
      const weights = await measureWeights(server);
      await send(agent, server.port, ENTRIES - 100, 2000);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      return [
        ...weights,
        ...(await measureDocumentation(browser, server)),
        ...(await measureOpening(page, server)),
        ...(await measureLoad(page, agent, server.port)),
        ...(await measureKeyUnderLoad(page, agent, server.port)),
        ...(await measureJson(page, server.port)),
      ];
    } finally {
      agent.destroy();
      await browser.close();
    }
  });
}

/** Statement by statement: path, kilobytes raw and compressed. */
const WEIGHTS: readonly (readonly [path: string, raw: number | undefined, gzip: number])[] = [
  ['/', 51, 12.5],
  ['/docs', 63, 16],
  ['/_sparring/inspector', 130, 17],
  ['/_sparring/pages/inspector.js', 135, 48],
  ['/docs/search.json', undefined, 42],
  ['/compose/builder', 200, 200],
  ['/docs/guides', 200, 200],
  ['/_sparring/panel/rules', 200, 200],
  ['/_sparring/bins', 200, 200],
];

async function measureWeights({ port }: MeasuredServer): Promise<Measurement[]> {
  const weights = WEIGHTS.map(async ([path, raw, compressed]) => {
    const bytes = await read(port, path);
    const [size, zipped] = [bytes.length / 1000, gzipSync(bytes).length / 1000];
    return [
      ...(raw === undefined ? [] : [atMost(raw, `Weight of ${path}`, 'kB', size)]),
      ...(compressed === 200 ? [] : [atMost(compressed, `Weight of ${path}, gzip`, 'kB', zipped)]),
    ];
  });
  return (await Promise.all(weights)).flat();
}

/** As a browser that opens the address: `fetch` of Node names itself a script, which gets no page. */
function read(port: number, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'text/html,*/*;q=0.8' };
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      if (response.statusCode === 200) buffer(response).then(resolve, reject);
      else reject(new Error(`${path}: ${response.statusCode}`));
    }).on('error', reject);
  });
}

/** Pages of the documentation. Each is opened in a context of its own, so that nothing is cached. */
const DOCUMENTATION = ['/', '/docs', '/docs/endpoints/get-get', '/docs/guides', '/docs/guides/labs-faults'];

/** Time from the start of the navigation until the script of the page has enabled everything. */
async function measureDocumentation(browser: Browser, { port }: MeasuredServer): Promise<Measurement[]> {
  const times: number[] = [];
  for (const path of DOCUMENTATION) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(`
      new MutationObserver((_, observer) => {
        if (!document.documentElement?.classList.contains('with-script')) return;
        window.enabledAt = performance.now();
        observer.disconnect();
      }).observe(document, { attributes: true, childList: true, subtree: true });
    `);
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.waitForFunction('window.enabledAt !== undefined');
    times.push(await page.evaluate<number>('window.enabledAt'));
    await context.close();
  }
  const what = `Pages of the documentation are interactive, slowest of ${DOCUMENTATION.length}`;
  return [atMost(300, what, 'ms', Math.max(...times))];
}

async function measureOpening(page: Page, { port }: MeasuredServer): Promise<Measurement[]> {
  const start = performance.now();
  const since = () => performance.now() - start;
  await page.goto(`http://127.0.0.1:${port}/_sparring/inspector`, { waitUntil: 'commit' });
  await page.locator('#plain tbody tr, #rows .row').first().waitFor();
  const firstRows = since();
  await page.locator('#rows a[tabindex="0"]').waitFor({ state: 'attached' });
  await page.keyboard.press('j');
  await page.locator('#detail h2').waitFor();
  const interactive = since();
  await page.waitForFunction(
    (count) => document.querySelector('#requests')?.getAttribute('aria-rowcount') === String(count + 1),
    ENTRIES,
  );
  const all = since();
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  return [
    atMost(400, `First rows of the inspector with ${ENTRIES} requests`, 'ms', firstRows),
    atMost(700, 'A key has selected a row', 'ms', interactive),
    atMost(5000, 'All requests are in the page', 'ms', all),
    atMost(60, 'Heap of the page', 'MB', usedSize / 1e6),
    atMost(1500, 'Elements of the page', '', elements),
  ];
}

/** 60 requests a second for a minute, at the top of the list, with a request selected. */
async function measureLoad(page: Page, agent: Agent, port: number): Promise<Measurement[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await page.locator('#viewport').evaluate((viewport) => viewport.scrollTo(0, 0));
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.evaluate(WATCH);
  const before = await processorSeconds(client);
  const rate = await send(agent, port, 60 * 60, 60);
  const spent = (await processorSeconds(client)) - before;
  const { frames, shift } = await page.evaluate<{ frames: number[]; shift: number }>('window.watched()');
  // A list that holds new requests, or a page without a selected request, would have less to do.
  await page.waitForFunction(
    (target) =>
      document.querySelector('#detail h2') !== null &&
      [...document.querySelectorAll('#rows .target')].some((cell) => cell.textContent === target),
    targetOf(60 * 60 - 1),
  );
  const sorted = frames.toSorted((one, other) => one - other);
  return [
    atMost(50, 'Longest frame at 60 requests/s', 'ms', sorted.at(-1) ?? Number.NaN),
    atMost(20, 'Frames at 60 requests/s, p99', 'ms', sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN),
    atMost(0.05, 'Layout shift at 60 requests/s', '', shift),
    atMost(30, 'Processor time of the page at 60 requests/s', '%', (spent / 60) * 100),
    atLeast(58, 'Requests/s that the list got', '', rate),
  ];
}

/** Collects the times between frames, and the layout shifts. */
const WATCH = `
  let [shift, latest] = [0, undefined];
  const frames = [];
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift' });
  const watch = (time) => {
    if (latest !== undefined) frames.push(time - latest);
    latest = time;
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
  window.watched = () => ({ frames, shift });
`;

/** Processor time of the process of the page: its script, layout and painting, in all threads. */
async function processorSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN;
}

/**
 * From the time of the key, which the browser has set, until the frame that shows another selected row: a key that waits for the script
 * of the page counts.
 */
async function measureKeyUnderLoad(page: Page, agent: Agent, port: number): Promise<Measurement[]> {
  const sending = send(agent, port, 10_000, 1000);
  await sleep(3000);
  const waits: number[] = [];
  for (let count = 0; count < 20; count++) {
    await page.evaluate(WATCH_KEY);
    await page.keyboard.press('j');
    waits.push(await page.evaluate<number>('window.keyWait'));
    await sleep(200);
  }
  const rate = await sending;
  return [
    atMost(100, 'A key selects a row at 1,000 requests/s, longest of 20', 'ms', Math.max(...waits)),
    atLeast(950, 'Requests/s while keys were pressed', '', rate),
  ];
}

const WATCH_KEY = `
  window.keyWait = new Promise((resolve) => {
    const selected = () => document.querySelector('#rows [aria-selected="true"]')?.getAttribute('data-id');
    addEventListener('keydown', ({ timeStamp }) => {
      const before = selected();
      const look = () => {
        const waited = performance.now() - timeStamp;
        if (selected() === before && waited < 5000) requestAnimationFrame(look);
        else resolve(waited);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
  undefined;
`;

/** A body of a megabyte with 50,000 values, as a tree and as text: from the choice until the frame after it is shown, best of five. */
async function measureJson(page: Page, port: number): Promise<Measurement[]> {
  const items = Array.from({ length: 50_000 }, (_, n) => `item ${n}`.padEnd(16));
  const address = `http://127.0.0.1:${port}`;
  await fetch(`${address}/bin/b1/post`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items }),
  });
  await page.goto(`${address}/_sparring/inspector?filter=bin:b1`);
  await page.locator('#rows .row').first().click();
  await page.locator('.body-view .json').waitFor();
  const [asText, asTree]: [number[], number[]] = [[], []];
  for (let count = 0; count < 5; count++) {
    asText.push(await page.evaluate(SHOW_FORMAT, ['Text', '.body-view pre'] as const));
    asTree.push(await page.evaluate(SHOW_FORMAT, ['Pretty', '.body-view .json'] as const));
  }
  return [
    atMost(200, 'A megabyte of JSON as a tree', 'ms', Math.min(...asTree)),
    atMost(200, 'A megabyte of JSON as text', 'ms', Math.min(...asText)),
  ];
}

const SHOW_FORMAT = async ([format, selector]: readonly [format: string, selector: string]) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const start = performance.now();
  document.querySelector<HTMLInputElement>(`.body-view input[value="${format}"]`)?.click();
  while (!document.querySelector(selector)) await frame();
  await frame();
  return performance.now() - start;
};

/** Sends requests at a rate, on a few connections. @returns the rate that was reached, in requests a second */
async function send(agent: Agent, port: number, count: number, perSecond: number): Promise<number> {
  const start = performance.now();
  const running = new Set<Promise<void>>();
  for (let sent = 0; sent < count; sent++) {
    const wait = start + (sent / perSecond) * 1000 - performance.now();
    if (wait > 1) await sleep(wait);
    const sending = request(agent, port, targetOf(sent));
    running.add(sending);
    void sending.finally(() => running.delete(sending));
    if (running.size > 64) await Promise.race(running);
  }
  await Promise.all(running);
  return (count / (performance.now() - start)) * 1000;
}

/** The target of each request of a run. */
const targetOf = (sent: number) => `/anything/${sent % 7}?n=${sent}`;

function request(agent: Agent, port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path }, (response) => response.resume().on('end', resolve)).on(
      'error',
      reject,
    );
  });
}

function atLeast(target: number, what: string, unit: string, value: number): Measurement {
  return { what, unit, value, target: `≥ ${target}`, isReached: value >= target };
}

function atMost(target: number, what: string, unit: string, value: number): Measurement {
  return { what, unit, value, target: `≤ ${target}`, isReached: value <= target };
}
