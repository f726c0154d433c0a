import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { it, type TestContext } from 'node:test';
import { runHttp2Case } from '#test/support/wire/http2-cases/run-case.ts';
import { http2Cases } from '#test/support/wire/http2-cases.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';

/** What nghttp2 does in the cases in which it differs from the decision of this server. RFC 9113 §5.4.1 permits the first. */
const DIFFERENCES = {
  'ends the connection, where the error is one of the stream': [
    'http2 5.1 half-closed (remote): sends DATA',
    'http2 5.1 half-closed (remote): sends HEADERS',
    'http2 5.3.1 sends HEADERS that depend on themselves',
    'http2 6.3 sends PRIORITY of another length than 5',
    'http2 6.9 sends WINDOW_UPDATE of 0 on a stream',
    'http2 6.9.1 sends WINDOW_UPDATE up to 2^31 on a stream',
    'http2 8.1.2.6 sends a content-length that differs from DATA',
    'http2 8.1.2.6 sends a content-length that differs from the sum of DATA',
  ],
  'ignores a frame for a closed stream': [
    'http2 5.1 closed: sends DATA',
    'http2 5.1 closed: sends DATA after RST_STREAM',
    'http2 5.1 closed: sends HEADERS',
    'http2 5.1 closed: sends HEADERS after RST_STREAM',
    'http2 5.1.1 sends a lower stream identifier',
    'http2 6.1 sends DATA on a stream that is neither open nor half-closed (local)',
  ],
  'ignores PRIORITY, which RFC 9113 has deprecated': [
    'http2 5.3.1 sends PRIORITY that depends on itself',
    'http2 6.3 sends PRIORITY on stream 0',
  ],
  'ends the connection, or streams, with the code of an internal error': [
    'http2 3.5 sends an invalid preface',
    'http2 5.1.2 sends HEADERS above SETTINGS_MAX_CONCURRENT_STREAMS',
    'http2 6.7 sends PING with ACK, which is not answered',
  ],
} as const;

/** Cases at a time. A difference can be that nothing happens, which takes ten seconds. */
const AT_ONCE = 20;

it('nghttp2 passes the cases of HTTP/2, but for the listed ones', { timeout: 120_000 }, async (t) => {
  const port = await serveByNghttp2(t);
  const found: string[] = [];
  const waiting = [...http2Cases('/', 'http')];
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const open = () => openRawConnection(port, { protocol: 'h2' }).socket;
      const hasPassed = await runHttp2Case(open, row).then(
        () => true,
        () => false,
      );
      if (!hasPassed) found.push(`${row.section} ${row.title}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.deepEqual(found.sort(), Object.values(DIFFERENCES).flat().sort());
});

/** A server of Node, which has nghttp2, with as many streams as this one. @returns its port */
async function serveByNghttp2(t: TestContext): Promise<number> {
  const server = createServer({ settings: { maxConcurrentStreams: 250 } });
  server.on('sessionError', () => {});
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => {}).resume();
    stream.on('end', () => {
      if (stream.destroyed) return;
      stream.respond({ ':status': 200 });
      stream.end('hello, world');
    });
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return address.port;
}
