import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes, type WireResponse } from '#test/support/wire/wire.ts';
import type { RawView } from '../request/raw.ts';

function view(response: WireResponse | undefined): Static<typeof RawView> {
  assert.ok(response);
  assert.equal(response.status, 200, response.text());
  return JSON.parse(response.text());
}

test('returns names with case, order and repeats, and unmodified values', async (t) => {
  const server = await serve(t);
  const bytes =
    'GET /raw?x=%7E&&y HTTP/1.1\r\nhOST: h\r\nX-b: 2\r\nx-B:\t 1 \r\nX-Request-Id: hidden elsewhere\r\nX-High: \xe9\r\nConnection: close\r\n\r\n';
  const seen = view((await exchangeBytes(server.port, bytes))[0]);
  assert.deepEqual(seen.fields, [
    ['hOST', 'h'],
    ['X-b', '2'],
    ['x-B', '1'],
    ['X-Request-Id', 'hidden elsewhere'],
    ['X-High', '\xe9'],
    ['Connection', 'close'],
  ]);
  assert.deepEqual([seen.method, seen.target, seen.version], ['GET', '/raw?x=%7E&&y', '1.1']);
  assert.equal(seen.framing, 'none');
  assert.deepEqual([seen.tls, seen.http2], [null, null]);
});

test('returns the unmodified target, and the version', async (t) => {
  const server = await serve(t);
  const absolute = 'GET http://Other.example/raw HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
  assert.equal(view((await exchangeBytes(server.port, absolute))[0]).target, 'http://Other.example/raw');
  const old = 'GET /raw HTTP/1.0\r\n\r\n';
  const seen = view((await exchangeBytes(server.port, old))[0]);
  assert.deepEqual([seen.version, seen.fields], ['1.0', []]);
});

test('returns the body as text or base64, with length and SHA-256', async (t) => {
  const server = await serve(t);
  for (const body of [Buffer.from('grüß\0'), Buffer.from([0xff, 0, 1])]) {
    const seen = view(await server.send({ method: 'PUT', path: '/raw', body }));
    assert.equal(seen.framing, 'content-length');
    assert.deepEqual(seen.body, {
      length: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      ...(body[0] === 0xff ? { base64: '/wAB' } : { text: 'grüß\0' }),
    });
  }
});

const CHUNKED =
  'Host: h\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nConnection: close\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\nX-Sum: 1\r\nx-sum: 2\r\n\r\n';

test('joins chunks, and returns trailers as pairs', async (t) => {
  const server = await serve(t);
  const seen = view((await exchangeBytes(server.port, `POST /raw HTTP/1.1\r\n${CHUNKED}`))[0]);
  assert.equal(seen.framing, 'chunked');
  assert.equal(seen.body.text, 'abcde');
  assert.deepEqual(seen.trailers, [
    ['X-Sum', '1'],
    ['x-sum', '2'],
  ]);
});

test('returns both ends of the connection, and whether it is reused', async (t) => {
  const server = await serve(t);
  const socket = connect(server.port, '127.0.0.1');
  t.after(() => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  const ask = (method: string) =>
    new Promise<Static<typeof RawView>>((resolve) => {
      socket.once('data', (chunk: Buffer) =>
        resolve(JSON.parse(chunk.toString().split('\r\n\r\n')[1] ?? '')),
      );
      socket.write(`${method} /raw HTTP/1.1\r\nHost: h\r\n\r\n`);
    });
  const first = await ask('GET');
  assert.deepEqual(first.connection, {
    peer: { address: '127.0.0.1', port: socket.localPort },
    local: { address: '127.0.0.1', port: server.port },
    reused: false,
  });
  for (const method of ['GET', 'PURGE']) {
    assert.deepEqual((await ask(method)).connection, { ...first.connection, reused: true });
  }
});

test('does not count 100 (Continue) as a reuse', async (t) => {
  const server = await serve(t);
  const response = await server.send({
    method: 'POST',
    path: '/raw',
    fields: [['Expect', '100-continue']],
    body: 'x',
  });
  assert.equal(view(response).connection.reused, false);
});

test('returns the bytes of the message as plain text with format=http', async (t) => {
  const server = await serve(t);
  const sent =
    'POST /raw?format=http HTTP/1.1\r\nhost: h\r\nCONNECTION: close\r\nX-High: \xe9\r\nContent-Length: 9\r\n\r\n<b>\xff\0</b>';
  const [response] = await exchangeBytes(server.port, sent);
  assert.equal(response?.body.toString('latin1'), sent);
  assert.equal(response?.field('Content-Type'), 'text/plain');
  assert.equal(response?.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(response?.field('Content-Security-Policy'), 'sandbox');
});

test('returns the chunks of the client, with extensions and trailers, with format=http', async (t) => {
  const server = await serve(t);
  const send = async (text: string) =>
    (await exchangeBytes(server.port, `POST /raw?format=http HTTP/1.1\r\n${text}`))[0]?.text();
  const head = 'Host: h\r\nTransfer-Encoding:  chunked\r\nConnection: close\r\n\r\n';
  for (const text of [
    CHUNKED,
    `${head}0\r\n\r\n`,
    `${head}1;a="b;c"\r\nx\r\n2\r\nyz\r\n0; last\r\n\r\n`,
    `${head}${'1\r\nx\r\n'.repeat(1000)}0\r\n\r\n`,
  ])
    assert.equal(await send(text), `POST /raw?format=http HTTP/1.1\r\n${text}`);
  const many = `${head}${'1\r\nx\r\n'.repeat(1001)}0\r\n\r\n`;
  const one = `${head}3e9\r\n${'x'.repeat(1001)}\r\n0\r\n\r\n`;
  assert.equal(await send(many), `POST /raw?format=http HTTP/1.1\r\n${one}`);
});

test('returns the sizes and the extensions of the first chunks, and their number', async (t) => {
  const server = await serve(t);
  const send = async (chunks: string) => {
    const head = 'Host: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    const message = `POST /raw HTTP/1.1\r\n${head}${chunks}0\r\n\r\n`;
    return view((await exchangeBytes(server.port, message))[0]).body.chunks;
  };
  assert.deepEqual(await send(''), { count: 0, sizes: [] });
  assert.deepEqual(await send('1;a\r\nx\r\n0a\r\n0123456789\r\n2 ;b=c\r\nyz\r\n'), {
    count: 3,
    sizes: [1, 10, 2],
    extensions: [
      { chunk: 0, text: ';a' },
      { chunk: 2, text: ' ;b=c' },
    ],
  });
  const many = await send('1\r\nx\r\n'.repeat(3000));
  assert.deepEqual([many?.count, many?.sizes.length], [3000, 1000]);
  const plain = view(await server.send({ method: 'PUT', path: '/raw', body: 'x' }));
  assert.equal(plain.body.chunks, undefined);
});

test('accepts every method, and HEAD has the length only', async (t) => {
  const server = await serve(t);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PURGE']) {
    assert.equal(view(await server.send({ method, path: '/raw' })).method, method);
  }
  const head = await server.send({ method: 'HEAD', path: '/raw' });
  assert.equal(head.status, 200);
  assert.ok(Number(head.field('Content-Length')) > 0);
});

test('rejects a body that is too large for JSON', async (t) => {
  const server = await serve(t, { maxBodySize: 64 * 1024 * 1024 });
  const body = Buffer.alloc(32 * 1024 * 1024 + 1);
  assert.equal((await server.send({ method: 'POST', path: '/raw', body })).status, 413);
});
