import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime, type Runtime } from '#runtime.ts';
import { addRule } from '#test/support/rules.ts';
import { composer } from '#test/support/servers/composer.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { transcript } from '#test/support/wire/transcript.ts';

/** A server on which a wait lasts until the test ends it. */
async function serveWithManualDelays(t: TestContext) {
  const waits: { milliseconds: number; signal: AbortSignal | undefined; end: () => void }[] = [];
  const waiting = Promise.withResolvers<void>();
  const sleep: Runtime['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      waits.push({ milliseconds, signal, end: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason));
      waiting.resolve();
    });
  const server = await serve(t, { runtime: { ...createRuntime(), sleep } });
  return { port: server.port, waits, waiting: waiting.promise };
}

function open(t: TestContext, port: number, query: string) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(`GET /compose?${query} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
  return socket;
}

describe('timing', () => {
  it('is the sum of delay, pause and rate', async (t) => {
    const { get, runtime } = await composer(t);
    for (const [query, milliseconds] of [
      ['delay=1.5', 1500],
      ['body=x&pause=0.25', 250],
      ['bytes=1000&rate=500', 2000],
      ['bytes=30&rate=10&chunk=7', 3000],
      ['bytes=50000&rate=100000&delay=2&pause=1', 3500],
    ] as const) {
      const startedAt = runtime.now();
      assert.equal((await get(`/compose?${query}`)).status, 200);
      assert.ok(Math.abs(runtime.now() - startedAt - milliseconds) < 0.01, `${runtime.now() - startedAt}`);
    }
  });

  it('delays the headers by the delay, and the content by the pause', async (t) => {
    const { port, waits, waiting } = await serveWithManualDelays(t);
    const socket = open(t, port, 'delay=2&pause=3&body=content');
    let received = '';
    const more = () => once(socket, 'data').then(([chunk]) => (received += String(chunk)));
    await waiting;
    assert.equal(received, '');
    assert.equal(waits[0]?.milliseconds, 2000);
    const head = more();
    waits[0]?.end();
    await head;
    assert.match(received, /^HTTP\/1.1 200 OK\r\n.*\r\n\r\n$/s);
    assert.equal(waits[1]?.milliseconds, 3000);
    const content = more();
    waits[1]?.end();
    await content;
    assert.match(received, /\r\n\r\ncontent$/);
  });

  it('ends when the client disconnects, in delay and pause', async (t) => {
    for (const query of ['delay=5', 'pause=5&body=x', 'rate=1&body=x']) {
      const { port, waits, waiting } = await serveWithManualDelays(t);
      const socket = open(t, port, query);
      await waiting;
      const [wait] = waits;
      assert.ok(wait?.signal);
      const left = once(wait.signal, 'abort');
      socket.destroy();
      await left;
    }
  });

  it('above the limit of the server is rejected', async (t) => {
    const { ask, errorOf } = await composer(t);
    assert.equal((await ask(['delay', '10'])).status, 200);
    assert.match(await errorOf(['delay', '10.1']), /the maximum is 10 s/);
    assert.match(await errorOf(['delay', '6'], ['pause', '6'], ['body', 'x']), /12 s/);
    assert.match(await errorOf(['bytes', '101'], ['rate', '10']), /the maximum is 10 s/);
    // The coding has twenty bytes, and the text two.
    assert.match(await errorOf(['body', 'hi'], ['rate', '1'], ['coding', 'gzip']), /the maximum is 10 s/);
    for (const [word, value] of [
      ['delay', '-1'],
      ['delay', '1 s'],
      ['delay', 'Infinity'],
      ['delay', '1e400'],
      ['pause', 'x'],
      ['rate', '0'],
      ['chunk', '0'],
      ['chunk', '1.5'],
    ] as const) {
      assert.match(await errorOf([word, value], ['body', 'x']), new RegExp(word), value);
    }
  });
});

describe('framing', () => {
  it('has chunks of the given size, without Content-Length', async (t) => {
    const { askRaw } = await composer(t);
    const response = await askRaw(['bytes', '10'], ['chunk', '4']);
    assert.deepEqual(response.chunks?.map(String), ['abcd', 'efgh', 'ij']);
    assert.ok(!response.fields.some(([name]) => name === 'Content-Length'));
  });

  it('has chunks and announced trailers', async (t) => {
    const { askRaw } = await composer(t);
    const response = await askRaw(['body', 'x'], ['trailer', 'X-Sum: 1'], ['trailer', 'x-sum: 2']);
    assert.deepEqual(response.trailers, [
      ['X-Sum', '1'],
      ['x-sum', '2'],
    ]);
    assert.deepEqual(response.fields.find(([name]) => name === 'Trailer')?.[1], 'X-Sum, x-sum');
    assert.equal(String(response.body), 'x');
    const empty = await askRaw(['trailer', 'X-Sum: 1']);
    assert.deepEqual(empty.trailers, [['X-Sum', '1']]);
  });

  it('rejects trailers that are required before the content', async (t) => {
    const { errorOf } = await composer(t);
    for (const name of ['Content-Type', 'set-cookie', 'Location', 'Refresh', 'Content-Encoding', 'Host']) {
      assert.match(await errorOf(['trailer', `${name}: 1`]), /cannot be a trailer/, name);
    }
  });

  it('has at most ten thousand chunks', async (t) => {
    const { ask, errorOf } = await composer(t);
    assert.equal((await ask(['bytes', '10000'], ['chunk', '1'])).body.length, 10_000);
    assert.match(await errorOf(['bytes', '10001'], ['chunk', '1']), /chunk/);
  });
});

describe('over HTTP/2', () => {
  it('lowercases names, keeps repeats and trailers, and has no chunks', async (t) => {
    const server = await serve(t, { tls: true });
    const ca = readFileSync(server.caPath ?? '', 'utf8');
    const path =
      '/compose?status=503&body=text&chunk=1&pause=0.001&header=Retry-After:1&header=X-A:1&header=X-A:2';
    const response = await requestHttp2(server.url, { path: `${path}&trailer=X-Sum:1` }, { ca });
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '1');
    assert.equal(response.headers['x-a'], '1, 2');
    assert.equal(response.headers['transfer-encoding'], undefined);
    assert.equal(response.trailers['x-sum'], '1');
    assert.equal(String(response.body), 'text');
    const repeated = await requestHttp2(
      server.url,
      { path: '/compose?header=Retry-After:1&header=Retry-After:2&header=Content-Type:a/b&body=x' },
      { ca },
    );
    assert.equal(repeated.status, 200);
  });
});

it('a response with a fault has one Date: that of the response, or of the clock of the API', async (t) => {
  const runtime = createRuntime();
  runtime.clock.freeze(Date.UTC(2001, 0, 1));
  const server = await serve(t, { runtime });
  addRule(server, { match: { service: 'api' }, fault: 'truncate@1', count: 0 });
  for (const [path, date] of [
    ['/compose?header=Date:x&fault=truncate@1&body=abc', 'x'],
    ['/api/v3/meta', 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ] as const) {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\n\r\n`;
    const { text } = await transcript(server.port, [request]);
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.deepEqual(
      [...text.matchAll(/\r\nDate: (.*)\r\n/g)].map(([, value]) => value),
      [date],
    );
  }
});
