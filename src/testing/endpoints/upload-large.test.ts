import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('reads a body above maxBodySize without storing it', async (t) => {
  const server = await serve(t, { maxBodySize: 1000 });
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const count = 200;
  const hash = createHash('sha256');
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `PUT /upload HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: ${count * chunk.length}\r\n\r\n`,
  );
  for (let index = 0; index < count; index++) {
    hash.update(chunk);
    if (!socket.write(chunk)) await once(socket, 'drain');
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString();
  });
  await once(socket, 'end');
  assert.match(received, /"bytes_received": 209715200,/);
  assert.ok(received.includes(hash.digest('hex')));
  // The bytes include garbage that is not collected yet.
  assert.ok(most < (count / 2) * chunk.length, `${most} bytes`);
});
