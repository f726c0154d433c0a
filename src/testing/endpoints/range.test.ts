import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

function heads(response: WireResponse, ...names: string[]): (string | undefined)[] {
  return names.map((name) => response.field(name));
}

test('returns the repeated letters with Content-Range', async (t) => {
  const server = await serve(t);
  const response = await server.get('/range/60');
  assert.equal(response.status, 200);
  assert.equal(response.text(), (ALPHABET + ALPHABET + ALPHABET).slice(0, 60));
  assert.deepEqual(
    heads(response, 'ETag', 'Accept-Ranges', 'Content-Range', 'Content-Length', 'Content-Type'),
    ['range60', 'bytes', 'bytes 0-59/60', '60', 'application/octet-stream'],
  );
});

test('returns the letters of a range', async (t) => {
  const server = await serve(t);
  const ask = (value: string) => server.get('/range/100000', [['Range', value]]);
  const middle = await ask('bytes=50000-50009');
  assert.equal(middle.status, 206);
  assert.equal(middle.text(), (ALPHABET + ALPHABET).slice(50_000 % 26, (50_000 % 26) + 10));
  assert.deepEqual(heads(middle, 'Content-Range', 'Content-Length'), ['bytes 50000-50009/100000', '10']);
  const end = await ask('bytes=-3');
  assert.equal(end.field('Content-Range'), 'bytes 99997-99999/100000');
  assert.equal((await ask('bytes=99990-')).body.length, 10);
  assert.equal((await ask('bytes=0-99999')).status, 200);
});

test('returns the same letters for any chunk size', async (t) => {
  const server = await serve(t);
  for (const chunkSize of [1, 7, 26, 27, 1000]) {
    const path = `/range/1000?chunk_size=${chunkSize}`;
    const response = await server.get(path, [['Range', 'bytes=3-900']]);
    assert.equal(response.text(), ALPHABET.repeat(40).slice(3, 901), String(chunkSize));
  }
});

test('answers 416 without content to an unsatisfiable range', async (t) => {
  const server = await serve(t);
  const response = await server.get('/range/26', [['Range', 'bytes=20-26']]);
  assert.equal(response.status, 416);
  assert.deepEqual(heads(response, 'ETag', 'Content-Range', 'Content-Length'), [
    'range26',
    'bytes */26',
    '0',
  ]);
});

test('answers 404 with text to an invalid size', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 1000 });
  for (const size of [0, 1001]) {
    const response = await server.get(`/range/${size}`);
    assert.equal(response.status, 404);
    assert.equal(response.text(), 'number of bytes must be in the range (0, 1000]');
    assert.deepEqual(heads(response, 'ETag', 'Accept-Ranges'), [`range${size}`, 'bytes']);
  }
});

test('returns several ranges as parts', async (t) => {
  const server = await serve(t);
  const response = await server.get('/range/26', [['Range', 'bytes=0-2, 24-99']]);
  assert.equal(response.status, 206);
  const boundary = /^multipart\/byteranges; boundary=([\w-]+)$/.exec(
    response.field('Content-Type') ?? '',
  )?.[1];
  assert.ok(boundary);
  assert.equal(response.field('Content-Range'), undefined);
  assert.equal(response.field('Content-Length'), String(response.body.length));
  const part = (range: string, content: string) =>
    `\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${range}/26\r\n\r\n${content}`;
  assert.equal(response.text(), `${part('0-2', 'abc')}${part('24-25', 'yz')}\r\n--${boundary}--\r\n`);
});

test('returns the only satisfiable range without parts', async (t) => {
  const server = await serve(t);
  const response = await server.get('/range/26', [['Range', 'bytes=1-2,30-40']]);
  assert.equal(response.status, 206);
  assert.deepEqual(heads(response, 'Content-Range', 'Content-Length'), ['bytes 1-2/26', '2']);
  const none = await server.get('/range/26', [['Range', 'bytes=30-31,40-']]);
  assert.equal(none.status, 416);
});

test('returns the range while If-Range matches', async (t) => {
  const server = await serve(t);
  const statusOf = async (ifRange: string) => {
    const response = await server.get('/range/26', [
      ['Range', 'bytes=1-2'],
      ['If-Range', ifRange],
    ]);
    return response.status;
  };
  assert.equal(await statusOf('range26'), 206);
  assert.equal(await statusOf('"range26"'), 206);
  for (const other of ['"range27"', 'W/"range26"', 'Sat, 01 Jan 2050 00:00:00 GMT', '"range26', '*']) {
    assert.equal(await statusOf(other), 200, other);
  }
});

test('HEAD has the headers of a range', async (t) => {
  const server = await serve(t);
  const response = await server.send({ method: 'HEAD', path: '/range/26', fields: [['Range', 'bytes=1-2']] });
  assert.equal(response.status, 206);
  assert.deepEqual(heads(response, 'Content-Range', 'Content-Length'), ['bytes 1-2/26', '2']);
});

test('spreads the duration over all bytes, so a range takes its share', async (t) => {
  const sleptFor = async (path: string, range?: string, maxDuration = 10_000) => {
    const runtime = createRuntime({ now: 0 });
    const server = await serve(t, { runtime, maxDuration });
    const response = await server.get(path, range === undefined ? [] : [['Range', range]]);
    assert.ok(response.status < 300);
    return Math.round(runtime.now());
  };
  assert.equal(await sleptFor('/range/1000?duration=2&chunk_size=10'), 2000);
  assert.equal(await sleptFor('/range/1000?duration=2'), 2000);
  assert.equal(await sleptFor('/range/1000?duration=2&chunk_size=10', 'bytes=0-249'), 500);
  assert.equal(await sleptFor('/range/1000?duration=2&chunk_size=10', 'bytes=0-249,500-749'), 1000);
  assert.equal(await sleptFor('/range/1000?duration=9&chunk_size=10', undefined, 3000), 3000);
  assert.equal(await sleptFor('/range/1000?duration=9999999999'), 10_000);
});

test('rejects parameters that are not numbers', async (t) => {
  const server = await serve(t);
  for (const query of ['duration=x', 'duration=-1', 'duration=inf', 'chunk_size=1.5', 'chunk_size=']) {
    assert.equal((await server.get(`/range/10?${query}`)).status, 400, query);
  }
});

test('limits n to --max-generated-size', async (t) => {
  for (const [options, most] of [
    [{}, 102_400],
    [{ maxGeneratedSize: 1000 }, 1000],
  ] as const) {
    const server = await serve(t, options);
    const response = await server.get(`/range/${most}`);
    assert.deepEqual([response.status, response.body.length], [200, most]);
    const last = await server.get(`/range/${most}`, [['Range', `bytes=${most - 1}-`]]);
    assert.deepEqual(
      [last.status, last.field('Content-Range'), last.text()],
      [206, `bytes ${most - 1}-${most - 1}/${most}`, ALPHABET[(most - 1) % 26]],
    );
    assert.equal((await server.get(`/range/${most + 1}`)).status, 404);
  }
});
