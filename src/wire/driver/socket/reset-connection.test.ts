import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { resetConnection } from './reset-connection.ts';

/** Both ends of a connection. */
async function pair(t: TestContext): Promise<{ server: Server; peer: Socket; client: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const [[peer]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  t.after(() => {
    client.destroy();
    server.close();
  });
  return { server, peer, client };
}

/** An `error` before it does not matter. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

const LIMIT = { timeout: 20_000 };

describe('the reset of a connection', () => {
  it('closes it, and is seen by the client', LIMIT, async (t) => {
    const { server, peer, client } = await pair(t);
    const failed = once(client, 'error');
    const closed = closeOf(peer);
    resetConnection(peer);
    const [error] = await failed;
    assert.equal(error.code, 'ECONNRESET');
    await closed;
    server.close();
    await once(server, 'close');
  });

  it('closes it also while its FIN is sent', LIMIT, async (t) => {
    const { server, peer, client } = await pair(t);
    const closed = closeOf(peer);
    peer.end();
    resetConnection(peer);
    await closed;
    // The client reads nothing behind the FIN.
    const failed = once(client, 'error');
    client.write('x');
    const [error] = await failed;
    assert.match(error.code, /^(?:ECONNRESET|EPIPE)$/);
    server.close();
    await once(server, 'close');
  });
});
