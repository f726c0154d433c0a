import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useMeasured } from '#test/support/servers/measured.ts';
import { until } from '#test/support/until.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { RequestFrames } from '#test/support/wire/http2-cases/case.ts';
import { data } from '#test/support/wire/http2-recorder.ts';
import { openConnection } from '#test/support/wire/transcript.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;

const CONNECTIONS = 200;

/** The response to this path is delayed, and its content is not read before. */
const PATH = '/anything';
const RULE = { match: { path: PATH }, delay: 50, count: 0 };

/** Opens connections of HTTP/2, whose windows four streams fill. */
async function fillWindows(t: TestContext, port: number, connections: number): Promise<FrameClient[]> {
  const frames = new RequestFrames(PATH, 'http');
  const clients: FrameClient[] = [];
  for (let count = 0; count < connections; count++) {
    const client = FrameClient.open(t, port);
    clients.push(client);
    for (const id of [1, 3, 5, 7])
      client.send(frames.open(id), data(id, 'x'.repeat(16 * KIBIBYTE)).repeat(16));
    await client.ping();
  }
  return clients;
}

describe('content that is not read', () => {
  // The journal has limits of its own.
  const server = useMeasured({ h2c: true, journal: 0, maxDuration: 60_000, initialRules: [RULE] });

  it('takes little memory on each of 200 connections of HTTP/1', async (t) => {
    const [servers, { port }] = server();
    const before = await servers.measure();
    const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n`;
    for (let count = 0; count < CONNECTIONS; count++) {
      const socket = await openConnection(port);
      t.after(() => socket.destroy());
      socket.on('error', () => {}).write(head + 'x'.repeat(2 * MEBIBYTE));
    }
    await sleep(500);
    const after = await servers.measure();
    t.diagnostic(`${Math.round((after.held - before.held) / CONNECTIONS / KIBIBYTE)} KiB each`);
    // What waits for a reader is counted.
    assert.ok(after.bodies >= CONNECTIONS * 64 * KIBIBYTE, `${after.bodies}`);
    assert.ok(after.held - before.held > CONNECTIONS * 60 * KIBIBYTE);
    // 64 KiB wait for the reader, 64 KiB behind them, and the packets that exceed these limits in the socket.
    assert.ok(after.held - before.held < CONNECTIONS * 450 * KIBIBYTE);
  });

  it('takes at most the window of each of 200 connections of HTTP/2', async (t) => {
    const [servers, { port }] = server();
    const before = await servers.measure();
    const clients = await fillWindows(t, port, CONNECTIONS);
    const after = await servers.measure();
    t.diagnostic(`${Math.round((after.held - before.held) / CONNECTIONS / KIBIBYTE)} KiB each`);
    assert.ok(after.held - before.held < CONNECTIONS * 1.2 * MEBIBYTE);
    for (const client of clients) {
      const updates = client.frames.filter((frame) => frame.startsWith('WINDOW_UPDATE'));
      assert.deepEqual(updates, ['WINDOW_UPDATE 0 983041']);
      client.send(data(7, 'x'));
    }
    await until(() => clients.every(({ end }) => end !== 'open'));
    for (const { frames: received } of clients) assert.equal(received.at(-1), 'GOAWAY 7 FLOW_CONTROL_ERROR');
  });
});

describe('content that is not read, above the memory for bodies', () => {
  const limit = 2 * MEBIBYTE;
  const server = useMeasured({
    h2c: true,
    journal: 0,
    maxDuration: 60_000,
    maxTotalBodySize: limit,
    initialRules: [RULE],
  });
  const post = (port: number) =>
    fetch(`http://localhost:${port}/post`, { method: 'POST', body: 'x'.repeat(KIBIBYTE) });

  it('is neither kept nor read on, and other bodies get 503 meanwhile', async (t) => {
    const [servers, { port }] = server();
    assert.equal((await post(port)).status, 200);
    const before = await servers.measure();
    const clients = await fillWindows(t, port, 50);
    const after = await servers.measure();
    t.diagnostic(`${Math.round((after.held - before.held) / 50 / KIBIBYTE)} KiB each`);
    assert.ok(after.bodies <= limit && after.bodies > limit - 16 * KIBIBYTE, `${after.bodies}`);
    // The first frame of each stream is kept, too.
    assert.ok(after.held - before.held < limit + 50 * 4 * 20 * KIBIBYTE);
    const refused = await post(port);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    for (const client of clients) client.connection.tcp.destroy();
    await until(async () => (await servers.measure()).bodies === 0);
    assert.equal((await post(port)).status, 200);
  });
});
