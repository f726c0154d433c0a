import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import { promisify } from 'node:util';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';

const { NGHTTP2_NO_ERROR } = constants;

/** Responses of endpoints that read no body: of each kind of end, and of an error before the routing. */
const UNREAD = [
  { method: 'OPTIONS', path: '/get', status: 200 },
  { method: 'HEAD', path: '/get', status: 200 },
  { method: 'GET', path: '/status/204', status: 204 },
  { method: 'POST', path: '/absent', status: 404 },
  { method: 'DELETE', path: '/get', status: 405 },
  { method: 'POST', path: '/status/600', status: 600 },
];

/** A request whose body the client has not ended, and its response. */
function open(session: ClientHttp2Session, method: string, path: string) {
  const stream = session.request({ ':method': method, ':path': path }, { endStream: false });
  const response = once(stream, 'response').then(([head]) => Number(head[':status']));
  let hasResponse = false;
  stream.once('response', () => (hasResponse = true));
  return { stream, response, hasResponse: () => hasResponse };
}

/** Resolves when the server has processed what precedes it on the connection. */
async function ping(session: ClientHttp2Session): Promise<void> {
  if (session.connecting) await once(session, 'connect');
  await promisify((done: (error: Error | null) => void) => session.ping(done))();
}

async function endOf(stream: ClientHttp2Stream): Promise<number | undefined> {
  stream.resume();
  if (!stream.closed) await once(stream, 'close');
  return stream.rstCode;
}

inConfigurations({ http2: true }, (it) => {
  for (const { method, path, status } of UNREAD)
    it(`the response to ${method} ${path} follows the body that the client is sending`, async (server) => {
      const session = server.connectHttp2();
      const { stream, response, hasResponse } = open(session, method, path);
      stream.write('{');
      await ping(session);
      assert.equal(hasResponse(), false);
      stream.end('}');
      assert.equal(await response, status);
      assert.equal(await endOf(stream), NGHTTP2_NO_ERROR);
    });

  it('a response does not wait for the rest of a large body, nor for a body that does not continue', async (server) => {
    const session = server.connectHttp2();
    const large = open(session, 'POST', '/absent');
    large.stream.write(Buffer.alloc(64 * 1024 + 1));
    const slow = open(session, 'POST', '/absent');
    assert.equal(await large.response, 404);
    // The server resets the stream.
    assert.equal(await endOf(large.stream), NGHTTP2_NO_ERROR);
    assert.equal(await slow.response, 404);
    slow.stream.resume();
    await once(slow.stream, 'end');
    assert.equal(slow.stream.closed, false);
    slow.stream.end('late');
    assert.equal(await endOf(slow.stream), NGHTTP2_NO_ERROR);
  });

  it('a client that expects 100 (Continue) gets the response at once', async (server) => {
    const session = server.connectHttp2();
    const stream = session.request(
      { ':method': 'POST', ':path': '/absent', expect: '100-continue' },
      { endStream: false },
    );
    const [head] = await once(stream, 'response');
    assert.equal(head[':status'], 404);
    assert.equal(await endOf(stream), NGHTTP2_NO_ERROR);
  });

  it('a client can reset the stream while the body is read', async (server) => {
    const session = server.connectHttp2();
    const { stream } = open(session, 'POST', '/absent');
    stream.on('error', () => {});
    await ping(session);
    stream.close(constants.NGHTTP2_CANCEL);
    await endOf(stream);
    const { response, stream: next } = open(session, 'GET', '/get');
    next.end();
    assert.equal(await response, 200);
    await endOf(next);
  });
});
