import assert from 'node:assert/strict';
import { it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serve } from '#test/support/servers/serve.ts';
import { request } from '#test/support/wire/wire.ts';

it('the connection has the origins by which the caller reaches the server', async (t) => {
  const server = await serve(t, { tlsPort: 0, h2c: true });
  const { port, tlsUrl = '' } = server;
  const tlsPort = Number(new URL(tlsUrl).port);
  for (const [host, name] of [
    [`localhost:${port}`, '127.0.0.1'],
    [`127.0.0.1:${port}`, '127.0.0.1'],
  ]) {
    const response = await server.send({ path: '/_sparring/connection', fields: [['Host', host ?? '']] });
    const { ca, sparring: _, ...found } = members(response);
    assert.deepEqual(found, {
      protocol: 1,
      url: `http://${name}:${port}`,
      h2cUrl: `http://${name}:${port}`,
      tlsUrl: `https://${name}:${tlsPort}`,
      control: `http://${name}:${port}/_sparring`,
      token: null,
      scopePorts: true,
      warnings: [],
    });
    assert.match(JSON.stringify(ca), /BEGIN CERTIFICATE/);
  }
});

it('a separate port of the control API names the others, and shows the token of the caller only', async (t) => {
  const token = 'a-token-of-the-control-api';
  const { controlPort, port } = await serve(t, { controlPort: 0, controlToken: token });
  const path = '/_sparring/connection';
  assert.equal((await request(controlPort, { path })).status, 403);
  const authorized = await request(controlPort, { path, fields: [['Authorization', `Bearer ${token}`]] });
  const { url, control, tlsUrl, ca, token: shown } = members(authorized);
  assert.deepEqual(
    [url, control, tlsUrl, ca, shown],
    [`http://localhost:${port}`, `http://localhost:${controlPort}/_sparring`, null, null, token].map(
      (value) => (typeof value === 'string' ? value.replace('localhost', '127.0.0.1') : value),
    ),
  );
});
