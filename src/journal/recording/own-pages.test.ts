import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import { createRuntime } from '#runtime.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { entryTests } from '../match/entry-conditions.ts';

const FROM_BROWSER: Fields = [['Sec-Fetch-Site', 'same-origin']];

/** A server, and a function that advances its monotonic time. */
async function open(t: TestContext) {
  const real = createRuntime();
  let advanced = 0;
  const monotonic = () => real.monotonic() + advanced;
  const server = await serve(t, { runtime: { ...real, monotonic } });
  return {
    server,
    advance(milliseconds: number) {
      advanced += milliseconds;
    },
  };
}

/** The latest entry, of own pages too, when there is one more. */
async function nextEntry(server: TestServer, act: () => Promise<unknown>) {
  const last = server.journal?.lastId ?? 0;
  await act();
  await until(() => (server.journal?.lastId ?? 0) > last);
  const entry = server.journal?.find(server.journal.lastId);
  assert.ok(entry);
  return entry;
}

async function connectUnused(server: TestServer, localAddress = '127.0.0.1'): Promise<void> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  socket.destroy();
}

describe('an unused connection', () => {
  it('is of a page of the server, if its address has loaded one in the last minute', async (t) => {
    for (const path of [
      '/_sparring/inspector',
      '/docs',
      '/login',
      '/compose/builder',
      '/compose/builder.js',
      '/favicon.ico',
    ]) {
      const { server, advance } = await open(t);
      const connectFrom = (address?: string) => nextEntry(server, () => connectUnused(server, address));
      assert.equal((await connectFrom()).own, false, path);
      await server.get(path);
      assert.equal((await connectFrom()).own, false, `${path} without a browser`);
      await server.get(path, FROM_BROWSER);
      assert.equal((await connectFrom()).own, true, path);
      assert.equal((await connectFrom('127.0.0.2')).own, false, path);
      advance(59_000);
      assert.equal((await connectFrom()).own, true, path);
      advance(2_000);
      assert.equal((await connectFrom()).own, false, path);
    }
  });

  it('is of a page that is loaded while it is open', async (t) => {
    const { server, advance } = await open(t);
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    await server.get('/docs', FROM_BROWSER);
    advance(300_000);
    const entry = await nextEntry(server, async () => socket.destroy());
    assert.equal(entry.own, true);
    assert.equal(
      server.journal?.entries().some(({ id }) => id === entry.id),
      false,
    );
  });

  it('is no fault, of a client either', async (t) => {
    const { server } = await open(t);
    const entry = await nextEntry(server, () => connectUnused(server));
    assert.deepEqual([entry.kind, entry.own], ['no-request', false]);
    for (const state of ['fault', 'own'] as const)
      assert.equal(entryTests({ state })[0]?.test(entry), false, state);
    assert.equal(
      server.journal?.entries().some(({ id }) => id === entry.id),
      true,
    );
  });
});

describe('a request for the key of a lab', () => {
  const STEPS = '/sequence/k/status=503/end';
  const referer = (path: string): Fields[number] => ['Referer', `http://127.0.0.1:1${path}`];

  it('is of the builder only with the fields of a browser that has the page open', async (t) => {
    const server = await serve(t);
    const isOwn = async (path: string, fields: Fields) =>
      (await nextEntry(server, () => server.get(path, fields))).own;
    const fromBuilder: Fields = [...FROM_BROWSER, referer('/compose/builder')];
    assert.equal(await isOwn(STEPS, fromBuilder), false);
    assert.equal(await isOwn('/sequence/k', fromBuilder), true);
    assert.equal(await isOwn('/sequence/k', []), false);
    assert.equal(await isOwn('/sequence/k', FROM_BROWSER), false);
    assert.equal(await isOwn('/sequence/k', [referer('/compose/builder')]), false);
    assert.equal(await isOwn('/sequence/k', [...FROM_BROWSER, referer('/')]), false);
    assert.equal(await isOwn('/sequence/k', [...FROM_BROWSER, ['Referer', 'x']]), false);
    assert.equal(await isOwn('/get', fromBuilder), false);
    const crossSite: Fields = [['Sec-Fetch-Site', 'cross-site'], referer('/compose/builder')];
    assert.equal(await isOwn('/sequence/k', crossSite), false);
  });

  it('is not among the requests that the builder sends for its user', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    const page = await browser.newPage();
    t.after(() => page.close());
    await page.goto(`${server.url}/compose/builder#${STEPS}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('At 503').or(page.locator('#attempts-view table')).first().waitFor();
    await page.getByRole('button', { name: 'Delete the key' }).click();
    await page.getByText('No request has used the key.').waitFor();
    const targets = server.journal
      ?.entries()
      .map((entry) =>
        entry.kind === 'exchange' ? `${entry.request.method} ${entry.request.target}` : entry.kind,
      );
    assert.deepEqual(targets, [`GET ${STEPS}`]);
  });
});
