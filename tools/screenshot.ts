import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { start } from '#library/index.ts';

/**
 * Takes the screenshot of the README: the inspector with the body of a request. `npm run screenshot` after a change of the page.
 * CHROMIUM names another browser.
 */
const file = 'docs/images/inspector.png';
const program = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);
if (program === undefined) throw new Error('There is no Chromium.');

await using server = await start({ port: 0 });
const send = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init }).then((response) => response.arrayBuffer());
await send('/get?customer=4711');
for (let attempt = 0; attempt < 3; attempt++)
  await send('/sequence/checkout/status=503/times=2/then/status=200/end');
await send('/redirect/2');
await send('/cookies/set?session=abc');
await send('/anything/payments/4711', { method: 'PUT', body: 'amount=20', headers: { 'X-Trace': '1' } });
await send('/compose?status=429&header=Retry-After:%202');
await send('/gzip');
await send('/bearer', { headers: { Authorization: 'Bearer example-token-of-a-client' } });
const form = new FormData();
form.append('invoice', new Blob(['4711'], { type: 'text/plain' }), 'invoice 4711.txt');
await send('/post', { method: 'POST', body: form });
await send('/post?dry_run=true', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'checkout-service/2.4',
    'Idempotency-Key': '8e03978e',
  },
  body: JSON.stringify({
    customer: { id: 4711, name: 'Mona' },
    items: [{ sku: 'tea-250', count: 2 }],
    total: 20.5,
    gift: false,
  }),
});

const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 760 } });
  await page.goto(`${server.url}/_sparring/inspector`);
  await page.locator('#rows .row').first().click();
  await page.locator('.json .leaf').first().waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file });
} finally {
  await browser.close();
}
process.stdout.write(`${file}\n`);
