import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

/** A response with trailers, as parsed by the client of Node. */
function ask(
  port: number,
  path: string,
  sent?: { readonly body: string; readonly trailers: [string, string][] },
) {
  return new Promise<{ trailers: string[]; announced: unknown; json: unknown }>((resolve, reject) => {
    const method = sent ? 'POST' : 'GET';
    const requested = request(
      { port, path, method, agent: false, headers: sent ? { Trailer: 'X-Sent' } : {} },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            trailers: response.rawTrailers,
            announced: response.headers.trailer,
            json: JSON.parse(text),
          }),
        );
      },
    );
    requested.on('error', reject);
    if (sent) {
      requested.write(sent.body);
      requested.addTrailers(sent.trailers);
    }
    requested.end();
  });
}

test('sends the query as announced trailers, in order and with repeats', async (t) => {
  const server = await serve(t);
  const { trailers, announced, json } = await ask(server.port, '/trailers?X-b=1&x-A=%C3%A9%20&X-b=2&empty');
  assert.deepEqual(trailers, ['X-b', '1', 'x-A', '\xe9', 'X-b', '2', 'empty', '']);
  assert.equal(announced, 'X-b, x-A, empty');
  assert.deepEqual(Reflect.get(Object(json), 'args'), { 'X-b': ['1', '2'], 'x-A': 'é ', empty: '' });
});

test('returns the trailers of the request', async (t) => {
  const server = await serve(t);
  const sent = {
    body: '[1]',
    trailers: [
      ['X-Sent', 'a'],
      ['x-sent', 'b'],
      ['__proto__', 'c'],
    ] as [string, string][],
  };
  const { json, trailers } = await ask(server.port, '/trailers', sent);
  const { json: read, trailers: received } = Object(json);
  assert.deepEqual([read, trailers], [[1], []]);
  assert.deepEqual(Object.entries(received), [
    ['X-Sent', 'a,b'],
    ['__Proto__', 'c'],
  ]);
});

test('rejects headers that are forbidden in trailers, and invalid ones', async (t) => {
  const server = await serve(t);
  for (const query of [
    'Content-Length=3',
    'transfer-encoding=chunked',
    'HOST=h',
    'Set-Cookie=a=b',
    'X-A=1&WWW-Authenticate=Basic',
    'Trailer=X',
    'X=%0d%0aX-Evil:%201',
    'X=%E2%82%AC',
    'X%0d%0aX-Evil:%201=1',
    '=1',
    'X%20Y=1',
  ]) {
    const response = await server.get(`/trailers?${query}`);
    assert.equal(response.status, 400, query);
    assert.equal(response.field('Trailer'), undefined);
    assert.ok(!response.body.includes('X-Evil: 1\r\n'));
  }
});

test('sends no trailers to clients without support', async (t) => {
  const server = await serve(t);
  const [old] = await exchangeBytes(server.port, 'GET /trailers?X=1 HTTP/1.0\r\n\r\n');
  assert.deepEqual([old?.status, old?.field('Trailer')], [200, undefined]);
  assert.deepEqual(Reflect.get(Object(old?.json()), 'args'), { X: '1' });
  const head = await server.send({ method: 'HEAD', path: '/trailers?X=1' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
});

test('sends trailers after the last chunk', async (t) => {
  const server = await serve(t);
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /trailers?X=1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  const chunks = await socket.toArray();
  assert.match(Buffer.concat(chunks).toString('latin1'), /\r\n0\r\nX: 1\r\n\r\n$/);
});
