import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request } from '#test/support/wire/wire.ts';

const NAME = 'Strict-Transport-Security';
const VALUE = 'max-age=31536000; includeSubdomains; preload';

/** The values of the header in responses of the API, its errors, the pages and the testing service. */
async function valuesOf(t: TestContext, options: Partial<ServerOptions>, host: string) {
  const server = await serve(t, options);
  const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
  const fields = [
    ['Host', host],
    ['User-Agent', 'test'],
  ] as const;
  const values = new Map<string, string | undefined>();
  for (const path of ['/api/v3/meta', '/api/v3/user', '/api/v3/nothing', '/login', '/get', '/nothing']) {
    const response = await request(server.port, { path, fields }, ca);
    values.set(path, response.field(NAME));
  }
  return values;
}

function ofApi(value: string | undefined) {
  return new Map([
    ['/api/v3/meta', value],
    ['/api/v3/user', value],
    ['/api/v3/nothing', value],
    ['/login', undefined],
    ['/get', undefined],
    ['/nothing', undefined],
  ]);
}

describe('Strict-Transport-Security', () => {
  it('is never sent by a server on loopback, with or without the setting', async (t) => {
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
      for (const hsts of [true, false]) {
        const values = await valuesOf(
          t,
          { tls: true, host: [host], hsts, allowedHosts: ['*'] },
          'ghe.example',
        );
        assert.deepEqual(values, ofApi(undefined), `${host} ${hsts}`);
      }
    }
  });

  it('is sent by the API on other addresses if the setting is enabled', async (t) => {
    const open = { tls: true, host: ['0.0.0.0'] };
    assert.deepEqual(await valuesOf(t, open, 'ghe.example'), ofApi(undefined));
    assert.deepEqual(await valuesOf(t, { ...open, hsts: true }, 'ghe.example'), ofApi(VALUE));
    assert.deepEqual(await valuesOf(t, { ...open, hsts: true }, '127.0.0.1:8080'), ofApi(VALUE));
  });

  it('is not sent to a client that calls the server localhost', async (t) => {
    const options = { tls: true, host: ['0.0.0.0'], hsts: true };
    for (const host of ['localhost', 'LOCALHOST:8080', 'localhost.', 'project.localhost:8443'])
      assert.deepEqual(await valuesOf(t, options, host), ofApi(undefined), host);
  });

  it('is sent over HTTP/2 too', async (t) => {
    const server = await serve(t, { tls: true, host: ['0.0.0.0'], hsts: true });
    const ca = readFileSync(server.caPath ?? '', 'utf8');
    for (const [authority, value] of [
      ['ghe.example', VALUE],
      ['localhost', undefined],
    ] as const) {
      const fields = [['host', authority]] as const;
      const response = await requestHttp2(
        `https://127.0.0.1:${server.port}`,
        { path: '/api/v3/meta', fields },
        { ca },
      );
      assert.equal(response.headers[NAME.toLowerCase()], value, authority);
    }
  });

  it('is sent only for TLS connections of clients: to this server, or to a trusted proxy that reports https', async (t) => {
    const open = { host: ['0.0.0.0'], hsts: true };
    assert.deepEqual(await valuesOf(t, open, 'ghe.example'), ofApi(undefined));
    const proxied = await serve(t, { ...open, trustedProxies: ['127.0.0.1'] });
    for (const [scheme, value] of [
      ['https', VALUE],
      ['http', undefined],
    ] as const) {
      const response = await proxied.get('/api/v3/meta', [
        ['Host', 'ghe.example'],
        ['User-Agent', 'test'],
        ['X-Forwarded-Proto', scheme],
      ]);
      assert.equal(response.field(NAME), value, scheme);
    }
  });
});
