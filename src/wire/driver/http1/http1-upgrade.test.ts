import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: echo\r\n';

for (const tls of [false, true])
  describe(`an upgrade ${tls ? 'over TLS' : 'without TLS'}`, () => {
    for (const isLater of [false, true])
      it(`gives the connection to another protocol, with what was received (${isLater ? 'later' : 'at once'})`, async (t) => {
        const upgrade = (exchange: WireExchange) => {
          exchange.connection.writeRaw('HTTP/1.1 101 Switching Protocols\r\n\r\n');
          const stream = exchange.upgrade();
          assert.equal(exchange.upgrade(), stream);
          assert.equal(exchange.respond(200, 'OK', [], 'none'), '');
          stream.on('error', () => {});
          stream.on('data', (chunk: Buffer) => void stream.write(chunk));
          stream.on('end', () => stream.end('.'));
          stream.resume();
        };
        const served = await serveWire(
          t,
          (exchange) => {
            if (isLater) setTimeout(() => upgrade(exchange), 30);
            else upgrade(exchange);
          },
          { tls },
        );
        const client = openRawConnection(served.port, { ca: served.ca });
        let text = '';
        client.socket.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1');
        });
        const fields = 'Connection: Upgrade\r\nUpgrade: echo\r\n';
        const first = 'first'.repeat(60_000);
        client.socket.write(get('/u', fields) + first);
        await until(() => text.endsWith(`\r\n\r\n${first}`));
        assert.equal(served.exchanges[0]?.ended, undefined);
        client.socket.write(`\0${get('/not')}`);
        await until(() => text.endsWith(`\0${get('/not')}`));
        client.socket.end();
        assert.equal(await client.ended, 'fin');
        assert.equal(text, `HTTP/1.1 101 Switching Protocols\r\n\r\n${first}\0${get('/not')}.`);
        await until(() => served.events.length === 2);
        assert.deepEqual(served.events, ['GET /u', '/u upgraded']);
        await until(() => served.closed.length === 1);
      });

    it('loses nothing of a connection that was paused before it', async (t) => {
      const served = await serveWire(
        t,
        (exchange) => {
          if (exchange.head.target !== '/u') return;
          const stream = exchange.upgrade();
          // The stream is paused until its user is ready.
          setTimeout(() => stream.on('data', (chunk: Buffer) => void stream.write(chunk)).resume(), 20);
        },
        { tls },
      );
      const client = openRawConnection(served.port, { ca: served.ca });
      t.after(() => client.destroy());
      let length = 0;
      client.socket.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      const first = 'first'.repeat(60_000);
      client.socket.write(get('/a') + get('/u', UPGRADE) + first);
      await until(() => served.exchanges[0]?.connection.tcp.isPaused() === true);
      const head = served.exchanges[0]?.respond(200, 'OK', [['Content-Length', '0']], '');
      await until(() => length === String(head).length + first.length);
    });
  });
