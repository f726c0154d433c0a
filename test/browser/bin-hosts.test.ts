import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { addRule } from '../support/rules.ts';
import { visitIn } from './visit.ts';

const SCRIPT = '<!doctype html><title>x</title><script>new Image().src = "/ran?" + location.host</script>';
const PAGE = { body: SCRIPT, type: 'text/html', sandbox: false } as const;

test('the script of a page runs at the host of a bin, and at no other host', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serveApi(t);
  const { port } = server;
  addRule(server, { match: { path: '/ran' }, respond: { status: 204 } });
  addRule(server, { match: { path: '/app' }, respond: PAGE });
  addRule(server, { bin: 't1', match: { path: '/login' }, respond: PAGE });
  addRule(server, { match: { path: '/boxed' }, respond: { body: SCRIPT, type: 'text/html' } });
  const visit = await visitIn(browser, server.url);
  const ran = async (url: string) => {
    const before = visit.requested.length;
    await visit.page.goto(url, { waitUntil: 'load' });
    return visit.requested.slice(before).some((each) => each.includes('/ran?'));
  };
  for (const [url, isRun] of [
    [`http://t1.bin.localhost:${port}/app`, true],
    [`http://t1.bin.localhost:${port}/login`, true],
    [`http://t1.bin.localhost:${port}/boxed`, false],
    [`http://localhost:${port}/app`, false],
    [`http://localhost:${port}/bin/t1/app`, false],
    [`http://localhost:${port}/bin/t1/login`, false],
    [`http://127.0.0.1:${port}/app`, false],
    [`http://bin.localhost:${port}/app`, false],
  ] as const)
    assert.equal(await ran(url), isRun, url);
  await visit.page.setExtraHTTPHeaders({ 'Sparring-Bin': 't1' });
  assert.equal(await ran(`http://localhost:${port}/app`), false);
  await visit.close();
});

test('a page at the host of a bin reads nothing of the accounts and of the control API', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serveApi(t);
  const { port } = server;
  const main = `http://localhost:${port}`;
  addRule(server, { id: 'app', bin: 't1', match: { path: '/app' }, respond: PAGE });
  const visit = await visitIn(browser, main);
  const { page } = visit;
  const context = page.context();
  await visit.signIn(exampleUser.login, exampleUser.password);
  await page.goto(`${main}/_sparring/inspector`);
  const cookies = await context.cookies(`${main}/settings`);
  assert.ok(cookies.some(({ name }) => name.includes('sparring_session')));

  await page.goto(`http://t1.bin.localhost:${port}/app`);
  const result = await page.evaluate(readOthers, main);
  assert.deepEqual(result, {
    cookie: '',
    // Its own origin has no other service.
    own: [404, 404, 404, 404],
    // Other origins cannot be read, with and without credentials.
    others: Array.from({ length: 14 }, () => 'TypeError'),
    echoed: false,
    opened: 'SecurityError',
    worker: 'rejected',
    stored: 0,
  });
  // What it sends without reading is not done, and what it stores does not reach other hosts.
  assert.deepEqual(
    server.rules.list().map(({ id }) => id),
    ['app'],
  );
  assert.deepEqual(await context.cookies(`${main}/settings`), cookies);
  await page.goto(`${main}/settings/tokens`);
  assert.match(await visit.textOf('body'), new RegExp(exampleUser.login));
  const recorded = JSON.stringify(server.journal?.entries());
  for (const { name, value } of cookies)
    if (name.includes('sparring_')) assert.ok(!recorded.includes(value), name);
  await visit.close();
});

/** Runs in the page of a bin, so it cannot use anything outside of the function. */
async function readOthers(main: string) {
  const statusOf = async (path: string) => (await fetch(path)).status;
  const failure = async (path: string, options: RequestInit): Promise<string> => {
    try {
      const response = await fetch(main + path, options);
      return `${response.status} ${(await response.text()).slice(0, 100)}`;
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  };
  const paths = [
    '/_sparring/requests',
    '/_sparring/rules',
    '/_sparring/inspector',
    '/_sparring/outbox',
    '/settings/tokens',
    '/login',
    '/api/v3/user',
  ];
  const others: string[] = [];
  for (const credentials of ['include', 'omit'] as const)
    for (const path of paths) {
      // The API permits other origins to read its public errors; it has no ambient credentials.
      const failed = await failure(path, { credentials });
      others.push(path === '/api/v3/user' && failed.startsWith('401') ? 'TypeError' : failed);
    }
  for (const [path, method] of [
    ['/_sparring/rules', 'DELETE'],
    ['/_sparring/reset', 'POST'],
    ['/logout', 'POST'],
  ] as const)
    for (const mode of ['no-cors', 'cors'] as const)
      await fetch(main + path, { method, mode, credentials: 'include' }).catch(() => undefined);
  const echo = await (await fetch(`${main}/anything`, { credentials: 'include' })).text();
  const jar = await (await fetch(`${main}/cookies`, { credentials: 'include' })).text();
  for (const domain of ['localhost', 'bin.localhost', '']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the page of an attacker uses it.
    document.cookie = `sparring_session=x; path=/settings${domain && `; domain=${domain}`}`;
  }
  const open = window.open(`${main}/_sparring/inspector`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  let opened = 'read';
  try {
    opened = open?.document.body.textContent ?? 'no document';
  } catch (error) {
    opened = error instanceof Error ? error.name : String(error);
  }
  const worker = await navigator.serviceWorker.register('/app').then(
    () => 'registered',
    () => 'rejected',
  );
  return {
    cookie: document.cookie,
    own: await Promise.all(
      ['/_sparring/requests', '/_sparring', '/settings/tokens', '/api/v3/user'].map(statusOf),
    ),
    others,
    echoed: /sparring_/.test(echo + jar),
    opened,
    worker,
    stored: localStorage.length,
  };
}
