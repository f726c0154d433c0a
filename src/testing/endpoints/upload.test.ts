import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns length and digest of the bytes, with any framing', async (t) => {
  const server = await serve(t);
  const body = Buffer.from('5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n');
  const chunked = [['Transfer-Encoding', 'chunked']] as const;
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const responses = [
      await server.send({ method, path: '/upload?a=1', body: 'hello world' }),
      await server.send({ method, path: '/upload?a=1', body, fields: chunked }),
    ];
    for (const response of responses) {
      const { args, bytes_received, sha256, ...rest } = Object(response.json());
      assert.deepEqual([args, bytes_received, rest.method], [{ a: '1' }, 11, method]);
      assert.equal(sha256, createHash('sha256').update('hello world').digest('hex'));
    }
  }
  assert.equal((await server.get('/upload')).status, 405);
});

test('treats a missing body as empty', async (t) => {
  const server = await serve(t);
  const response = Object((await server.send({ method: 'POST', path: '/upload' })).json());
  assert.equal(response.bytes_received, 0);
  assert.equal(response.sha256, createHash('sha256').digest('hex'));
});

test('answers 413 to a body above the limit, declared or not', async (t) => {
  const server = await serve(t, { maxUploadSize: 10 });
  const declared = await server.send({ method: 'POST', path: '/upload', body: 'x'.repeat(11) });
  assert.equal(declared.status, 413);
  const undeclared = await server.send({
    method: 'POST',
    path: '/upload',
    fields: [['Transfer-Encoding', 'chunked']],
    body: 'b\r\nhello world\r\n0\r\n\r\n',
  });
  assert.equal(undeclared.status, 413);
  assert.equal((await server.send({ method: 'POST', path: '/upload', body: 'x'.repeat(10) })).status, 200);
});

test('sends 100 (Continue) for bodies above maxBodySize', async (t) => {
  const server = await serve(t, { maxBodySize: 5, maxUploadSize: 20 });
  const conversation = async (length: number) => {
    const socket = connect(server.port, '127.0.0.1');
    const head = 'Host: h\r\nConnection: close\r\nExpect: 100-continue';
    socket.write(`POST /upload HTTP/1.1\r\n${head}\r\nContent-Length: ${length}\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) {
      if (received === '' && String(chunk).startsWith('HTTP/1.1 100')) socket.write('x'.repeat(length));
      received += chunk;
    }
    return received.match(/^HTTP\/1\.1 \d+/gm);
  };
  assert.deepEqual(await conversation(3), ['HTTP/1.1 100', 'HTTP/1.1 200']);
  assert.deepEqual(await conversation(20), ['HTTP/1.1 100', 'HTTP/1.1 200']);
  assert.deepEqual(await conversation(21), ['HTTP/1.1 413']);
});

test('releases the memory of an incomplete body', async (t) => {
  const finished = Promise.withResolvers<void>();
  const server = await serve(t, { observe: () => finished.resolve() });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
  await finished.promise;
  assert.equal((await server.send({ method: 'POST', path: '/upload', body: 'x' })).status, 200);
});
