import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createRuntime, type Runtime } from '#runtime.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { rawResponse } from '#test/support/wire/raw-response.ts';

const MEBIBYTE = 1024 * 1024;

async function chunkSizes(server: TestServer, path: string): Promise<number[]> {
  return (await rawResponse(server.port, path)).chunks?.map((chunk) => chunk.length) ?? [];
}

/** A runtime that counts the calls of `nextIteration`. */
function counting(): { runtime: Runtime; iterations: () => number } {
  const real = createRuntime();
  let iterations = 0;
  const nextIteration = () => {
    iterations++;
    return real.nextIteration();
  };
  return { runtime: { ...real, nextIteration }, iterations: () => iterations };
}

/** Waits for the responses to this number of other requests. */
async function others(server: TestServer, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await server.get('/uuid');
}

test('uses the requested chunk size', async (t) => {
  const server = await serve(t);
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/10?chunk_size=4'), [4, 4, 2]);
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/3?chunk_size=0'), [1, 1, 1]);
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/3?CHUNK_SIZE=-5'), [1, 1, 1]);
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/0'), []);
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/999999'), Array(10).fill(10_240));
});

test('uses larger chunks above the maximum of httpbin, with a limit', async (t) => {
  const server = await serve(t, { maxGeneratedSize: MEBIBYTE });
  assert.deepEqual(await chunkSizes(server, '/stream-bytes/131073'), [65_536, 65_536, 1]);
  const sizes = await chunkSizes(server, `/stream-bytes/${MEBIBYTE}?chunk_size=${MEBIBYTE}`);
  assert.deepEqual(sizes, Array(4).fill(MEBIBYTE / 4));
});

test('returns the same bytes for a seed with any chunk size', async (t) => {
  const server = await serve(t);
  const whole = await server.get('/bytes/1000?seed=7');
  for (const chunkSize of [1, 7, 1000, 5000]) {
    const response = await server.get(`/stream-bytes/1000?seed=7&chunk_size=${chunkSize}`);
    assert.deepEqual(response.body, whole.body, String(chunkSize));
  }
});

test('sends no chunks to HTTP/1.0 clients', async (t) => {
  const server = await serve(t);
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write('GET /stream-bytes/10?seed=0 HTTP/1.0\r\n\r\n'),
  );
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  await once(socket, 'end');
  assert.match(Buffer.concat(received).toString('hex'), /0d0a0d0ac5d71484f8cf9bf4b76f$/);
});

test('yields to other requests during a long stream', async (t) => {
  const { runtime, iterations } = counting();
  const server = await serve(t, { runtime, maxGeneratedSize: 4 * MEBIBYTE });
  await server.get(`/stream-bytes/${4 * MEBIBYTE}`);
  // The socket yields, too.
  const first = iterations();
  assert.ok(first >= 16, `${first}`);
  await server.get('/stream-bytes/2560?chunk_size=1');
  assert.ok(iterations() - first >= 10, `${iterations() - first}`);
});

test('applies backpressure to a client that does not read', async (t) => {
  const total = 64 * MEBIBYTE;
  const { runtime, iterations } = counting();
  const server = await serve(t, { runtime, maxGeneratedSize: total });
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(`GET /stream-bytes/${total} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`),
  );
  await once(socket, 'readable');
  await others(server, 100);
  const made = iterations();
  assert.ok(made * (MEBIBYTE / 4) < total / 2, `${made} iterations`);
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * MEBIBYTE);
  await others(server, 20);
  assert.equal(iterations(), made);

  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(socket, 'end');
  assert.ok(received > total && received < total * 1.01, String(received));
});

test('stops when the client disconnects', async (t) => {
  const { runtime, iterations } = counting();
  const finished = Promise.withResolvers<void>();
  const observe = ({ template }: { template: string }) => {
    if (template === '/stream-bytes/{n}') finished.resolve();
  };
  const server = await serve(t, { runtime, observe, maxGeneratedSize: 1024 * MEBIBYTE });
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(`GET /stream-bytes/${1024 * MEBIBYTE} HTTP/1.1\r\nHost: h\r\n\r\n`),
  );
  await once(socket, 'data');
  socket.destroy();
  await finished.promise;
  await others(server, 5);
  const made = iterations();
  assert.ok(made < 4096, `${made} iterations`);
  await others(server, 20);
  assert.equal(iterations(), made);
});
