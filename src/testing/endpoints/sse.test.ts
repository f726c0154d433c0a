import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';
import { rawResponse } from '#test/support/wire/raw-response.ts';

test('sends pings with number and time, and Server-Timing as a trailer', async (t) => {
  const runtime = createRuntime({ now: 1_000_000 });
  const server = await serve(t, { runtime });
  const { fields, chunks, trailers } = await rawResponse(server.port, '/sse?count=3&duration=2s&delay=500ms');
  const head = new Map(fields);
  assert.equal(head.get('Content-Type'), 'text/event-stream; charset=utf-8');
  assert.equal(head.get('Trailer'), 'Server-Timing');
  const event = (id: number, timestamp: number) =>
    `event: ping\nid: ${id}\ndata: {"id":${id},"timestamp":${timestamp}}\n\n`;
  assert.deepEqual(chunks?.map(String), [event(0, 1_000_500), event(1, 1_001_500), event(2, 1_002_500)]);
  assert.deepEqual(trailers, [
    ['Server-Timing', 'total_duration;dur=2500, initial_delay;dur=500, write_duration;dur=2000'],
  ]);
});

test('sends ten events over five seconds or the maximum duration', async (t) => {
  for (const [maxDuration, expected] of [
    [10_000, 5000],
    [2000, 2000],
  ] as const) {
    const runtime = createRuntime({ now: 0 });
    const server = await serve(t, { runtime, maxDuration });
    const response = await server.get('/sse');
    assert.equal(response.text().match(/^event: ping$/gm)?.length, 10);
    assert.equal(Math.round(runtime.now()), expected);
  }
});

test('continues after Last-Event-ID', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ now: 0 }) });
  const idsOf = async (last: string) => {
    const response = await server.get('/sse?count=2', [['Last-Event-ID', last]]);
    return [...response.text().matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
  };
  assert.deepEqual(await idsOf('41'), ['42', '43']);
  for (const foreign of ['', 'x', '-1', '1e3', '99999999999999999']) {
    assert.deepEqual(await idsOf(foreign), ['0', '1'], foreign);
  }
});

test('announces no trailer to HEAD and HTTP/1.0 clients', async (t) => {
  const server = await serve(t);
  const head = await server.send({ method: 'HEAD', path: '/sse' });
  assert.equal(head.status, 200);
  assert.equal(head.field('Trailer'), undefined);
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write('GET /sse?count=1&duration=0 HTTP/1.0\r\n\r\n'),
  );
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  await once(socket, 'end');
  assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
  assert.doesNotMatch(received, /Trailer/);
  assert.match(received, /\r\n\r\nevent: ping\nid: 0\n/);
});

test('rejects parameters out of range', async (t) => {
  const server = await serve(t, { maxGeneratedSize: 1000 });
  for (const query of ['count=0', 'count=11', 'count=x', 'duration=11', 'duration=9&delay=2', 'jitter=2']) {
    assert.equal((await server.get(`/sse?${query}`)).status, 400, query);
  }
});
