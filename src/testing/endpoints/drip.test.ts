import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { recordSleeps } from '#test/support/recorded-sleeps.ts';
import { serve } from '#test/support/servers/serve.ts';

test('sends ten bytes over two seconds by default, with an interval after each', async (t) => {
  const { runtime, sleeps } = recordSleeps();
  const server = await serve(t, { runtime });
  const response = await server.get('/drip');
  assert.equal(response.text(), '**********');
  assert.equal(response.field('Content-Length'), '10');
  assert.equal(response.field('Content-Type'), 'application/octet-stream');
  assert.deepEqual(sleeps, Array(10).fill(200));
});

test('delays the response, and has the requested status', async (t) => {
  const { runtime, sleeps } = recordSleeps();
  const server = await serve(t, { runtime });
  const response = await server.get('/drip?delay=1.5&duration=1&numbytes=2&code=503');
  assert.equal(response.status, 503);
  assert.equal(response.text(), '**');
  assert.deepEqual(sleeps, [1500, 500, 500]);
  assert.equal(
    response.field('Server-Timing'),
    'total_duration;dur=2500, initial_delay;dur=1500, write_duration;dur=1000, pause_per_write;dur=500',
  );
});

test('limits delay and duration to the maximum duration', async (t) => {
  const { runtime } = recordSleeps();
  const server = await serve(t, { runtime, maxDuration: 3000 });
  await server.get('/drip?delay=2&duration=1e9');
  assert.equal(Math.round(runtime.now()), 3000);
  await server.get('/drip?delay=1e9&duration=5&numbytes=1');
  assert.equal(Math.round(runtime.now()), 6000);
});

test('sends several bytes at once for short intervals', async (t) => {
  const { runtime, sleeps } = recordSleeps();
  const server = await serve(t, { runtime });
  const response = await server.get('/drip?numbytes=100000&duration=1');
  assert.equal(response.body.length, 100_000);
  assert.equal(Math.round(runtime.now()), 1000);
  assert.ok(sleeps.length <= 250, String(sleeps.length));
});

test('does not extend the delay when the clock is set back', async (t) => {
  const { runtime, sleeps } = recordSleeps();
  let hour = 0;
  const now = () => runtime.now() - hour++ * 3_600_000;
  const server = await serve(t, { runtime: { ...runtime, now } });
  await server.get('/drip?duration=2&numbytes=4');
  assert.ok(sleeps.reduce((sum, sleep) => sum + sleep, 0) <= 2000, String(sleeps));
});

test('limits the size to 10 MiB or --max-generated-size', async (t) => {
  const server = await serve(t);
  const lengthOf = async (path: string, { send } = server) =>
    (await send({ method: 'HEAD', path })).field('Content-Length');
  assert.equal(await lengthOf('/drip?numbytes=99999999999999999999&duration=0'), '10485760');
  const larger = await serve(t, { maxGeneratedSize: 20_000_000 });
  assert.equal(await lengthOf('/drip?numbytes=99999999&duration=0', larger), '20000000');
});

test('rejects zero bytes with text, and invalid numbers with problem details', async (t) => {
  const server = await serve(t);
  for (const count of ['0', '-5']) {
    const response = await server.get(`/drip?numbytes=${count}`);
    assert.equal(response.status, 400);
    assert.equal(response.text(), 'number of bytes must be positive');
  }
  const wrong = [
    'numbytes=1.5',
    'numbytes=x',
    'duration=-1',
    'duration=inf',
    'delay=nan',
    'code=',
    'code=199',
  ];
  for (const query of [...wrong, 'code=1000']) {
    assert.equal((await server.get(`/drip?${query}`)).status, 400, query);
  }
  assert.equal((await server.get('/drip?delay=-1&duration=0')).status, 200);
});

test('sends no content with a status that has none', async (t) => {
  const server = await serve(t);
  for (const code of [204, 304]) {
    const response = await server.get(`/drip?duration=0&code=${code}`);
    assert.equal(response.status, code);
    assert.equal(response.field('Content-Length'), undefined);
  }
});

test('stops when the client disconnects', async (t) => {
  const real = createRuntime();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  let sleeps = 0;
  const sleep = (milliseconds: number, signal?: AbortSignal) => {
    sleeps++;
    const pending = real.sleep(milliseconds, signal);
    pending.then(ended.resolve, ended.resolve);
    started.resolve();
    return pending;
  };
  const server = await serve(t, { runtime: { ...real, sleep } });
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write('GET /drip?duration=9&numbytes=2 HTTP/1.1\r\nHost: h\r\n\r\n'),
  );
  await started.promise;
  socket.destroy();
  assert.equal(Object(await ended.promise).name, 'AbortError');
  await server.get('/uuid');
  assert.equal(sleeps, 1);
});
