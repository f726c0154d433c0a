import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { AttemptRow, KeyReadBack } from './key-view.ts';

const attempt = (n: number, values: Partial<AttemptRow> = {}): AttemptRow => ({
  n,
  step: 1,
  time: `2026-01-01T00:00:0${n % 10}.000Z`,
  sincePrevious: n === 1 ? null : 100,
  method: 'GET',
  target: null,
  connection: 3,
  reused: n > 1,
  body: { length: 0, sha256: null },
  caller: null,
  status: 200,
  fault: null,
  ms: { done: 20 },
  endedBy: 'answered',
  ...values,
});

const summary = (count: number, values: Partial<KeyReadBack['summary']> = {}) => ({
  count,
  bodyDigests: 1,
  idempotencyKeys: [],
  ...values,
});

const body = { length: 5, sha256: 'abcdef0123456789' };

const sequence: KeyReadBack = {
  key: 's',
  stepDirectives: ['status=503/times=2', 'body=%3Cb%3E', ''],
  next: 2,
  after: 'last',
  by: 'all',
  attempts: [
    attempt(1, { status: 503, method: 'POST', body, ms: { done: 4.26 } }),
    attempt(2, { status: null, fault: 'reset@headers', endedBy: 'server-rst', sincePrevious: 400 }),
    attempt(3, { step: null, status: 404, endedBy: 'client-fin', body: { length: 7, sha256: null } }),
    attempt(4, { replayed: true, sincePrevious: 10, ms: { done: 2500 } }),
    attempt(5, { status: null, endedBy: null, sincePrevious: 2000, ms: { done: null } }),
  ],
  summary: summary(5, { idempotencyKeys: ['a'] }),
};

const limit: KeyReadBack = {
  key: 'l',
  kind: 'fixed-window',
  per: 'address',
  unit: 'requests',
  accepted: 2,
  rejected: 1,
  policies: [
    { name: 'burst', q: 2, w: 1 },
    { name: 'day', q: 9, w: 86_400 },
  ],
  callers: [
    { pk: null, policies: [{ name: 'burst', remaining: 1, refillAt: null }] },
    {
      pk: 'ab12',
      policies: [
        { name: 'burst', remaining: 0, refillAt: '2026-01-01T00:00:09.000Z' },
        { name: 'day', remaining: 8, refillAt: null },
      ],
    },
  ],
  attempts: [
    attempt(7, { caller: 'ab12', retryAfter: null, endedBy: 'timeout' }),
    attempt(8, { status: 429, early: true, retryAfter: 0, endedBy: 'server-fin' }),
    attempt(9, { status: 429, retryAfter: 12, endedBy: 'client-rst', body }),
  ],
  summary: summary(9, { bodyDigests: 2, idempotencyKeys: ['a', 'b'] }),
};

const callers: KeyReadBack = {
  key: 'c',
  stepDirectives: ['status=200'],
  next: null,
  after: 'gone',
  by: 'header',
  callers: [
    { caller: 'one', next: 2 },
    { caller: '', next: null },
  ],
  attempts: Array.from({ length: 61 }, (_, index) => attempt(index + 1)),
  summary: summary(61),
};

const ended: KeyReadBack = { ...callers, key: 'e', callers: [], attempts: [], summary: summary(1) };

const single: KeyReadBack = { ...sequence, key: 'o', attempts: [attempt(1, { body })], summary: summary(1) };

/** Opens the inspector at keys with these read-backs, by lab and key. */
async function openKey(t: TestContext, views: Readonly<Record<string, KeyReadBack>>) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t);
  const { page, errors } = await visitIn(browser, server.url);
  await page.route('**/_sparring/labs/*/*', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/_sparring/labs/', '');
    return route.fulfill({ json: views[name] });
  });
  return {
    async outline(name: string) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/_sparring/inspector#labs/${name}`);
      await page.getByRole('region', { name: `Key ${name}` }).waitFor();
      assert.deepEqual(errors, []);
      return page.evaluate(outlineKey);
    },
  };
}

/** Runs in the page, so it cannot use anything outside of the function. */
function outlineKey() {
  const all = (selector: string) => [...document.querySelectorAll(`#lab-key ${selector}`)];
  const texts = (selector: string) => all(selector).map((element) => element.textContent);
  const attributes = (element: Element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value.replace(/\.(\d\d)\d+/g, '.$1')}`);
  return {
    steps: texts('ol.mono[aria-label="Steps"] li'),
    state: texts('.state li'),
    remarks: texts('> section > p'),
    captions: texts('caption'),
    headings: texts('thead th'),
    rows: all('tbody tr').map((row) => [...row.children].map((cell) => cell.textContent)),
    tones: all('tbody span').map(({ className }) => className),
    chart: all('.chart').map(({ ariaLabel }) => ariaLabel),
    svg: all('.chart :is(svg, svg *)').map((element) =>
      [
        element.tagName,
        ...attributes(element),
        ...(element.children.length === 0 && element.textContent ? [`"${element.textContent}"`] : []),
      ].join(' '),
    ),
  };
}

const END = 'response complete';
const AT = (n: number) => `2026-01-01 00:00:0${n} UTC`;

describe('the view of a key', () => {
  it('shows each member of its read-back', async (t) => {
    const opened = await openKey(t, { 'sequence/s': sequence, 'limit/l': limit });
    if (!opened) return;
    const { outline } = opened;

    assert.deepEqual(await outline('sequence/s'), {
      steps: ['status=503 / times=2', 'body=<b>', 'status=200'],
      state: [
        '3 steps; after the last: last; same caller: all; next step: 2',
        '5 attempts; all bodies are equal; 1 idempotency key',
      ],
      remarks: [],
      captions: ['Attempts'],
      headings: ['Attempt', 'Step', 'Gap', 'Method', 'Result', 'End', 'Time', 'Body', 'Conn.', 'At'],
      rows: [
        ['1', '1', '', 'POST', '503', END, '4.3 ms', '5 B abcdef01', '3', AT(1)],
        ['2', '1', '400 ms', 'GET', 'reset@headers', 'server reset', '20 ms', '', '3, reused', AT(2)],
        ['3', 'none', '100 ms', 'GET', '404', 'client closed', '20 ms', '7 B ', '3, reused', AT(3)],
        ['4', '1', '10 ms', 'GET', '200, replayed', END, '2.5 s', '', '3, reused', AT(4)],
        ['5', '1', '2 s', 'GET', 'no response', 'in progress', '', '', '3, reused', AT(5)],
      ],
      tones: ['bad', 'bad', 'bad', 'good', 'open'],
      chart: ['Timeline of the attempts'],
      // 564 pixels are 3,010 ms.
      svg: [
        'svg viewBox=0 0 640 124 role=img aria-label=5 attempts within 3.01 s. The table has the same data.',
        'line x1=0 x2=640 y1=82 y2=82 class=axis',
        'g',
        'rect x=12 y=18 width=4 height=14 class=bad',
        'title "Attempt 1: 503, 4.3 ms"',
        'text x=12 y=13 "1: 503"',
        'g',
        'rect x=86.95 y=18 width=4 height=14 class=bad',
        'title "Attempt 2: reset@headers, 20 ms"',
        'text x=86.95 y=13 "2"',
        'g',
        'rect x=105.68 y=18 width=4 height=14 class=bad',
        'title "Attempt 3: 404, 20 ms"',
        'text x=105.68 y=13 "3: 404"',
        'g',
        'rect x=107.56 y=58 width=468.43 height=14 class=good',
        'title "Attempt 4: 200, 2.5 s"',
        'text x=107.56 y=53 "4: 200"',
        'g',
        'rect x=482.31 y=18 width=4 height=14 class=open',
        'title "Attempt 5: no response, 0.0 ms"',
        'text x=482.31 y=13 "5: no response"',
        'g',
        'path d=M12 85V91M12 88H86.95M86.95 85V91 class=gap',
        'text x=49.47 y=102 text-anchor=middle class=soft "400 ms"',
        'g',
        'path d=M86.95 85V91M86.95 88H105.68M105.68 85V91 class=gap',
        'g',
        'path d=M105.68 85V91M105.68 88H107.56M107.56 85V91 class=gap',
        'g',
        'path d=M107.56 85V91M107.56 88H482.31M482.31 85V91 class=gap',
        'text x=294.93 y=102 text-anchor=middle class=soft "2 s"',
        'text x=12 y=120 class=soft "0"',
        'text x=576 y=120 text-anchor=end class=soft "3.01 s"',
      ],
    });

    const { svg, ...shown } = await outline('limit/l');
    assert.deepEqual(shown, {
      steps: [],
      state: [
        'fixed-window, per address: burst with 2 requests in 1 s, day with 9 requests in 86400 s',
        '2 accepted, 1 rejected',
        'Now: 1 left of burst',
        'Caller ab12: 0 left of burst, more at 2026-01-01T00:00:09.000Z; 8 left of day',
        '9 attempts, of which the latest 3 are kept; 2 different bodies; 2 idempotency keys',
      ],
      remarks: [],
      captions: ['Attempts'],
      headings: [
        'Attempt',
        'Retry-After',
        'Gap',
        'Method',
        'Result',
        'End',
        'Time',
        'Body',
        'Conn.',
        'Caller',
        'At',
      ],
      rows: [
        ['7', '', '100 ms', 'GET', '200', 'time limit', '20 ms', '', '3, reused', 'ab12', AT(7)],
        ['8', '0 s', '100 ms', 'GET', '429, early', 'server closed', '20 ms', '', '3, reused', '', AT(8)],
        [
          '9',
          '12 s',
          '100 ms',
          'GET',
          '429',
          'client reset',
          '20 ms',
          '5 B abcdef01',
          '3, reused',
          '',
          AT(9),
        ],
      ],
      tones: ['bad', 'bad', 'bad'],
      chart: ['Timeline of the attempts'],
    });
    assert.ok(svg.includes('title "Attempt 8: 429, 20 ms"'));
  });

  it('shows the positions of callers, the latest 60 attempts in the chart, and a key without attempts', async (t) => {
    const views = { 'sequence/c': callers, 'sequence/e': ended, 'sequence/o': single };
    const opened = await openKey(t, views);
    if (!opened) return;
    // One body has no other to compare it with.
    assert.equal((await opened.outline('sequence/o')).state[1], '1 attempt');
    const { state, rows, svg } = await opened.outline('sequence/c');
    assert.deepEqual(state, [
      '1 step; after the last: gone; same caller: header',
      'one: next step 2',
      '(empty): next step none',
      '61 attempts',
    ]);
    assert.equal(rows.length, 61);
    assert.match(svg[0] ?? '', /aria-label=60 attempts within 5\.92 s\./);
    assert.ok(
      svg.includes('title "Attempt 2: 200, 20 ms"') && svg.includes('title "Attempt 61: 200, 20 ms"'),
    );
    assert.deepEqual(await opened.outline('sequence/e'), {
      steps: ['status=200'],
      state: [
        '1 step; after the last: gone; same caller: header; next step: none',
        '1 attempt, of which the latest 0 are kept',
      ],
      remarks: ['There is no attempt.'],
      captions: [],
      headings: [],
      rows: [],
      tones: [],
      chart: [],
      svg: [],
    });
  });
});
