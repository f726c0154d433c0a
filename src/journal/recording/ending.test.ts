import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { resetFrame, startFrames } from '#test/support/wire/http2-frames.ts';
import { openRawConnection, type RawConnection } from '#test/support/wire/raw-connection.ts';
import { chooseSocketEnding } from './ending.ts';
import type { Ending } from './ending-kinds.ts';

const [NO_ERROR, CANCEL] = [0, 8];

/** How a client leaves two streams, and how their exchanges end. */
const CASES: readonly (readonly [string, (client: RawConnection) => void, readonly [Ending, Ending]])[] = [
  ['FIN', ({ socket }) => void socket.end(), ['client-fin', 'client-fin']],
  ['FIN, without close_notify of TLS', ({ tcp }) => void tcp.end(), ['client-fin', 'client-fin']],
  ['RST', ({ tcp }) => void tcp.resetAndDestroy(), ['client-rst', 'client-rst']],
  [
    'RST_STREAM of one stream, and FIN',
    ({ socket }) => void socket.end(resetFrame(1, CANCEL)),
    ['client-rst', 'client-fin'],
  ],
  [
    'RST_STREAM without an error, and FIN',
    ({ socket }) => void socket.end(resetFrame(1, NO_ERROR)),
    ['client-rst', 'client-fin'],
  ],
];

describe('the end of exchanges of HTTP/2', () => {
  for (const tls of [false, true]) {
    it(`is how the client ended the stream or the connection ${tls ? 'over TLS' : 'without TLS'}`, async (t) => {
      const server = await serve(t, tls ? { tls } : { h2c: true });
      const ca = server.caPath === undefined ? undefined : await readFile(server.caPath, 'utf8');
      for (const [name, leave, endings] of CASES) {
        const first = server.journal?.lastId ?? 0;
        const client = openRawConnection(server.port, { ca, protocol: 'h2' });
        t.after(() => client.destroy());
        client.socket.resume();
        client.socket.write(startFrames([1, 3].map((stream) => ({ stream, path: '/delay/9' }))));
        const opened = () =>
          entriesWhen(server, (all) => all.filter(({ id }) => id > first).length === endings.length);
        await opened();
        leave(client);
        const entries = await entriesWhen(server, (all) =>
          all.filter(({ id }) => id > first).every((entry) => 'ended' in entry && entry.ended !== null),
        );
        const ended = entries
          .filter(({ id }) => id > first)
          .map((entry) => entry.kind === 'exchange' && entry.ended);
        assert.deepEqual(ended, endings, name);
      }
    });
  }
});

describe('the end of a connection of HTTP/1.1', () => {
  it('is by the client, unless an error of the server is first', async () => {
    for (const [hasEnded, code, ending] of [
      [false, undefined, 'client-fin'],
      [true, undefined, 'client-fin'],
      [true, 'OTHER', 'client-fin'],
      [false, 'OTHER', 'server-fin'],
      [false, 'ECONNRESET', 'client-rst'],
      [true, 'EPIPE', 'client-rst'],
      [false, 'ECONNABORTED', 'client-rst'],
    ] as const) {
      const socket = new PassThrough({ autoDestroy: false });
      socket.on('error', () => {});
      if (hasEnded) await once(socket.end().resume(), 'end');
      socket.destroy(code === undefined ? undefined : Object.assign(new Error(), { code }));
      assert.equal(chooseSocketEnding(socket), ending, `${hasEnded} ${code}`);
    }
  });
});
