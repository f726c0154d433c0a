import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it } from 'node:test';
import { entriesWhen } from './support/journal.ts';
import { type RecordingServer, serveRecording } from './support/recorded-request.ts';

const PATHS = ['/bin/u/post', '/status/200', '/upload', '/absent'];

/** Error codes of RST_STREAM (RFC 9113 §7), and the end of the connection. */
const ENDS = [3, 8, 'connection'] as const;

describe('an upload over HTTP/2', () => {
  for (const tls of [false, true]) {
    const transport = tls ? 'over TLS' : 'without TLS';

    it(`is aborted if the client does not end it, ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      const cases = PATHS.flatMap((path) =>
        ENDS.flatMap((end) => [true, false].map((sized) => ({ path, end, sized }))),
      );
      for (const each of cases) {
        const lastId = server.journal?.lastId ?? 0;
        await cut(server, each);
        const { request, ms } = await server.exchangeAfter(lastId, ({ ended }) => ended !== null);
        assert.deepEqual(
          [request.aborted, request.body.length, ms.body],
          [true, 4, null],
          JSON.stringify(each),
        );
      }
      const { requests } = JSON.parse(
        (await server.call({ path: '/_sparring/requests?aborted=true' })).text(),
      );
      assert.equal(requests.length, cases.length);
    });

    it(`is complete if the client ends it after the response, ${transport}`, async (t) => {
      const server = await serveRecording(t, { tls });
      const session = connect(server.url, server.ca === undefined ? {} : { ca: server.ca });
      t.after(() => session.destroy());
      const stream = session.request({ ':method': 'POST', ':path': '/status/200' });
      stream.write('abcd');
      await once(stream, 'response');
      stream.resume().end('ef');
      const { request, ended } = await server.exchangeAfter(0);
      assert.deepEqual([request.aborted, request.body.length, ended], [false, 6, 'answered']);
    });
  }
});

/** Sends four bytes of a body, and then resets the stream or destroys the connection. */
async function cut(
  server: RecordingServer,
  {
    path,
    end,
    sized,
  }: { readonly path: string; readonly end: (typeof ENDS)[number]; readonly sized: boolean },
): Promise<void> {
  const count = server.journal?.size ?? 0;
  const session = connect(server.url, server.ca === undefined ? {} : { ca: server.ca });
  const length = sized ? { 'content-length': '10' } : {};
  const stream = session.request({ ':method': 'POST', ':path': path, ...length });
  stream.on('error', () => {}).resume();
  stream.write('abcd');
  await entriesWhen(server, (all) => {
    const entry = all[count];
    return entry?.kind === 'exchange' && entry.request.body.length === 4;
  });
  if (end === 'connection') session.destroy();
  else {
    // Node's client would end the stream before it resets it.
    Object.assign(stream, { end: () => stream });
    stream.close(end, () => session.destroy());
  }
}
