import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { lastFault } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { faultRows } from '../../../../tools/reference/fault-rows.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const before = get('/compose?status=201&body=before&delay=0.05');
const after = get('/compose?status=202&body=after');

describe('pipelined requests', () => {
  for (const tls of [false, true]) {
    it(`before a fault get their responses, and those after it are not processed${tls ? ', over TLS' : ''}`, async (t) => {
      const server = await serve(t, { tls, maxDuration: 200 });
      const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
      const rows = faultRows().filter(
        ({ kind, method }) =>
          kind.behaviour !== 'after-response' && kind.behaviour !== 'extra' && method === 'GET',
      );
      await Promise.all(
        rows.map(async ({ fault, kind }) => {
          const requests = before + get(`/compose?body=hello&header=Location:%20/&fault=${fault}`) + after;
          const { text, end } = await faultTranscript(server.port, requests, { ca, patience: 20_000 });
          assert.equal(statuses(text)[0], 201, fault);
          assert.ok(!text.includes('after'), `${fault}: ${text}`);
          const fin = kind.name === 'rude' && tls ? 'rude' : 'fin';
          assert.equal(end, kind.name === 'reset' ? 'rst' : fin, fault);
        }),
      );
      const targets = server.journal
        ?.entries()
        .map((entry) => (entry.kind === 'exchange' ? entry.request.target : ''));
      assert.ok(targets?.some((target) => target.includes('body=before')));
      assert.ok(!targets?.some((target) => target.includes('body=after')));
    });
  }

  it('are served before an idle connection ends', async (t) => {
    const server = await serve(t);
    for (const [fault, expected] of [
      ['idle-close', 'fin'],
      ['idle-reset', 'rst'],
    ] as const) {
      const requests = get(`/compose?body=hello&fault=${fault},after=0.1`) + before;
      const { text, end } = await faultTranscript(server.port, requests);
      assert.deepEqual([statuses(text), end], [[200, 201], expected], fault);
    }
  });

  it('are not processed after the end of an idle connection', async (t) => {
    const server = await serve(t);
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(get('/compose?body=hello&fault=idle-close'));
    await once(socket.resume(), 'end');
    const closed = once(socket, 'close');
    socket.end(after);
    await closed;
    const targets = server.journal
      ?.entries()
      .map((entry) => entry.kind === 'exchange' && entry.request.target);
    assert.deepEqual(targets, ['/compose?body=hello&fault=idle-close']);
  });

  it('are served after extra bytes', async (t) => {
    const server = await serve(t);
    const last = after.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const requests = before + get('/compose?body=hello&fault=extra:bytes') + last;
    const { text } = await faultTranscript(server.port, requests);
    assert.deepEqual(statuses(text), [201, 200, 202]);
    assert.match(text, /hello!{16}HTTP\/1\.1 202/);
  });
});

describe('a reset', () => {
  const CONTENT = 'x'.repeat(3_000_000);
  for (const tls of [false, true]) {
    it(`comes after all earlier bytes of the connection, also to a slow client${tls ? ', over TLS' : ''}`, async (t) => {
      const server = await serve(t, { tls, maxGeneratedSize: CONTENT.length });
      const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
      const post = `POST /anything HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${CONTENT.length}\r\n\r\n`;
      await Promise.all(
        [
          post + CONTENT + get('/compose?fault=reset'),
          get(`/compose?bytes=${CONTENT.length}&fault=reset@end`),
          get(`/compose?bytes=${CONTENT.length}&fault=idle-reset`),
        ].map(async (requests) => {
          const { socket, tcp, ended, destroy } = openRawConnection(server.port, { ca });
          t.after(destroy);
          socket.write(requests);
          // When its connection is reset, a paused socket of Node discards what it has read ahead.
          const ahead = tcp.readableHighWaterMark;
          let received = 0;
          tcp.on('data', (chunk: Buffer) => {
            received += chunk.length;
            tcp.pause();
            setTimeout(() => tcp.resume(), 2);
          });
          assert.equal(await ended, 'rst');
          assert.ok(received > CONTENT.length - ahead, `${received} bytes of ${requests.slice(-80)}`);
        }),
      );
    });
  }

  it('waits for informational and earlier responses, and not without them', async (t) => {
    const runtime = createRuntime();
    let waits = 0;
    const wait = (milliseconds: number) => {
      waits++;
      return runtime.wait(milliseconds);
    };
    const server = await serve(t, { runtime: { ...runtime, wait } });
    for (const [requests, sent, expected] of [
      [get('/compose?fault=reset'), /^$/, 0],
      [get('/compose?inform=103&fault=reset'), /^HTTP\/1\.1 103 .*\r\n\r\n$/, 1],
      [get('/compose?status=299') + get('/compose?fault=reset'), /^HTTP\/1\.1 299 [\s\S]*\r\n\r\n$/, 1],
    ] as const) {
      waits = 0;
      const { text, end } = await faultTranscript(server.port, requests);
      assert.match(text, sent);
      assert.deepEqual([end, waits], ['rst', expected], requests);
    }
  });
});

describe('a fault that is not applied', () => {
  it('is not recorded', async (t) => {
    const server = await serve(t, { maxBodySize: 10 });
    for (const [query, length, status] of [
      ['expect=refuse', 5, 417],
      ['expect=after-body', 11, 413],
    ] as const) {
      const { text } = await faultTranscript(
        server.port,
        `POST /sequence/k${status}/${query}/fault=reset/end HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
      );
      assert.deepEqual(statuses(text), [status]);
      assert.deepEqual(await lastFault(server), [null, 'answered']);
      const [attempt] = (await server.labs.read('sequence', `k${status}`))?.attempts ?? [];
      assert.deepEqual([attempt?.exchange.fault, attempt?.exchange.status], [null, status]);
    }
  });
});

describe('an idle connection', () => {
  it('ends after the time of the fault', async (t) => {
    const server = await serve(t);
    const request = get('/compose?body=hello&fault=idle-close,after=0.3');
    const { end, milliseconds } = await faultTranscript(server.port, request);
    assert.equal(end, 'fin');
    assert.ok(milliseconds > 290 && milliseconds < 1000, `${milliseconds}`);
  });

  it('gets no response to a request, or to invalid bytes, behind its end', async (t) => {
    const server = await serve(t);
    for (const late of [after, 'invalid\r\n\r\n']) {
      const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
      t.after(() => socket.destroy());
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.write(get('/compose?body=hello&fault=idle-close'));
      await once(socket, 'end');
      socket.write(late);
      await holdsFor(100, () => text.endsWith('hello'));
    }
    const targets = server.journal
      ?.entries()
      .map((entry) => entry.kind === 'exchange' && entry.request.target);
    assert.ok(!targets?.includes('/compose?status=202&body=after'), String(targets));
  });
});

describe('a client that disconnects', () => {
  it('ends a stall', async (t) => {
    const server = await serve(t, { maxDuration: 5000 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(get('/compose?fault=stall'));
    await until(() => server.journal?.entries().length !== 0);
    socket.destroy();
    assert.deepEqual(await lastFault(server), ['stall', 'client-fin']);
  });
});

describe('a server that closes', () => {
  it('ends stalls at once', async (t) => {
    const server = await serve(t, { maxDuration: 60_000 });
    const stalled = faultTranscript(server.port, get('/compose?body=hello&fault=stall@headers'), {
      patience: 60_000,
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.close();
    const { milliseconds } = await stalled;
    assert.ok(milliseconds < 20_000, `${milliseconds}`);
  });
});

describe('other streams of an HTTP/2 connection', () => {
  it('are not affected by a fault', async (t) => {
    const server = await serve(t, { h2c: true, maxDuration: 200 });
    for (const { fault, isOverHttp2, kind } of faultRows()) {
      if (!isOverHttp2 || fault.includes('request')) continue;
      const { frames } = await frameTranscript(
        server.port,
        [
          { stream: 1, path: '/compose?body=first&delay=0.1' },
          { stream: 3, path: `/compose?body=hello&fault=${fault}` },
          { stream: 5, path: '/compose?body=third&delay=0.1' },
        ],
        (seen) => seen.filter((frame) => /^DATA [15] .*END_STREAM$/.test(frame)).length === 2,
      );
      for (const frame of ['DATA 1 first END_STREAM', 'DATA 5 third END_STREAM'])
        assert.ok(frames.includes(frame), `${fault} (${kind.name}): ${frames}`);
      assert.ok(!frames.some((frame) => /^RST_STREAM [15]/.test(frame)), `${fault}: ${frames}`);
    }
  });

  for (const tls of [false, true]) {
    it(`are sent behind a head of any size${tls ? ', over TLS' : ''}`, async (t) => {
      const server = await serve(t, { tls, h2c: !tls });
      const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
      for (const [fault, size] of [
        // Each field is a name of at least 9 bytes, and an index or a length for name and value.
        ['field:many:10000', 10_000 * 10],
        // Five bits for each letter (RFC 7541 appendix B).
        ['field:long:1048576', (1_048_576 * 5) / 8],
      ] as const) {
        const { frames, headBytes } = await frameTranscript(
          server.port,
          [
            { stream: 1, path: `/compose?body=first&fault=${fault}` },
            { stream: 3, path: '/compose?body=second' },
          ],
          (seen) => seen.filter((frame) => frame.endsWith('END_STREAM')).length === 2,
          ca,
        );
        for (const frame of ['DATA 1 first END_STREAM', 'DATA 3 second END_STREAM'])
          assert.ok(frames.includes(frame), `${fault}: ${frames}`);
        assert.ok(headBytes > size, `${fault}: ${headBytes}`);
        const [entry] = server.journal?.entries().slice(-2) ?? [];
        assert.ok(entry?.kind === 'exchange');
        assert.deepEqual([entry.response?.fault, entry.ended], [fault, 'answered']);
      }
    });
  }

  it('end with the connection if the fault has the option', async (t) => {
    const server = await serve(t, { h2c: true });
    const { frames, end } = await frameTranscript(
      server.port,
      [
        { stream: 1, path: '/compose?body=first&delay=3' },
        { stream: 3, path: '/compose?body=hello&fault=reset@headers,connection' },
      ],
      () => false,
    );
    assert.deepEqual([frames, end], [['PING', 'HEADERS 3'], 'rst']);
  });

  it('leave an error code to the fault', async (t) => {
    const server = await serve(t, { h2c: true });
    const { frames } = await frameTranscript(
      server.port,
      [{ stream: 1, path: '/compose?body=hello&fault=reset@3,code=8' }],
      (seen) => seen.length >= 4,
    );
    assert.deepEqual(frames, ['PING', 'HEADERS 1', 'DATA 1 hel', 'RST_STREAM 1 code=8']);
  });
});
