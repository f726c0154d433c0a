import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from '../protocol.mjs';

/** `fetch` of a page in headless Chromium, with a browser context for each session. Without web security, because the ports send no CORS. */
const PROGRAMS = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browser = await chromium.launch({
  executablePath: PROGRAMS.find((file) => file && existsSync(file)),
  args: [
    '--no-sandbox',
    '--disable-web-security',
    '--disable-features=LocalNetworkAccessChecks,HttpsUpgrades',
  ],
});
const hello = {
  ...{
    client: 'Chromium',
    version: browser.version(),
    language: 'C++',
    parallel: 4,
    versions: { chromium: browser.version() },
  },
  notes:
    'fetch of a page, without web security: the page sees neither Set-Cookie nor a redirect that is not followed',
  supports: ['redirects', 'abort'],
};

/** Runs in the page. */
async function fetchInPage(q) {
  const bytes =
    q.body !== undefined
      ? Uint8Array.from(atob(q.body), (each) => each.charCodeAt(0))
      : q.bodySize !== undefined && new Uint8Array(q.bodySize);
  if (q.bodySize !== undefined) for (let index = 0; index < bytes.length; index++) bytes[index] = 97 + index;
  const body = q.bodyKind === 'text' ? new TextDecoder().decode(bytes) : bytes || undefined;
  const abort = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(q.timeout * 1000), abort.signal]);
  const seen = {};
  try {
    const redirect = q.redirects ? 'follow' : 'manual';
    const response = await fetch(q.url, { method: q.method, headers: q.headers, body, redirect, signal });
    if (response.type === 'opaqueredirect') return { unsupported: 'a page cannot read a redirect' };
    Object.assign(seen, { status: response.status, headers: [...response.headers], url: response.url });
    if (q.abort?.at === 'headers') abort.abort();
    const chunks = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= q.abort?.at) abort.abort();
    }
    if (size > 1 << 20) return { ...seen, size };
    const content = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return { ...seen, body: content.toBase64() };
  } catch ({ name, message }) {
    const classes = { TimeoutError: 'timeout', AbortError: 'aborted', SyntaxError: 'invalid-request' };
    const isRefused = /^Failed to (?:execute|parse)/.test(message);
    return { ...seen, error: classes[name] ?? (isRefused ? 'invalid-request' : 'other'), message };
  }
}

async function run(q, page, seen) {
  return { ...seen, ...(await page.evaluate(fetchInPage, q)) };
}

await serve(hello, run, {
  open: async () => (await browser.newContext()).newPage(),
  close: (page) => page.context().close(),
});
await browser.close();
