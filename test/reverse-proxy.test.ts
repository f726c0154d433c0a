import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { hasNginx, openNginx } from './support/programs/nginx.ts';
import { serve } from './support/servers/serve.ts';
import { openTcpProxy } from './support/wire/tcp-proxy.ts';
import { request } from './support/wire/wire.ts';

const TOKEN = 'control-token-of-the-test';

/** Configurations of nginx on the machine of the server. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  // HTTP/1.0 before nginx 1.29.7.
  'the defaults': '',
  'the defaults since nginx 1.29.7': 'proxy_http_version 1.1; proxy_set_header Connection "";',
  'the host of the client': 'proxy_http_version 1.1; proxy_set_header Host $host;',
  'forwarding headers':
    'proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Real-IP $remote_addr;',
};

const SINCE_1_29_7 = DIRECTIVES['the defaults since nginx 1.29.7'];

/** Configurations of a server that no client of a proxy has access to, and the statuses that such a client gets. */
const CLOSED: Readonly<Record<string, Partial<ServerOptions>>> = {
  '--control-port': { controlPort: 0 },
  '--control-token': { controlToken: TOKEN },
  '--base-url': { baseUrl: 'https://sparring.example' },
  '--allowed-hosts': { allowedHosts: ['sparring.example'] },
  '--trusted-proxy': { trustedProxies: ['127.0.0.1'] },
  '--no-control': { control: false },
};

const FOREIGN = [['Host', 'sparring.example']] as const;

/** The statuses of calls of a client of the proxy, which freeze the clock, read, or open a page with a token. */
async function callThrough(port: number): Promise<number[]> {
  const body = '{"freeze":"2020-01-01T00:00:00Z"}';
  const calls = [
    request(port, { method: 'PUT', path: '/_sparring/clock', fields: FOREIGN, body }),
    request(port, { path: '/_sparring/requests?secrets=show', fields: FOREIGN }),
  ];
  const navigation = [...FOREIGN, ['Sec-Fetch-Site', 'none'], ['Sec-Fetch-Dest', 'document']] as const;
  const page = await request(port, { path: '/_sparring/inspector', fields: navigation });
  // Without the token, it is the form that asks for the control token.
  const shown = page.text().includes('<meta name="page-token"') || page.status !== 200 ? page.status : 403;
  return [...(await Promise.all(calls)).map(({ status }) => status), shown];
}

/** The time that the control API reports to a program on this machine. */
async function isFrozen(server: Awaited<ReturnType<typeof serve>>, options: Partial<ServerOptions>) {
  if (options.control === false) return false;
  const fields = options.controlToken === undefined ? [] : ([['Authorization', `Bearer ${TOKEN}`]] as const);
  const response = await request(server.controlPort, { path: '/_sparring/clock', fields });
  return response.status === 200 && response.text().includes('"frozen"');
}

describe('nginx on the machine of the server', { skip: hasNginx ? false : 'nginx is not installed' }, () => {
  for (const [name, options] of Object.entries(CLOSED))
    it(`has no access to the control API with ${name}, in any configuration`, async (t) => {
      const server = await serve(t, options);
      const ports = await Promise.all(
        Object.values(DIRECTIVES).map((directives) => openNginx(t, server.url, directives)),
      );
      for (const port of ports) {
        for (const status of await callThrough(port)) assert.match(String(status), /^(?:403|404|421)$/);
        assert.equal((await request(port, { path: '/get', fields: FOREIGN })).status, 200);
      }
      assert.equal(await isFrozen(server, options), false);
    });

  it('has no access without a setting, if it shows that it is a proxy', async (t) => {
    const server = await serve(t);
    for (const name of ['the defaults', 'the host of the client', 'forwarding headers']) {
      // Debian 12 has nginx 1.22. A later one uses HTTP/1.1 by default.
      const directives = `${name === 'the defaults' ? 'proxy_http_version 1.0;' : ''}${DIRECTIVES[name]}`;
      const port = await openNginx(t, server.url, directives);
      for (const status of await callThrough(port)) assert.match(String(status), /^(?:403|421)$/, name);
    }
    assert.equal(await isFrozen(server, {}), false);
  });

  // The limit of the decision: the output of the start names it.
  it('cannot be distinguished from a program on this machine without a setting, if it adds nothing', async (t) => {
    const server = await serve(t);
    const port = await openNginx(t, server.url, SINCE_1_29_7);
    assert.deepEqual(await callThrough(port), [200, 200, 200]);
    assert.equal(await isFrozen(server, {}), true);
  });

  it('passes the control token of a client on', async (t) => {
    const server = await serve(t, { controlToken: TOKEN });
    for (const directives of Object.values(DIRECTIVES)) {
      const port = await openNginx(t, server.url, directives);
      const fields = [...FOREIGN, ['Authorization', `Bearer ${TOKEN}`]] as const;
      assert.equal((await request(port, { path: '/_sparring/clock', fields })).status, 200);
    }
  });
});

describe('a tunnel to the machine of the server', () => {
  async function openTunnel(t: TestContext, options: Partial<ServerOptions>) {
    const server = await serve(t, options);
    const tunnel = await openTcpProxy(server.url);
    t.after(() => tunnel.close());
    return Number(new URL(tunnel.url).port);
  }

  it('has no access to the control API by another host', async (t) => {
    const port = await openTunnel(t, {});
    for (const host of ['sparring.example', '192.0.2.1']) {
      const response = await request(port, { path: '/_sparring/clock', fields: [['Host', host]] });
      assert.equal(response.status, 421, host);
    }
  });

  it('has no access with the settings for a proxy, whatever host the client sends', async (t) => {
    for (const options of Object.values(CLOSED)) {
      const port = await openTunnel(t, options);
      const { status } = await request(port, { path: '/_sparring/clock' });
      assert.match(String(status), /^(?:403|404)$/);
    }
  });
});
