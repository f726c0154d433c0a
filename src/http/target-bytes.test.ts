import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { serve } from '../../test/support/serve.ts';
import { exchangeBytes } from '../../test/support/wire.ts';

describe('a request target with bytes that are not ASCII', () => {
  it('gets 400 over HTTP/1.1 in the error format of the service, and the connection closes', async (t) => {
    const server = await serve(t);
    const second = 'GET /get HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    for (const target of [
      '/anything/caf\xc3\xa9',
      '/get?q=\xe2\x82\xac',
      '/get?\xff',
      '/api/v3/\xe9',
      '\xe9',
    ]) {
      const answers = await exchangeBytes(
        server.port,
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n${second}`,
        ['GET', 'GET'],
      );
      assert.equal(answers.length, 1, target);
      const [answer] = answers;
      assert.deepEqual([answer?.status, answer?.field('Connection')], [400, 'close'], target);
      const isApi = target.startsWith('/api/v3');
      assert.match(
        answer?.field('Content-Type') ?? '',
        isApi ? /^application\/json; charset/ : /^application\/problem\+json$/,
      );
      if (!isApi) assert.match(answer?.text() ?? '', /percent-encode/);
    }
  });

  it('is echoed like httpbin when it is percent-encoded', async (t) => {
    const server = await serve(t);
    const { url, args } = Object((await server.get('/anything/caf%C3%A9?q=%E2%82%AC')).json());
    assert.deepEqual([url.split('/anything/')[1], args], ['café?q=€', { q: '€' }]);
  });

  it('is accepted over HTTP/2', async (t) => {
    const server = await serve(t, { h2c: true });
    const answer = await requestOverHttp2(server.port, Buffer.from('/get?q=é'));
    assert.match(answer, /"q": "\\u00e9"/);
    assert.match(answer, /get\?q=\\u00e9"/);
  });

  /** The reason for the 400. When this fails, Node supports such targets, and this server can accept them. */
  it('is rejected by the parser of Node, even a lenient one', async (t) => {
    for (const insecureHTTPParser of [false, true]) {
      const codes: (string | undefined)[] = [];
      const server = createServer({ insecureHTTPParser }, (_, reply) => reply.end());
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        codes.push(error.code);
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close());
      const { port } = server.address() as AddressInfo;
      for (const target of ['/caf\xc3\xa9', '/?\xe9']) {
        const socket = connect(port, '127.0.0.1');
        socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`, 'latin1'));
        await new Promise((resolve) =>
          socket
            .on('close', resolve)
            .on('error', () => {})
            .resume(),
        );
      }
      assert.deepEqual(codes, ['HPE_INVALID_URL', 'HPE_INVALID_URL']);
    }
  });
});

/** The response to a GET over HTTP/2, as text. The path is sent unencoded, which no client library supports. */
function requestOverHttp2(port: number, path: Buffer): Promise<string> {
  const field = (name: string, value: Buffer) =>
    Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), value]);
  const block = Buffer.concat([
    field(':method', Buffer.from('GET')),
    field(':scheme', Buffer.from('http')),
    field(':authority', Buffer.from('127.0.0.1')),
    field(':path', path),
  ]);
  const frame = (type: number, flags: number, stream: number, content: Buffer) => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(content.length, 0, 3);
    head[3] = type;
    head[4] = flags;
    head.writeUInt32BE(stream, 5);
    return Buffer.concat([head, content]);
  };
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!received.includes('}\n')) return;
      socket.destroy();
      resolve(received);
    });
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
    socket.write(
      Buffer.concat([Buffer.from(preface), frame(4, 0, 0, Buffer.alloc(0)), frame(1, 5, 1, block)]),
    );
  });
}
