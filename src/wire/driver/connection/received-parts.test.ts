import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { ReceivedParts } from './received-parts.ts';

describe('the parts of received content', () => {
  it('are those of the chunks, also of content without a reader', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => exchange.respond(200, 'OK', [], ''));
    const head = 'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    await send([`${head}3;a\r\nabc\r\n1\r\nd\r\n0\r\n\r\n`]);
    const body = exchanges[0]?.body ?? assert.fail();
    await until(() => body.state === 'complete');
    const { count, sizes, extensions } = body.parts ?? assert.fail();
    assert.deepEqual(
      { count, sizes, extensions },
      { count: 2, sizes: [3, 1], extensions: [{ chunk: 0, text: ';a' }] },
    );
  });

  it('are not known of content with a length, nor without content', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => exchange.respond(200, 'OK', [], ''));
    await send(['POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1\r\n\r\na']);
    await send(['GET / HTTP/1.0\r\n\r\n']);
    assert.deepEqual(
      exchanges.map(({ body }) => body.parts),
      [undefined, undefined],
    );
  });

  it('need bounded memory', () => {
    const parts = new ReceivedParts();
    for (let index = 0; index < 100_000; index++) parts.add(1, ';a');
    parts.add(0, ';last');
    assert.deepEqual([parts.count, parts.sizes.length, parts.extensions.length], [100_000, 1000, 1001]);
    assert.deepEqual(parts.extensions.at(-1), { chunk: 100_000, text: ';last' });
  });
});
