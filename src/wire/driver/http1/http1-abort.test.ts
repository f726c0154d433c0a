import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsFor, until } from '#test/support/until.ts';
import { type ConnectionEnd, openRawConnection } from '#test/support/wire/raw-connection.ts';
import { type Served, serveWire } from '#test/support/wire/served.ts';
import type { AbortKind, WireExchange } from '../../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, length: number, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${fields}\r\n`;

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

/** What a client gets that has sent a request, and how its connection ends. */
async function receive({ port, ca }: Served, bytes: string): Promise<{ text: string; end: ConnectionEnd }> {
  const client = openRawConnection(port, { ca });
  let text = '';
  client.socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  client.socket.write(bytes);
  const end = await client.ended;
  client.destroy();
  return { text, end };
}

const ABORTS: readonly (readonly [AbortKind, string])[] = [
  [{ type: 'close' }, 'server-fin'],
  [{ type: 'close', linger: 5 }, 'server-fin'],
  [{ type: 'fin' }, 'server-fin'],
  [{ type: 'reset' }, 'server-rst'],
  [{ type: 'stream', code: 2 }, 'server-fin'],
  [{ type: 'destroy' }, 'server-fin'],
];

for (const tls of [false, true])
  describe(`an exchange that the server ends ${tls ? 'over TLS' : 'without TLS'}`, () => {
    /** How the client sees the end. */
    const seen = ({ type }: AbortKind): ConnectionEnd | undefined => {
      if (type === 'close') return 'fin';
      if (type === 'fin') return tls ? 'rude' : 'fin';
      return type === 'reset' ? 'rst' : undefined;
    };
    const writesFirst = ({ type }: AbortKind) => type !== 'destroy' && type !== 'stream';

    for (const place of ['before the response', 'within it', 'behind it', 'in its content', 'later'] as const)
      it(`${place} sends what was written, and has a reason`, async (t) => {
        let kind: AbortKind = { type: 'close' };
        let reason: 'timeout' | undefined;
        const done: string[] = [];
        const abort = (exchange: WireExchange) => {
          const first = exchange.abort(kind, reason);
          assert.equal(exchange.abort({ type: 'destroy' }, 'client-fin'), first);
          exchange.write('late');
          exchange.respond(200, 'OK', [], 'late');
          void first.then(() => done.push(String(exchange.ended)));
        };
        const served = await serveWire(
          t,
          (exchange) => {
            if (place === 'later') {
              exchange.start(200, 'OK', [['Content-Length', '5']]);
              exchange.write('abc');
              setTimeout(() => abort(exchange), 20);
              return;
            }
            if (place === 'in its content') {
              exchange.body.read({ data: () => abort(exchange), end() {}, fail() {} });
              return;
            }
            if (place === 'within it') {
              exchange.start(200, 'OK', [['Content-Length', '5']]);
              exchange.write('abc');
            } else if (place === 'behind it') exchange.respond(200, 'OK', [['Content-Length', '3']], 'abc');
            abort(exchange);
          },
          { tls },
        );
        for (const given of [undefined, 'timeout'] as const)
          for (const [each, expected] of ABORTS) {
            [kind, reason] = [each, given];
            const count = served.events.length;
            const { text, end } = await receive(served, `${post('/a', 3)}abc${get('/behind')}`);
            const message = `${JSON.stringify(each)} ${given} ${text}`;
            const hasText = place === 'within it' || place === 'behind it' || place === 'later';
            if (writesFirst(each) || place === 'later')
              assert.equal(text.split('\r\n\r\n')[1], hasText ? 'abc' : undefined, message);
            if (seen(each)) assert.equal(end, seen(each), message);
            await until(() => served.events.length === count + 2);
            assert.equal(served.events.at(-1), `/a ${given ?? expected}`, message);
          }
        await until(() => done.length === 2 * ABORTS.length);
        assert.deepEqual(
          done.filter((reason) => reason === 'undefined'),
          [],
        );
      });

    it('by a hijack has the bytes that are written, and ends when the connection has', async (t) => {
      let kind: AbortKind = { type: 'close' };
      const served = await serveWire(
        t,
        (exchange) => {
          const wire = exchange.hijack();
          assert.equal(exchange.respond(200, 'OK', [], 'none'), '');
          exchange.body.observe({
            chunk: (bytes) => void seenContent.push(Buffer.from(bytes).toString()),
            end() {},
          });
          const write = async () => {
            assert.equal(wire.isOpen, true);
            await wire.write('abc\xe9');
            await wire.write(bytesOf('\xe9'));
            await wire.write('');
            await holdsFor(20, () => exchange.ended === undefined);
            await exchange.abort(kind);
            assert.equal(wire.isOpen, false);
            await wire.write('late');
          };
          void write();
        },
        { tls },
      );
      const seenContent: string[] = [];
      for (const [each, expected] of ABORTS) {
        kind = each;
        const { text, end } = await receive(served, `${post('/a', 3)}abc${get('/behind')}`);
        assert.equal(text, 'abc\xe9\xe9');
        if (seen(each)) assert.equal(end, seen(each), each.type);
        await until(() => served.events.length % 2 === 0);
        assert.equal(served.events.at(-1), `/a ${expected}`);
      }
      assert.equal(served.events.length, 2 * ABORTS.length);
      assert.deepEqual(seenContent, Array(ABORTS.length).fill('abc'));
    });

    it('decodes none of its content any more', async (t) => {
      const { port, ca, exchanges, failures } = await serveWire(t, () => {}, { tls });
      const client = openRawConnection(port, { ca });
      t.after(() => client.destroy());
      client.tcp.allowHalfOpen = true;
      client.socket.on('data', () => {}).on('end', () => {});
      client.socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
      await until(() => exchanges[0]?.body.received === 1);
      const { tcp } = exchanges[0]?.connection ?? assert.fail();
      void exchanges[0]?.abort({ type: 'close' });
      const { bytesRead } = tcp;
      client.socket.write('zz\r\n');
      await until(() => tcp.bytesRead > bytesRead);
      await new Promise(setImmediate);
      assert.deepEqual([failures, exchanges[0]?.body.failure], [[], undefined]);
    });

    it('by a hijack can be ended by the client', async (t) => {
      const served = await serveWire(t, (exchange) => void exchange.hijack(), { tls });
      for (const [end, reason] of [
        [(client: ReturnType<typeof openRawConnection>) => client.socket.end(), 'client-fin'],
        [(client: ReturnType<typeof openRawConnection>) => client.tcp.resetAndDestroy(), 'client-rst'],
      ] as const) {
        const client = openRawConnection(served.port, { ca: served.ca });
        const count = served.events.length;
        client.socket.resume().write(get('/a'));
        await until(() => served.events.length > count);
        end(client);
        await until(() => served.events.length === count + 2);
        assert.equal(served.events.at(-1), `/a ${reason}`);
      }
    });

    it('by a hijack is reset when a large part is sent', async (t) => {
      const size = 3_000_000;
      const served = await serveWire(
        t,
        (exchange) => {
          void exchange.hijack().write(Buffer.alloc(size, 'a'));
          void exchange.abort({ type: 'reset' });
        },
        { tls },
      );
      const { text, end } = await receive(served, get('/a'));
      assert.deepEqual([text.length, end], [size, 'rst']);
    });
  });
