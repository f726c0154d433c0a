import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { statuses } from '#test/support/wire/transcript.ts';

inConfigurations({}, (it) => {
  it('a request target with bytes that are not ASCII is accepted, as when they are percent-encoded', async (server) => {
    for (const [target, status, pattern] of [
      ['/anything/caf\xc3\xa9', 200, /anything\/caf\\u00e9"/],
      ['/get?q=\xe2\x82\xac', 200, /"q": "\\u20ac"/],
      ['/get?\xff', 200, /"url"/],
      ['/api/v3/\xe9', 404, /\r\nContent-Type: application\/json; charset/],
      ['\xe9', 400, /without a slash/],
    ] as const) {
      const steps = [
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: t\r\nConnection: close\r\n\r\n`,
      ];
      const response = await server.transcript(steps, { path: target });
      assert.deepEqual([statuses(response), response.end], [[status], 'end'], target);
      assert.match(response.text, pattern);
    }
  });

  it('a request target is echoed like httpbin when it is percent-encoded', async (server) => {
    const { url, args } = Object((await server.send({ path: '/anything/caf%C3%A9?q=%E2%82%AC' })).json());
    assert.deepEqual([url.split('/anything/')[1], args], ['café?q=€', { q: '€' }]);
  });
});

inConfigurations({ http2: true }, (it) => {
  it('a request target with bytes that are not ASCII is accepted over HTTP/2', async ({ port, ca }) => {
    const target = { port, host: '127.0.0.1' };
    const socket = ca === undefined ? connect(target) : connectTls({ ...target, ca, ALPNProtocols: ['h2'] });
    await once(socket, ca === undefined ? 'connect' : 'secureConnect');
    const response = await requestOverHttp2(socket, Buffer.from('/get?q=é'));
    assert.match(response, /"q": "\\u00e9"/);
    assert.match(response, /get\?q=\\u00e9"/);
  });
});

/** The response to a GET over HTTP/2, as text. The path is sent unencoded, which no client library supports. */
function requestOverHttp2(socket: Socket, path: Buffer): Promise<string> {
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
