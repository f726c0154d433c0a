import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { addRule } from '#test/support/rules.ts';
import type { ConfiguredServer } from '#test/support/servers/configured-server.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request } from '#test/support/wire/wire.ts';

/** Hosts that serve the testing service alone. */
const HOSTS = [
  't1.bin.localhost',
  'bin.localhost',
  'T1.Bin.LOCALHOST:8080',
  't1.bin.localhost.',
  'a.b.bin.localhost',
] as const;

/** Paths of all other services, also in unusual forms. */
const OTHER_PATHS = [
  '/',
  '/docs',
  '/docs/',
  '//docs',
  '/docs/guides',
  '/openapi.json',
  '/llms.txt',
  '/login',
  '/login/',
  '//login',
  '/login/oauth/authorize',
  '/logout',
  '/settings/tokens',
  '/orgs/a/sso',
  '/api/v3',
  '/api/v3/user',
  '/api/graphql',
  '/_sparring',
  '/_sparring/requests',
  '/_sparring/inspector',
  '/bin/t1/_sparring',
  '/bin/t1/login',
] as const;

interface Response {
  readonly status: number;
  readonly type: string | undefined;
  readonly cookie: unknown;
}

/** Sends a request to the main port, with each way to name a host. */
type Send = (server: ConfiguredServer, host: string, path: string, method?: string) => Promise<Response>;

const byHostField: Send = async ({ port, ca }, host, path, method = 'GET') => {
  const { status, field } = await request(port, { method, path, fields: [['Host', host]] }, ca);
  return { status, type: field('Content-Type'), cookie: field('Set-Cookie') };
};

const byTarget: Send = async ({ port, ca }, host, path, method = 'GET') => {
  const target = `http://${host}${path}`;
  const { status, field } = await request(
    port,
    { method, path: target, fields: [['Host', 'localhost']] },
    ca,
  );
  return { status, type: field('Content-Type'), cookie: field('Set-Cookie') };
};

const overHttp2: Send = async ({ port, ca }, host, path, method = 'GET') => {
  const url = `${ca === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const wanted = { method, path, fields: [['Host', host]] as const };
  const { status, headers } = await requestHttp2(url, wanted, ca === undefined ? {} : { ca });
  return { status, type: headers['content-type'] as string | undefined, cookie: headers['set-cookie'] };
};

describe('a host of a bin', () => {
  inConfigurations({}, (test, configuration) => {
    const sends = [byHostField, byTarget, ...(configuration.http2 ? [overHttp2] : [])];

    test('serves the testing service alone', async (server) => {
      for (const send of sends)
        for (const host of HOSTS) {
          assert.equal((await send(server, host, '/get')).status, 200, host);
          assert.equal((await send(server, host, '/status/204')).status, 204, host);
          assert.equal((await send(server, host, '/bin/k/get')).status, 200, host);
        }
      for (const send of sends)
        for (const path of OTHER_PATHS)
          for (const method of ['GET', 'POST']) {
            const host = HOSTS[(path.length + method.length) % HOSTS.length] ?? '';
            assert.deepEqual(
              await send(server, host, path, method),
              { status: 404, type: 'application/problem+json', cookie: undefined },
              `${method} ${host}${path}`,
            );
          }
    });

    test('is no other host that looks like one', async (server) => {
      for (const host of ['localhost', 'xbin.localhost', 't1.bin.localhost.localhost'])
        for (const send of sends) assert.equal((await send(server, host, '/docs')).status, 200, host);
    });
  });

  it('is none on the port of the API and the pages, and on that of the control API', async (t) => {
    const server = await serve(t, { accountsPort: 0, controlPort: 0 });
    for (const port of [server.accountsPort, server.controlPort])
      for (const path of ['/login', '/api/v3/user', '/_sparring', '/get', '/']) {
        const fields = [['Host', `t1.bin.localhost:${port}`]] as const;
        const response = await request(port, { path, fields });
        assert.equal(response.status, 404, path);
        assert.match(response.text(), new RegExp(`http://t1\\.bin\\.localhost:${server.port}`), path);
        assert.equal(response.field('Set-Cookie'), undefined);
      }
    await server.get('/get');
    const entries = await entriesWhen(server, (all) => all.at(-1)?.kind === 'exchange');
    assert.equal(entries.length, 1, 'requests to these ports are not recorded');
  });

  it('names the bin in lower case, and a rule of the bin has every path except those of the control API', async (t) => {
    const server = await serve(t);
    const at = (host: string, path: string) => server.get(path, [['Host', host]]);
    // The newest of the rules without a count comes first.
    for (const path of ['/{rest*}', '/login', '/docs', '/', '/api/v3/user'])
      addRule(server, { bin: 't1', match: { path }, respond: { body: path } });
    for (const host of ['t1.bin.localhost', 'T1.bin.localhost.:80']) {
      for (const path of ['/login', '/docs', '/', '/api/v3/user'])
        assert.equal((await at(host, path)).text(), path, host);
      assert.equal((await at(host, '/get')).text(), '/{rest*}');
      assert.equal((await at(host, '/_sparring')).status, 404);
      assert.equal((await at(host, '/_sparring/rules')).status, 404);
    }
    assert.equal((await at('t2.bin.localhost', '/login')).status, 404);
    assert.equal((await at('localhost', '/login')).status, 200);
    addRule(server, { bin: 'T1', match: { path: '/capitals' }, respond: { body: 'T1' } });
    assert.equal((await at('T1.bin.localhost', '/capitals')).text(), '/{rest*}');
    assert.equal((await server.get('/bin/T1/capitals')).text(), 'T1');
  });

  it('is considered by explanations of rules', async (t) => {
    const server = await serve(t);
    const explain = async (target: string, host: string) => {
      const body = JSON.stringify({ target, headers: { Host: host } });
      const response = await server.send({ method: 'POST', path: '/_sparring/rules/explain', body });
      return JSON.parse(response.text()).outcome;
    };
    addRule(server, { id: 'login', bin: 't1', match: { path: '/login' }, respond: { status: 201 } });
    assert.equal(await explain('/login', 't1.bin.localhost'), 'rule');
    assert.equal(await explain('/login', 'localhost'), 'endpoint');
    assert.equal(await explain('http://t1.bin.localhost/login', 'localhost'), 'rule');
    assert.equal(await explain('/_sparring', 't1.bin.localhost'), 'endpoint');
  });

  it('has pages that link no page of another service', async (t) => {
    const server = await serve(t);
    const page = await server.get('/compose/builder', [['Host', 't1.bin.localhost']]);
    const links = [...page.text().matchAll(/<nav class="site".*?<\/nav>/gs)].join();
    assert.match(links, /href="\/compose\/builder"/);
    assert.doesNotMatch(links, /docs|settings|_sparring/);
    assert.match((await server.get('/compose/builder')).text(), /href="\/docs"/);
  });

  it('accepts WebSocket connections of the testing service', async (t) => {
    const server = await serve(t);
    const upgrade = (path: string) =>
      server.get(path, [
        ['Host', 't1.bin.localhost'],
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ]);
    assert.equal((await upgrade('/websocket/echo')).status, 101);
  });
});
