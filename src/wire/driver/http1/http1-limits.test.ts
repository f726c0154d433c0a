import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { readAll } from '#test/support/wire/open-socket.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { responses } from '#test/support/wire/transcript.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`;
const post = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`;

const KIB = 1024;
const MIB = 1024 * KIB;

async function open(t: TestContext, handle: (exchange: WireExchange) => void) {
  const served = await serveWire(t, handle);
  const client = openRawConnection(served.port);
  t.after(() => client.destroy());
  return { ...served, client };
}

function answer(exchange: WireExchange): void {
  exchange.respond(200, 'OK', [['Content-Length', '0']], '');
}

describe('a connection of HTTP/1', () => {
  it('reads 64 KiB behind the request in progress, and the rest after it', async (t) => {
    const { client, exchanges, events } = await open(t, () => {});
    const behind = `GET /b HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(60 * KIB)}\r\n\r\n`;
    const last = `GET /c HTTP/1.1\r\nHost: h\r\nX: `;
    const rest = 'x'.repeat(64 * KIB - behind.length - last.length);
    client.socket.write(get('/a') + behind + last + rest);
    const { tcp } = await until(() => exchanges.length === 1).then(
      () => exchanges[0]?.connection ?? assert.fail(),
    );
    await until(() => tcp.bytesRead === get('/a').length + 64 * KIB);
    assert.equal(tcp.isPaused(), false);
    client.socket.write('x');
    await until(() => tcp.isPaused());
    client.socket.write('\r\n\r\n');
    for (const [index, target] of ['/a', '/b', '/c'].entries()) {
      await until(() => exchanges.length > index);
      answer(exchanges[index] ?? assert.fail());
      await until(() => events.at(index === 2 ? -1 : -2) === `${target} answered`);
    }
    assert.equal(tcp.isPaused(), false);
  });

  it('discards 64 MiB of content that nothing reads, and ends when there is more', async (t) => {
    for (const [length, expected] of [
      [64 * MIB, ['200 ', '200 ']],
      [64 * MIB + 1, ['200 ']],
    ] as const) {
      const { client, events } = await open(t, (exchange) => {
        exchange.isClosing = exchange.head.target === '/last';
        answer(exchange);
      });
      const received = readAll(client);
      client.socket.write(post('/a', length));
      await until(() => events.length === 2);
      client.socket.write(Buffer.alloc(length));
      client.socket.write(get('/last'));
      assert.deepEqual(responses(await received), expected);
    }
  });

  it('does not count content that it discards before the response to the limit', async (t) => {
    const { client, exchanges } = await open(t, (exchange) => {
      exchange.body.read({ data() {}, end: () => answer(exchange), fail() {} });
    });
    const received = readAll(client);
    client.socket.write(post('/a', 65 * MIB));
    client.socket.end(Buffer.alloc(65 * MIB));
    assert.deepEqual(responses(await received), ['200 ']);
    assert.equal(exchanges[0]?.body.received, 65 * MIB);
  });
});
