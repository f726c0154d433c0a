import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes, type WireResponse } from '#test/support/wire/wire.ts';
import { createAllowedHosts } from './allowed-hosts.ts';

const EVIL = 'rebound.example:8080';

/** A path of each service with accounts, and of the control API. */
const GUARDED = [
  ['GET', '/api/v3'],
  ['GET', '/api/v3/user'],
  ['GET', '/api/v3/nowhere'],
  ['OPTIONS', '/api/v3/user'],
  ['POST', '/api/graphql'],
  ['GET', '/login'],
  ['POST', '/login'],
  ['POST', '/login/oauth/access_token'],
  ['GET', '/settings'],
  ['GET', '/settings/tokens/1'],
  ['DELETE', '/settings/tokens'],
  ['OPTIONS', '/settings/tokens'],
  ['GET', '/orgs/acme/sso'],
  ['POST', '/logout'],
  ['GET', '/_sparring'],
  ['GET', '/_sparring/nowhere'],
  ['POST', '/_sparring/reset'],
] as const;

const OPEN = ['/get', '/', '/docs', '/openapi.json', '/status/204', '/nowhere', '/login-not'];

async function ask(t: TestContext, options: Partial<ServerOptions> = {}) {
  const server = await serve(t, options);
  return (path: string, host: string, method = 'GET', target = path): Promise<WireResponse> =>
    server.send({
      method,
      path: target,
      fields: [
        ['Host', host],
        ['User-Agent', 'test'],
      ],
    });
}

describe('a request with a host that is not allowed', () => {
  it('gets 421 from accounts and control on a loopback bind, and is served by the testing service', async (t) => {
    const get = await ask(t);
    for (const [method, path] of GUARDED) {
      const response = await get(path, EVIL, method);
      assert.equal(response.status, 421, `${method} ${path}`);
      assert.equal(response.field('Set-Cookie'), undefined);
    }
    for (const path of OPEN) assert.notEqual((await get(path, EVIL)).status, 421, path);
  });

  it('gets the error format of each service', async (t) => {
    const get = await ask(t);
    const api = await get('/api/v3/user', EVIL);
    assert.deepEqual(api.json(), {
      message:
        'The host rebound.example is not allowed. Use a name of this machine, or allow the host with --allowed-hosts.',
      documentation_url: 'https://docs.github.com/enterprise/3.0/rest',
    });
    const page = await get('/login', EVIL);
    assert.match(page.field('Content-Type') ?? '', /^text\/html/);
    assert.match(page.text(), /<h1>Unknown host name<\/h1>/);
    const control = await get('/_sparring', EVIL);
    assert.equal(control.field('Content-Type'), 'application/problem+json');
  });

  it('is rejected before credentials are checked: a wrong password is not counted, a correct one is not accepted', async (t) => {
    const server = await serve(t);
    const fields = [
      ['Host', EVIL],
      ['Authorization', `Basic ${btoa('mona:correct-horse-1')}`],
    ] as const;
    assert.equal((await server.get('/api/v3/user', fields)).status, 421);
  });

  it('is recognized by the target in absolute form, and by :authority on HTTP/2', async (t) => {
    const get = await ask(t);
    assert.equal((await get('/api/v3', '127.0.0.1', 'GET', `http://${EVIL}/api/v3`)).status, 421);
    assert.equal((await get('/api/v3', EVIL, 'GET', 'http://localhost/api/v3')).status, 200);

    const server = await serve(t, { h2c: true });
    for (const [host, status] of [
      [EVIL, 421],
      ['localhost', 200],
    ] as const) {
      const fields = [
        ['Host', host],
        ['User-Agent', 'test'],
      ] as const;
      assert.equal((await requestHttp2(server.url, { path: '/api/v3', fields })).status, status, host);
    }
  });

  it('is not an HTTP/1.0 request without a host', async (t) => {
    const server = await serve(t);
    const bytes = 'GET /api/v3 HTTP/1.0\r\nUser-Agent: test\r\n\r\n';
    const [response] = await exchangeBytes(server.port, bytes);
    assert.equal(response?.status, 200);
  });
});

describe('the hosts of a server', () => {
  it('include loopback names and addresses on any port, in any case', async (t) => {
    const get = await ask(t);
    for (const host of [
      'localhost',
      'LOCALHOST:1',
      'localhost.',
      'app.localhost:8080',
      'a.b.localhost',
      '127.0.0.1',
      '127.0.0.1:80',
      '127.255.1.2',
      '[::1]',
      '[::1]:8443',
    ])
      assert.equal((await get('/api/v3', host)).status, 200, host);
    for (const host of [
      'notlocalhost',
      'localhost.example',
      '127.0.0.1.example',
      '128.0.0.1',
      '[::2]',
      '0.0.0.0',
      '[::]',
      '127.0.0.1.nip.io',
      '10.0.0.1',
      'localhost.localdomain',
      'x--localhost',
      '1270.0.0.1',
    ])
      assert.equal((await get('/api/v3', host)).status, 421, host);
  });

  it('include the host of the base URL and those of the setting', async (t) => {
    const get = await ask(t, {
      baseUrl: 'https://GHE.example:8443/base',
      allowedHosts: ['api.example', '*.wild.example', '192.0.2.1', '2001:db8::1'],
    });
    for (const host of [
      'ghe.example',
      'ghe.example:80',
      'api.example:1',
      'API.example.',
      'a.wild.example',
      'a.b.wild.example',
      '192.0.2.1',
      '[2001:db8::1]:80',
      'localhost',
    ])
      assert.equal((await get('/api/v3', host)).status, 200, host);
    for (const host of ['wild.example', 'xwild.example', 'other.example', 'x.api.example', 'example'])
      assert.equal((await get('/api/v3', host)).status, 421, host);
  });

  it('are unrestricted with *, and without the setting on a server that is not bound to loopback', async (t) => {
    for (const options of [{ allowedHosts: ['*'] }, { host: ['0.0.0.0'] }]) {
      const get = await ask(t, options);
      assert.equal((await get('/api/v3', EVIL)).status, 200);
    }
    const get = await ask(t, { host: ['0.0.0.0'], allowedHosts: ['api.example'] });
    assert.equal((await get('/api/v3', EVIL)).status, 421);
    for (const host of ['api.example', 'localhost:1'])
      assert.equal((await get('/api/v3', host)).status, 200, host);
  });

  it('are checked for each request', () => {
    const { check } = createAllowedHosts([]);
    check({ authority: 'localhost' });
    for (const authority of ['x.example', 'localhost@x.example', ''])
      assert.throws(() => check({ authority }), { status: 421 });
    check({ authority: 'localhost' });
  });
});
