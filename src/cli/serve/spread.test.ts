import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { until } from '#test/support/until.ts';
import { type StartedWorkers, startWorkers, times } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

const GET = 'GET /get HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Opens a connection, sends a request, and keeps the connection open. Returns the function that closes it. */
type Open = () => Promise<() => void>;

const openPlain =
  (port: number): Open =>
  async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(GET);
    await once(socket, 'data');
    return () => socket.destroy();
  };

const openTls =
  (port: number, ca: string): Open =>
  async () => {
    const socket = connectTls({ port, ca });
    socket.write(GET);
    await once(socket, 'data');
    return () => socket.destroy();
  };

const openSession =
  (port: number, ca: string): Open =>
  async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca });
    const stream = session.request({ ':path': '/get' }).resume();
    await once(stream, 'end');
    return () => session.destroy();
  };

/** The largest share of a worker in a burst of connections, divided by the even share. */
async function measureShare(started: StartedWorkers, workers: number, open: Open): Promise<number> {
  const begun = started.log().length;
  const lines = () =>
    started
      .log()
      .slice(begun)
      .filter(({ msg }) => msg.startsWith('GET /get'));
  const closers = await times(CONNECTIONS, open);
  await until(() => lines().length >= CONNECTIONS);
  for (const close of closers) close();
  const counts = Map.groupBy(lines(), ({ worker }) => worker).values();
  return (Math.max(...counts.map(({ length }) => length)) * workers) / CONNECTIONS;
}

const CONNECTIONS = 32;

/** Measures bursts, and omits the worst one: a busy machine can delay the report of a closed connection. */
async function assertEven(bursts: number, started: StartedWorkers, workers: number, open: Open) {
  const shares: number[] = [];
  for (let burst = 0; burst < bursts; burst++) {
    await sleep(200);
    shares.push(await measureShare(started, workers, open));
  }
  const [, second = 0] = shares.toSorted((one, other) => other - one);
  assert.ok(second <= 1.5, shares.join(' '));
}

for (const workers of [2, 4]) {
  test(`no one of ${workers} workers gets more than 1.5 times its share of connections`, {
    skip,
  }, async (t) => {
    const started = await startWorkers(t, workers, ['--log-requests']);
    const open = openPlain(started.port);
    await assertEven(5, started, workers, open);

    await t.test('after many short connections', async () => {
      for (let round = 0; round < 20; round++) await times(50, async () => (await open())());
      await assertEven(2, started, workers, open);
    });

    await t.test('after a worker was replaced', async () => {
      const closers = await times(8 * workers, open);
      const [victim = 0] = started.workers();
      process.kill(victim, 'SIGKILL');
      await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
      for (const close of closers) close();
      await assertEven(3, started, workers, open);
    });
  });
}

test('connections with TLS and HTTP/2 are spread evenly', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--tls', '--log-requests']);
  const [, caPath = ''] = await started.printed(/Trust +(\S+)/);
  const ca = await readFile(caPath, 'utf8');
  for (const open of [openTls(started.port, ca), openSession(started.port, ca)]) {
    await assertEven(3, started, 2, open);
  }
});

test('a worker limits the time of connections that it gets', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const socket = connect(started.port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write('GET /get HTTP/1.1\r\n');
  const [data] = await once(socket, 'data');
  assert.match(String(data), /^HTTP\/1\.1 408 /);
});

test('a client that has ended its side gets the response of a worker', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const socket = connect({ port: started.port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => socket.destroy());
  socket.end(GET);
  const [data] = await once(socket, 'data');
  assert.match(String(data), /^HTTP\/1\.1 200 /);
});

test('a worker that is stopped delays no connection but the one that it has', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGSTOP');
  t.after(() => process.kill(victim, 'SIGCONT'));
  const statuses: number[] = [];
  const calls = times(20, async () => void statuses.push((await started.call('/get')).status));
  await until(() => statuses.length >= 19);
  for (let count = 0; count < 5; count++) assert.equal((await started.call('/get')).status, 200);
  process.kill(victim, 'SIGCONT');
  await calls;
  assert.deepEqual(new Set(statuses), new Set([200]));
});
