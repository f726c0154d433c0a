import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { request, type WireRequest } from '#test/support/wire/wire.ts';

test('an edited request is sent with its changes, and its entry names the original', async (t) => {
  const server = await serve(t);
  const binary = Buffer.from([0, 255, 13, 10, 1]);
  await server.send({
    method: 'POST',
    path: '/post?token=secret-value-123456',
    fields: [
      ['Authorization', 'Bearer header-secret-value'],
      ['X-A', '1'],
    ],
    body: binary,
  });
  const replay = async (edit: unknown) => {
    const body = JSON.stringify(edit);
    const response = await server.send({ method: 'POST', path: '/_sparring/requests/1/replay', body });
    return { status: response.status, ...JSON.parse(response.text()) };
  };
  const { request: recorded } = JSON.parse((await server.get('/_sparring/requests/1')).text());
  const headers = recorded.headers.map(([name, value]: [string, string]) => [
    name,
    name === 'X-A' ? '2' : value,
  ]);
  const again = await replay({ method: 'PUT', target: '/put', headers });
  assert.deepEqual([again.request.method, again.request.target, again.replayOf], ['PUT', '/put', 1]);
  assert.equal(again.request.body.sha256, hash('sha256', binary));
  const shown = JSON.parse((await server.get(`/_sparring/requests/${again.id}?secrets=show`)).text());
  assert.deepEqual(
    shown.request.headers.filter(([name]: [string]) => name === 'Authorization' || name === 'X-A'),
    [
      ['Authorization', 'Bearer header-secret-value'],
      ['X-A', '2'],
    ],
  );
  assert.equal((await replay({ target: recorded.target })).response.status, 200);
  const longer = await replay({ body: 'longer than before' });
  assert.equal(longer.request.body.text, 'longer than before');
  assert.equal((await replay({ base64: 'AAE=' })).request.body.length, 2);
  for (const edit of [
    { method: 'A B' },
    { target: '/a b' },
    { headers: [['X-A', 'a\r\nB: c']] },
    { headers: [['X A', 'a']] },
    { headers: [['X-A', '****~12345678']] },
    { body: 'a', base64: 'AA==' },
    { unknown: 1 },
  ])
    assert.equal((await replay(edit)).status, 422, JSON.stringify(edit));
});

const HANDSHAKE = [
  ['Host', 'a'],
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'MDEyMzQ1Njc4OWFiY2RlZg=='],
];
const rejected = (reason: string) => `HTTP/1 cannot send the request: ${reason}.`;
const UNRECORDED = 'Requests to this target are not recorded, so none is sent.';
const WEB_SOCKET = { method: 'GET', target: '/websocket/echo', body: '' };

for (const tls of [false, true])
  test(`a request that has no repeated exchange gets 422, and the server serves (TLS: ${tls})`, async (t) => {
    const server = await serve(t, { tls });
    const ca = server.caPath === undefined ? undefined : await readFile(server.caPath, 'utf8');
    const send = (wanted: WireRequest) => request(server.port, wanted, ca);
    await send({ method: 'POST', path: '/post', body: 'abc' });
    for (const [edit, detail] of [
      [{ method: 'CONNECT', target: 'a.test:443' }, rejected('Method CONNECT at byte 0')],
      [{ method: 'CONNECT' }, rejected('Method CONNECT at byte 0')],
      [{ target: 'a.test:443' }, rejected('Target without a slash or a scheme at byte 5')],
      [{ headers: [['X-A', 'a'.repeat(80_000)]] }, rejected('Head over 65536 bytes at byte 65536')],
      [{ target: '/api/v3/user' }, UNRECORDED],
      [{ target: '/_sparring/reset' }, UNRECORDED],
      [{ target: '/login' }, UNRECORDED],
      [{ ...WEB_SOCKET, headers: HANDSHAKE }, 'A WebSocket cannot be repeated.'],
      [{ ...WEB_SOCKET, headers: HANDSHAKE.slice(0, 4) }, 'A WebSocket cannot be repeated.'],
    ] as const) {
      const path = '/_sparring/requests/1/replay';
      const response = await send({ method: 'POST', path, body: JSON.stringify(edit) });
      assert.equal(response.status, 422, `${JSON.stringify(edit)}: ${response.text()}`);
      assert.equal(JSON.parse(response.text()).detail, detail);
      assert.equal((await send({ path: '/get' })).status, 200);
    }
  });
