import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';

test('a wait for requests gets 503 when too many callers wait, and ends when they disconnect', async (t) => {
  const server = await serve(t);
  const body = '{"match":{},"within":"60s"}';
  const head = `POST /_sparring/requests/await HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  const sockets = Array.from({ length: 1000 }, () => connect(server.port, '127.0.0.1'));
  for (const socket of sockets) socket.write(head + body);
  const call = () =>
    server.send({ method: 'POST', path: '/_sparring/requests/await', body: '{"match":{},"within":"0"}' });
  await until(async () => (await call()).status === 503);
  const response = await call();
  assert.equal(response.field('Retry-After'), '1');
  for (const socket of sockets) socket.destroy();
  await until(async () => (await call()).status === 408);
});
