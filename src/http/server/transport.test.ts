import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, constants } from 'node:http2';
import type { Socket } from 'node:net';
import { it as onServer } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';

// The runtime differs, so each needs a server of its own.
onServer('a generated certificate is valid today, whatever the clock of the server shows', async (t) => {
  for (const now of [0, Date.UTC(2020, 8, 30), Date.UTC(2100, 0, 1)]) {
    const { port, caPath = '' } = await serve(t, { tls: true, runtime: createRuntime({ now }) });
    const ca = readFileSync(caPath, 'utf8');
    assert.equal((await requestHttp2(`https://127.0.0.1:${port}`, { path: '/get' }, { ca })).status, 200);
  }
});

inConfigurations({ http2: true }, (it) => {
  it('HTTP/2 field values exclude white space around them, as on HTTP/1.1', async (server) => {
    const fields = [
      ['User-Agent', 'GitHub CLI '],
      ['X-Padded', ' \t a b\t '],
      ['X-Empty', ' '],
    ] as const;
    const { body } = await server.sendHttp2({ path: '/dump/request', fields });
    const lines = String(body).split('\r\n');
    for (const line of ['user-agent: GitHub CLI', 'x-padded: a b', 'x-empty: '])
      assert.ok(lines.includes(line), String(body));
  });

  it('HTTP/2 requests arrive with their method, authority, fields in order and body', async (server) => {
    const fields = [
      ['X-Mine', '1'],
      ['Host', 'h.example'],
      ['Another', '2'],
    ] as const;
    const request = { path: '/dump/request', method: 'POST', body: 'hello', fields };
    const { body } = await server.sendHttp2(request);
    assert.equal(
      String(body),
      'POST /dump/request HTTP/2\r\nhost: h.example\r\nx-mine: 1\r\nanother: 2\r\nuser-agent: test\r\n\r\nhello',
    );
    const { url, method } = JSON.parse(
      String((await server.sendHttp2({ path: '/anything', method: 'BREW', fields })).body),
    );
    const scheme = server.ca === undefined ? 'http' : 'https';
    assert.deepEqual([url, method], [`${scheme}://h.example/anything`, 'BREW']);
  });

  it('HTTP/2 responses have repeated fields, and no field of the connection', async (server) => {
    const { headers } = await server.sendHttp2({ path: '/response-headers?X-Twice=1&X-Twice=2' });
    assert.equal(headers['x-twice'], '1, 2');
    const named = await server.sendHttp2({ path: '/response-headers?__proto__=1' });
    assert.equal(Object.getOwnPropertyDescriptor(named.headers, '__proto__')?.value, '1');
    for (const path of ['/get', '/nowhere', '/stream/2', '/api/v3/meta', '/login', '/_sparring/health']) {
      const response = await server.sendHttp2({ path });
      for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])
        assert.equal(name in response.headers, false, `${path} ${name}`);
    }
  });

  it('HTTP/2 responses are streamed with trailers, and HEAD has neither', async (server) => {
    const path = '/compose?body=ab&trailer=X-Sum:+2';
    const get = await server.sendHttp2({ path });
    assert.deepEqual([get.body.toString(), get.trailers['x-sum']], ['ab', '2']);
    const head = await server.sendHttp2({ path, method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length, head.trailers['x-sum']], [200, 0, undefined]);
  });

  it('HTTP/2 never has a line break in a field', async (server) => {
    assert.equal((await server.sendHttp2({ path: '/response-headers?X-A=a%0d%0ab' })).status, 400);
  });

  it('a request over HTTP/2 ends when the client resets its stream or disconnects', async (server) => {
    for (const disconnect of [
      (session: ClientHttp2Session) => session.destroy(),
      (_: ClientHttp2Session, socket: Socket) => socket.destroy(),
      (_: ClientHttp2Session, socket: Socket) => socket.end(),
    ]) {
      const session = server.connectHttp2();
      const connected = once(session, 'connect');
      const paths = ['/delay/9', '/delay/9', '/drip?numbytes=9&duration=9', '/sse?count=9&duration=9'];
      const [first] = paths.map((path) => session.request({ ':path': path }).on('error', () => {}));
      await untilInFlight(server, 4);
      first?.close(constants.NGHTTP2_CANCEL);
      await untilInFlight(server, 3);
      const [, socket] = await connected;
      disconnect(session, socket);
      await untilInFlight(server, 0);
    }
  });
});
