import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { request } from '#test/support/wire/wire.ts';

describe('a client with an IPv4 address on a socket for both families', () => {
  test('has its IPv4 address in responses, the control API and the check of trusted proxies', async (t) => {
    const server = await serve(t, { host: ['::'], trustedProxies: ['127.0.0.1'], allowedHosts: ['*'] }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL') return undefined;
        throw error;
      },
    );
    if (server === undefined) return t.skip('this machine has no IPv6');
    assert.deepEqual((await server.get('/ip')).json(), { origin: '127.0.0.1' });
    const cookie = (await server.get('/login', [['X-Forwarded-Proto', 'https']])).field('Set-Cookie') ?? '';
    assert.match(cookie, /; Secure(?:;|$)/);
  });

  test('is a local client to the control API', async (t) => {
    const server = await serve(t, { host: ['::'] }).catch(() => undefined);
    if (server === undefined) return t.skip('this machine has no IPv6');
    const response = await request(server.port, { path: '/_sparring/health' });
    assert.equal(response.status, 200);
    assert.equal((await request(server.port, { path: '/_sparring/clock' })).status, 200);
  });
});
