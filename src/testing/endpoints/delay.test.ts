import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Runtime } from '#runtime.ts';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';

/** A runtime with a frozen clock. A sleep ends at once, and advances the clock by its duration. */
function standing(): { runtime: Runtime; slept: () => number } {
  const runtime = createRuntime({ now: 0 });
  return { runtime, slept: () => runtime.now() };
}

async function sleptFor(
  t: Parameters<typeof serve>[0],
  delay: string,
  maxDuration = 10_000,
): Promise<number> {
  const { runtime, slept } = standing();
  const server = await serve(t, { runtime, maxDuration });
  const response = await server.get(`/delay/${delay}`);
  assert.equal(response.status, 200, response.text());
  return slept();
}

test('delays the response by the seconds, with fractions', async (t) => {
  assert.equal(await sleptFor(t, '3'), 3000);
  assert.equal(await sleptFor(t, '0.25'), 250);
  assert.equal(await sleptFor(t, '%201_0e-1%20'), 1000);
});

test('limits the delay to ten seconds and to the setting of the server', async (t) => {
  assert.equal(await sleptFor(t, '11'), 10_000);
  assert.equal(await sleptFor(t, 'inf'), 10_000);
  assert.equal(await sleptFor(t, '1e999'), 10_000);
  assert.equal(await sleptFor(t, '100', 60_000), 10_000);
  assert.equal(await sleptFor(t, '5', 2000), 2000);
});

test('answers a negative delay at once', async (t) => {
  assert.equal(await sleptFor(t, '-1'), 0);
  assert.equal(await sleptFor(t, '-inf'), 0);
  assert.equal(await sleptFor(t, '0'), 0);
});

test('rejects a value that is not a number', async (t) => {
  const server = await serve(t);
  for (const delay of ['abc', 'nan', '100ms', '1,5', '0x10', '_1', '1_', '%20', '.', 'e5']) {
    assert.equal((await server.get(`/delay/${delay}`)).status, 400, delay);
  }
});

test('returns neither json nor method', async (t) => {
  const server = await serve(t);
  const response = await server.send({ method: 'PUT', path: '/delay/0?a=1', body: '{}' });
  const body = Object(response.json());
  assert.deepEqual(Object.keys(body), ['args', 'data', 'files', 'form', 'headers', 'origin', 'url']);
  assert.equal(body.data, '{}');
});

test('cancels the delay when the client disconnects', async (t) => {
  const real = createRuntime();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const runtime: Runtime = {
    ...real,
    sleep(milliseconds, signal) {
      const sleep = real.sleep(milliseconds, signal);
      sleep.then(ended.resolve, ended.resolve);
      started.resolve();
      return sleep;
    },
  };
  const server = await serve(t, { runtime });
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write('GET /delay/9 HTTP/1.1\r\nHost: h\r\n\r\n'),
  );
  await started.promise;
  socket.destroy();
  assert.equal(Object(await ended.promise).name, 'AbortError');
});
