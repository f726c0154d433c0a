import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { createQuickRuntime } from '#test/support/quick-runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { formatHandshake } from '#test/support/wire/websocket-frames.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

describe('/websocket/echo', () => {
  it('echoes text as text and bytes as bytes, in order', async (t) => {
    const { port } = await serve(t);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/echo`);
    await once(socket, 'open');
    const received: unknown[] = [];
    const all = new Promise<void>((resolve) =>
      socket.on(
        'message',
        (data: Buffer, isBinary) => received.push(isBinary ? [...data] : data.toString()) === 3 && resolve(),
      ),
    );
    socket.send('héllo');
    socket.send(Buffer.from([0, 255]));
    socket.send('');
    await all;
    assert.deepEqual(received, ['héllo', [0, 255], '']);
    socket.close(1000);
    assert.equal((await once(socket, 'close'))[0], 1000);
  });

  it('closes with 1009 for a message above max_message_size', async (t) => {
    const { port } = await serve(t);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/echo?max_message_size=3`);
    await once(socket, 'open');
    socket.send('four');
    assert.equal((await once(socket, 'close'))[0], 1009);
  });

  it('closes with 1001 after the maximum duration', async (t) => {
    const { port } = await serve(t, { maxDuration: 50 });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/echo`);
    assert.equal((await once(socket, 'close'))[0], 1001);
  });

  it('answers 400 to an invalid max_message_size', async (t) => {
    const { port } = await serve(t);
    const head =
      'Host: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';
    const [response] = await exchangeBytes(
      port,
      `GET /websocket/echo?max_message_size=x HTTP/1.1\r\n${head}`,
    );
    assert.equal(response?.status, 400);
    assert.equal(response.field('Content-Type'), 'application/problem+json');
    assert.equal(JSON.parse(response.text()).detail, 'max_message_size must be a positive integer.');
    assert.equal(response.field('Access-Control-Allow-Origin'), '*');
    const withOrigin = `GET /websocket/echo?max_message_size=bar HTTP/1.1\r\nOrigin: http://a.example\r\n${head}`;
    const [other] = await exchangeBytes(port, withOrigin);
    const names = new Set(other?.fields.map(([name]) => name));
    const comparable = await exchangeBytes(
      port,
      'GET /status/x HTTP/1.1\r\nHost: a\r\nOrigin: http://a.example\r\nConnection: close\r\n\r\n',
    );
    for (const [name, value] of comparable[0]?.fields ?? [])
      if (name.startsWith('Access-Control')) assert.equal(other?.field(name), value, name);
      else assert.ok(names.has(name), name);
  });

  it('rejects a handshake that is not valid as an ordinary error, with the versions that it accepts', async (t) => {
    const server = await serve(t);
    const { port } = server;
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Origin: http://a.example'];
    const [key, version] = ['Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==', 'Sec-WebSocket-Version: 13'];
    const ordinary = await server.get('/nowhere', [['Origin', 'http://a.example']]);
    const inNames = (fields: readonly (readonly [string, string])[]) => fields.map(([name]) => name);
    for (const [lines, detail] of [
      [[version], 'Missing or invalid Sec-WebSocket-Key header.'],
      [[version, 'Sec-WebSocket-Key: short'], 'Missing or invalid Sec-WebSocket-Key header.'],
      [[key], 'Missing or invalid Sec-WebSocket-Version header.'],
      [[key, 'Sec-WebSocket-Version: 12'], 'Missing or invalid Sec-WebSocket-Version header.'],
      [[key, version, 'Sec-WebSocket-Protocol: a, a'], 'Invalid Sec-WebSocket-Protocol header.'],
    ] as const) {
      const [response] = await exchangeBytes(port, formatHandshake(port, [...upgrade, ...lines]));
      assert.equal(response?.status, 400, detail);
      assert.deepEqual(
        inNames(response.fields).filter((name) => name !== 'Sec-WebSocket-Version'),
        inNames(ordinary.fields),
      );
      assert.equal(response.field('Sec-WebSocket-Version'), '13, 8');
      assert.equal(response.field('Access-Control-Allow-Origin'), 'http://a.example');
      assert.ok(Date.parse(response.field('Date') ?? '') > 0);
      assert.equal(JSON.parse(response.text()).detail, detail);
      const recorded = server.journal?.entries().at(-1);
      assert.ok(recorded?.kind === 'exchange' && recorded.response);
      const { status, headers, body } = recorded.response;
      assert.deepEqual([status, headers], [400, response.fields]);
      assert.equal(body.length, response.body.length);
    }
  });

  it('closes the connection of a rejected handshake, also if the client does not', async (t) => {
    const server = await serve(t, { runtime: createQuickRuntime() });
    const openConnections = async () =>
      Number(
        /^sparring_open_connections\S* (\d+)$/m.exec((await server.get('/_sparring/metrics')).text())?.[1],
      );
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).resume();
    t.after(() => socket.destroy());
    socket.write(formatHandshake(server.port, ['Connection: Upgrade', 'Upgrade: websocket']));
    await once(socket, 'end');
    // That of the request itself.
    await until(async () => (await openConnections()) === 1);
  });

  it('answers 426 to other requests, and ignores other upgrades', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/websocket/echo')).status, 426);
    assert.equal(
      (
        await get('/get', [
          ['Connection', 'Upgrade, HTTP2-Settings'],
          ['Upgrade', 'h2c'],
        ])
      ).status,
      200,
    );
    assert.equal(
      (
        await get('/get', [
          ['Connection', 'Upgrade'],
          ['Upgrade', 'websocket'],
        ])
      ).status,
      200,
    );
  });

  it('does not prevent the server from closing', async (t) => {
    const server = await serve(t);
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await server.close();
    await closed;
  });
});
