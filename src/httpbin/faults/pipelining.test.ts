import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultTranscript } from '../../../test/support/fault-transcript.ts';
import { frameTranscript } from '../../../test/support/http2-frames.ts';
import { lastFault } from '../../../test/support/journal.ts';
import { serve } from '../../../test/support/serve.ts';
import { faultRows } from '../../../tools/fault-rows.ts';

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
      for (const { fault, kind, method } of faultRows()) {
        if (kind.behaviour === 'after-response' || kind.behaviour === 'extra' || method !== 'GET') continue;
        const requests = before + get(`/compose?body=hello&fault=${fault}`) + after;
        const { text, end } = await faultTranscript(server.port, requests, { ca, patience: 5000 });
        assert.equal(statuses(text)[0], 201, fault);
        assert.ok(!text.includes('after'), `${fault}: ${text}`);
        const fin = kind.name === 'rude' && tls ? 'rude' : 'fin';
        assert.equal(end, kind.name === 'reset' ? 'rst' : fin, fault);
      }
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

  it('are served after extra bytes', async (t) => {
    const server = await serve(t);
    const last = after.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const requests = before + get('/compose?body=hello&fault=extra:bytes') + last;
    const { text } = await faultTranscript(server.port, requests);
    assert.deepEqual(statuses(text), [201, 200, 202]);
    assert.match(text, /hello!{16}HTTP\/1\.1 202/);
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
});

describe('a client that disconnects', () => {
  it('ends a stall', async (t) => {
    const server = await serve(t, { maxDuration: 5000 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(get('/compose?fault=stall'));
    while (server.journal?.entries().length === 0) await sleep(5);
    socket.destroy();
    assert.deepEqual(await lastFault(server), ['stall', 'client-fin']);
  });
});

describe('a server that closes', () => {
  it('ends stalls at once', async (t) => {
    const server = await serve(t, { maxDuration: 8000 });
    const stalled = faultTranscript(server.port, get('/compose?body=hello&fault=stall@headers'), {
      patience: 6000,
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.close();
    const { milliseconds } = await stalled;
    assert.ok(milliseconds < 3000, `${milliseconds}`);
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
        (seen) => seen.filter((frame) => /^DATA [15] END_STREAM/.test(frame)).length === 2,
      );
      const complete = frames.filter((frame) => /^DATA [15] (?:first|third|END_STREAM)/.test(frame));
      assert.equal(complete.length, 4, `${fault} (${kind.name}): ${frames}`);
      assert.ok(!frames.some((frame) => /^RST_STREAM [15]/.test(frame)), `${fault}: ${frames}`);
    }
  });

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
