import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { holdWrites } from './hold-writes.ts';

test('a response and what follows it are held until the release', async (t) => {
  const held: number[] = [];
  const server = createServer(({ socket }, response) => {
    const release = holdWrites(socket);
    response.end('hello');
    held.push(socket.writableLength);
    socket.write('extra');
    held.push(socket.writableLength);
    release();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const client = connect(address.port, '127.0.0.1', () => client.write(request));
  t.after(() => client.destroy());
  let text = '';
  for await (const chunk of client.setEncoding('latin1')) {
    text += chunk;
    if (!text.endsWith('helloextra')) continue;
    // The connection serves the next request as before.
    if (held.length === 4) break;
    client.write(request);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = held;
  assert.ok(first > 100 && second === first + 5 && third === first && fourth === second, held.join());
});
