import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type MeasuredPort, useMeasured } from '#test/support/servers/measured.ts';
import { until } from '#test/support/until.ts';
import { assertHarmless } from '#test/support/wire/flood.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { type Http2Attack, http2Attacks } from '#test/support/wire/http2-attacks.ts';
import { RequestFrames } from '#test/support/wire/http2-cases/case.ts';
import { data, headers, settings, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { FRAME, formatFrame, PREFACE } from '#wire/http2/frames.ts';

const MAX_FRAMES = 20_000;
/** Frames in one write. */
const BATCH = 50;

const PING = formatFrame(FRAME.PING, 0, 0, '12345678');

/** Sends frames until the server ends the connection. */
async function attack(t: TestContext, { port, ca }: MeasuredPort, { first, frame }: Http2Attack) {
  const client = FrameClient.open(t, port, [], ca);
  client.send(first);
  for (let index = 0; client.end === 'open' && index < MAX_FRAMES; index += BATCH) {
    client.send(Array.from({ length: BATCH }, (_, offset) => frame(index + offset)).join(''));
    await new Promise(setImmediate);
  }
  await until(() => client.end !== 'open');
  assert.match(client.frames.at(-1) ?? '', /^GOAWAY \d+ ENHANCE_YOUR_CALM$/);
}

for (const [name, scheme] of [
  ['with prior knowledge', 'http'],
  ['over TLS', 'https'],
] as const)
  describe(`a flood of HTTP/2 ${name}`, () => {
    const server = useMeasured(scheme === 'https' ? { tls: true } : { h2c: true });
    const attacks = http2Attacks(new RequestFrames('/anything', scheme));

    it('ends its connection', async (t) => {
      for (const each of attacks) await attack(t, server()[1], each);
    });

    // The server has done all of it once, so the memory of its code is not counted.
    for (const each of attacks)
      it(`of ${each.title} affects no other connection, and takes little memory`, (t) =>
        assertHarmless(t, ...server(), () => attack(t, server()[1], each)));
  });

describe('a slow client of HTTP/2', { concurrency: true }, () => {
  const server = useMeasured({ h2c: true, isQuick: true, maxGeneratedSize: 10_000_000 });
  const frames = new RequestFrames('/bytes/1000', 'http');
  const rows: readonly (readonly [
    title: string,
    entries: readonly (readonly [number, number])[],
    sent: string,
    received: RegExp,
  ])[] = [
    ['without a request gets GOAWAY', [], '', /^GOAWAY 0 NO_ERROR$/],
    ['whose request has ended gets GOAWAY', [], frames.get(1), /^GOAWAY 1 NO_ERROR$/],
    [
      'whose header block does not end gets GOAWAY',
      [],
      headers(1, frames.block(), 0),
      /^GOAWAY 0 ENHANCE_YOUR_CALM$/,
    ],
    [
      'whose content does not arrive gets 408',
      [],
      new RequestFrames('/anything', 'http').open(1),
      /^HEADERS 1 408/,
    ],
    [
      'whose content arrives in parts gets 408',
      [],
      new RequestFrames('/anything', 'http').open(1) + data(1, 'a'),
      /^HEADERS 1 408/,
    ],
    ['that opens no window loses its stream', [[4, 10]], frames.get(1), /^RST_STREAM 1 CANCEL$/],
  ];
  for (const [title, entries, sent, received] of rows)
    it(title, async (t) => {
      const client = FrameClient.open(t, server()[1].port, entries);
      client.send(sent);
      const isPinging = !title.includes('block');
      const pings = setInterval(() => client.end === 'open' && isPinging && client.send(PING), 50);
      t.after(() => clearInterval(pings));
      await client.received(received);
    });

  it('that does not acknowledge SETTINGS gets GOAWAY', async (t) => {
    const client = FrameClient.raw(t, server()[1].port);
    client.send(PREFACE, settings());
    await client.received(/^GOAWAY 0 (?:SETTINGS_TIMEOUT|NO_ERROR)$/);
  });

  it('that floods, and does not read, is disconnected', async (t) => {
    const client = FrameClient.open(t, server()[1].port, [[4, 2 ** 31 - 1]]);
    client.send(windowUpdate(0, 2 ** 31 - 65_536));
    await client.ping();
    client.connection.tcp.pause();
    client.send(new RequestFrames('/bytes/10000000', 'http').get(1), PING.repeat(3000));
    await until(() => {
      client.send(PING);
      return client.end !== 'open';
    });
  });
});
