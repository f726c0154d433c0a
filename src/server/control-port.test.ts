import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { formatBanner } from '#cli/control/banner.ts';
import { defaultServerSettings } from '#config/settings/settings.ts';
import { start } from '#library/index.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes, request, type WireRequest } from '#test/support/wire/wire.ts';
import type { ServerOptions } from './server.ts';

/** A server whose control API has a port of its own, and a client of that port. */
async function serveApart(t: TestContext, options: Partial<ServerOptions> = {}) {
  const server = await serve(t, { controlPort: 0, ...options });
  const { controlPort } = server;
  assert.notEqual(controlPort, server.port);
  const send = (wanted: WireRequest) => request(controlPort, wanted);
  return {
    ...server,
    origin: `http://127.0.0.1:${controlPort}`,
    control: { send, get: (path: string, fields: WireRequest['fields'] = []) => send({ path, fields }) },
  };
}

const PATHS = [
  '/_sparring',
  '/_sparring/clock',
  '/_sparring/inspector',
  '/_sparring/nowhere',
  '/_sparring/requests/live',
];

describe('the control port', () => {
  it('is the only port with the control API and its pages', async (t) => {
    const { send, control, origin } = await serveApart(t, { accountsPort: 0 });
    for (const path of ['/_sparring', '/_sparring/clock', '/_sparring/inspector', '/_sparring/metrics'])
      assert.equal((await control.get(path)).status, 200, path);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
      for (const path of PATHS) {
        const answer = await send({ method, path });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.equal(answer.field('Content-Type'), 'application/problem+json');
        if (method !== 'HEAD')
          assert.match(answer.text(), new RegExp(`Control API: ${origin}/_sparring"`), path);
      }
  });

  it('is named to programs on this machine only, on the main port and on the accounts port', async (t) => {
    const { get, accountsPort, controlPort } = await serveApart(t, { accountsPort: 0, controlToken: TOKEN });
    for (const fields of [
      [['Host', 'sparring.example']],
      [['X-Forwarded-For', '192.0.2.1']],
      [
        ['X-Forwarded-For', '192.0.2.1'],
        ['Authorization', `Bearer ${TOKEN}`],
      ],
    ] as const)
      for (const answer of [
        await get('/_sparring/clock', fields),
        await request(accountsPort, { path: '/_sparring/clock', fields }),
      ]) {
        assert.equal(answer.status, 404);
        assert.match(answer.text(), /Control API: on another port of this server"/);
        assert.doesNotMatch(answer.text(), new RegExp(String(controlPort)));
      }
  });

  it('redirects from its root to the inspector, and names the main port in errors for other services', async (t) => {
    const { control, url } = await serveApart(t);
    const root = await control.get('/');
    assert.deepEqual([root.status, root.field('Location')], [303, '/_sparring/inspector']);
    for (const path of ['/get', '/docs', '/api/v3/user', '/login', '/bin/b/get']) {
      const answer = await control.get(path);
      assert.equal(answer.status, 404, path);
      assert.match(answer.text(), new RegExp(`All other services: ${url}/"`), path);
    }
    for (const [path, status] of [
      ['/_sparring/nowhere', 404],
      ['/_sparring/', 308],
    ] as const) {
      assert.equal((await control.get(path)).status, status, path);
      assert.equal((await control.get(path, [['Origin', 'null']])).status, 403, path);
    }
    assert.equal((await control.get('/_sparringx')).status, 404);
  });

  it('replays requests at the main port, and records nothing of its own', async (t) => {
    const server = await serveApart(t);
    await server.get('/anything/x');
    await exchangeBytes(server.controlPort, 'NOT A REQUEST\r\n\r\n');
    const path = '/_sparring/requests/1/replay';
    const answer = await server.control.send({ method: 'POST', path });
    const { replayOf, response, target } = Object(JSON.parse(answer.text()));
    assert.deepEqual([answer.status, replayOf, response?.status], [200, 1, 200], target);
    const { requests } = Object(JSON.parse((await server.control.get('/_sparring/requests')).text()));
    assert.equal(requests.length, 2);
  });

  it('has links to the other ports', async (t) => {
    const { get, control, url, origin, controlUrl } = await serveApart(t);
    assert.equal(controlUrl, origin);
    const overview = Object(JSON.parse((await control.get('/_sparring')).text()));
    assert.deepEqual([overview.url, overview.links.clock], [url, `${origin}/_sparring/clock`]);
    const inspector = (await control.get('/_sparring/inspector')).text();
    for (const link of [
      `${url}/anything`,
      `href="${url}/compose/builder"`,
      `href="${url}/docs?service=control"`,
    ])
      assert.ok(inspector.includes(link), link);
    const home = (await get('/')).text();
    assert.ok(home.includes(`href="${origin}/_sparring/inspector"`));
    assert.doesNotMatch(home, /href="\/_sparring/);
  });

  it('is reached from the home page in a browser, and shows the bins of the main port', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveApart(t);
    await server.get('/bin/b1/get?planted');
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${server.url}/`);
    assert.equal(await page.getByText('b1').count(), 0);
    await page.getByRole('link', { name: 'Open: Control API' }).click();
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.getByText('/get?planted').first().waitFor();
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Bins' }).click();
    await page.getByRole('link', { name: 'b1', exact: true }).click();
    await page.locator('#bin-url', { hasText: `${server.url}/bin/b1` }).waitFor();
    await page.getByRole('link', { name: '/bin/b1/get?planted' }).waitFor();
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Control' }).click();
    await page.getByRole('heading', { level: 1, name: 'Control', exact: true }).waitFor();
  });

  it('opens pages by links of other ports of the host, in no frame and in no script', async (t) => {
    const { control } = await serveApart(t);
    const navigation = {
      'Sec-Fetch-Site': 'same-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    const open = (fields: Record<string, string>) =>
      control.get('/_sparring/inspector', Object.entries({ ...navigation, ...fields }));
    assert.equal((await open({})).status, 200);
    for (const fields of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Dest': 'iframe' },
      { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' },
    ])
      assert.equal((await open(fields)).status, 403, JSON.stringify(fields));
  });

  it('has the protocols of the main port', async (t) => {
    const { caPath, controlUrl, controlPort } = await serve(t, { controlPort: 0, tls: true });
    assert.match(controlUrl, /^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = readFileSync(caPath ?? '', 'utf8');
    assert.equal((await request(controlPort, { path: '/_sparring/clock' }, ca)).status, 200);
  });

  it('opens together with the other ports or not at all, and all are closed', async (t) => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    t.after(() => blocker.close());
    const address = blocker.address();
    assert.ok(address !== null && typeof address === 'object');
    const { port } = address;
    await assert.rejects(start({ controlPort: port }), {
      message: `Port ${port} on 127.0.0.1 is already in use; choose another with controlPort, or any free one with controlPort 0.`,
    });
    await assert.rejects(serve(t, { controlPort: 0, port }), { code: 'EADDRINUSE' });
    for (const options of [
      { port: 8099, controlPort: 8099 },
      { accountsPort: 8099, controlPort: 8099 },
    ])
      await assert.rejects(
        start(options),
        /The control API cannot have a port of its own that is another port/,
      );

    const server = await start({ controlPort: 0 });
    assert.equal((await fetch(`${server.controlUrl}/_sparring/clock`)).status, 200);
    await server.close();
    for (const each of [server.url, server.controlUrl]) await assert.rejects(fetch(each));
  });

  it('is not opened without the control API, and is the main port by default', async () => {
    await using server = await start({ controlPort: 0, control: false });
    assert.equal(server.controlUrl, server.url);
    assert.equal((await fetch(`${server.url}/_sparring`)).status, 404);
    await using other = await start();
    assert.equal(other.controlUrl, other.url);
  });

  it('is in the output of the start', async (t) => {
    const server = await serveApart(t);
    const settings = { ...defaultServerSettings(), controlPort: 0 };
    const facts = {
      server,
      settings,
      database: 'memory',
      isDatabaseNew: false,
      isDatabaseTyped: false,
      isTokenNew: false,
      userCount: 1,
      workers: 1,
    };
    const banner = formatBanner(
      { ...facts, starter: undefined, command: 'sparring' },
      { bold: (text) => text },
    );
    for (const [label, text] of [
      ['Testing service', `${server.url}/`],
      ['Control API', `${server.origin}/_sparring`],
      ['Inspector', `${server.origin}/_sparring/inspector`],
      ['Control access', 'programs on this machine, at the control port only'],
    ])
      assert.match(banner, new RegExp(`^ +${label} +${text}$`, 'm'));
  });
});

describe('the output of the start', () => {
  it('says who has access to the control API', async (t) => {
    const server = await serve(t);
    const accessWith = (options: Partial<ServerOptions>) => {
      const settings = { ...defaultServerSettings(), ...options };
      const facts = {
        server,
        settings,
        database: 'memory',
        isDatabaseNew: false,
        isDatabaseTyped: false,
        isTokenNew: false,
        userCount: 1,
        workers: 1,
      };
      const banner = formatBanner(
        { ...facts, starter: undefined, command: 'sparring' },
        { bold: (text) => text },
      );
      return /^ +Control access +(.+)$/m.exec(banner)?.[1];
    };
    assert.equal(
      accessWith({}),
      'programs on this machine, also a reverse proxy; behind one, use --control-port or --control-token-file',
    );
    assert.equal(accessWith({ controlToken: TOKEN }), 'clients with the control token');
    for (const options of [
      { baseUrl: 'https://sparring.example' },
      { allowedHosts: ['*'] },
      { trustedProxies: ['127.0.0.1'] },
    ])
      assert.match(accessWith(options) ?? '', /^only the commands of this user, because the settings name/);
    assert.equal(accessWith({ control: false }), 'disabled');
  });
});

const TOKEN = 'control-token-of-the-test';
