import assert from 'node:assert/strict';
import { once } from 'node:events';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';

const GET = 'GET /get HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Longer than the requests of a test take on a busy machine. */
const TIMEOUT = 2500;

inConfigurations({ options: { keepAliveTimeout: TIMEOUT } }, (it) => {
  it('an idle HTTP/1 connection is kept as long as its responses announce, and as the setting says', async (server) => {
    const socket = await server.connect();
    const end = once(socket, 'end', { signal: AbortSignal.timeout(30_000) });
    for (let count = 0; count < 2; count++) {
      const data = once(socket.setEncoding('latin1'), 'data');
      socket.write(GET);
      assert.match(String(await data), /\r\nConnection: keep-alive\r\nKeep-Alive: timeout=2\r\n/);
    }
    const idleSince = performance.now();
    await end;
    const idle = performance.now() - idleSince;
    // A busy client sees the response late, and the end as well.
    assert.ok(idle > TIMEOUT / 2 && idle < 4 * TIMEOUT, `closed after ${idle} ms`);
  });
});

inConfigurations({ options: { keepAliveTimeout: TIMEOUT }, http2: true }, (it) => {
  it('an idle HTTP/2 session is kept as long as the setting says', async (server) => {
    const session = server.connectHttp2();
    const stream = session.request({ ':path': '/get' });
    stream.resume();
    await once(stream, 'close');
    const idleSince = performance.now();
    await once(session, 'close', { signal: AbortSignal.timeout(30_000) });
    const idle = performance.now() - idleSince;
    assert.ok(idle > TIMEOUT / 2 && idle < 4 * TIMEOUT, `closed after ${idle} ms`);
  });
});

inConfigurations({}, (it) => {
  it('by default, idle connections are kept longer than the minute of usual load balancers', async (server) => {
    for (const path of ['/get', '/api/v3/meta', '/login', '/_sparring/health', '/nowhere']) {
      const fields = [['Connection', 'keep-alive']] as const;
      assert.equal((await server.send({ path, fields })).field('Keep-Alive'), 'timeout=75', path);
    }
  });
});
