import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../../test/support/serve.ts';
import { exchangeBytes } from '../../../test/support/wire.ts';

interface Handshake {
  readonly line?: string;
  readonly host?: string;
  readonly more?: string;
}

const toHandshake = ({
  line = 'GET /websocket/echo HTTP/1.1',
  host = 'Host: localhost\r\n',
  more = '',
}: Handshake) =>
  `${line}\r\n${host}Connection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

describe('a handshake of a WebSocket', () => {
  it('upgrades the connection', async (t) => {
    const server = await serve(t);
    for (const input of [
      {},
      { line: 'GET /bin/b/websocket/echo HTTP/1.1' },
      { more: 'Content-Length: 0\r\n' },
    ]) {
      const [response] = await exchangeBytes(server.port, toHandshake(input));
      assert.deepEqual(
        [response?.status, response?.field('upgrade')],
        [101, 'websocket'],
        JSON.stringify(input),
      );
    }
  });

  it('with an invalid head gets the error of an ordinary request', async (t) => {
    const server = await serve(t);
    for (const input of [
      { host: '' },
      { host: 'Host: a\r\nHost: b\r\n' },
      { host: 'Host: a/b\r\n' },
      { host: 'Host: user@a\r\n' },
      { line: 'GET http://a:x/websocket/echo HTTP/1.1' },
      { more: 'Sparring-Bin: a b\r\n' },
    ]) {
      const [response] = await exchangeBytes(server.port, toHandshake(input));
      assert.equal(response?.status, 400, JSON.stringify(input));
      assert.notEqual(response.text(), '', JSON.stringify(input));
    }
  });

  it('with content, or by another method, version or path is an ordinary request', async (t) => {
    const server = await serve(t);
    for (const [input, status] of [
      [{ line: 'GET /get HTTP/1.1' }, 200],
      [{ line: 'POST /websocket/echo HTTP/1.1' }, 405],
      [{ line: 'GET /websocket/echo HTTP/1.0' }, 426],
      [{ line: 'GET /websocket/none HTTP/1.1' }, 404],
    ] as const) {
      const [response] = await exchangeBytes(server.port, toHandshake(input));
      assert.equal(response?.status, status, input.line);
    }
    const [response] = await exchangeBytes(
      server.port,
      `${toHandshake({ more: 'Content-Length: 2\r\n' })}hi`,
    );
    assert.equal(response?.status, 426);
  });

  it('behind a request in progress does not write before its response', async (t) => {
    const server = await serve(t);
    const slow = 'GET /delay/0.2 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const [first, second] = await exchangeBytes(server.port, slow + toHandshake({}), ['GET', 'GET']);
    assert.deepEqual([first?.status, second?.status], [200, 426]);
  });
});
