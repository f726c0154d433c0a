import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
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

/** Opens connections, each with a request, and returns the number that each worker has got. */
async function countConnections(
  started: StartedWorkers,
  openAll: () => Promise<readonly (() => void)[]>,
): Promise<number[]> {
  const begun = started.log().length;
  const lines = () =>
    started
      .log()
      .slice(begun)
      .filter(({ msg }) => msg.startsWith('GET /get'));
  const closers = await openAll();
  await until(() => lines().length >= closers.length);
  for (const close of closers) close();
  return [...Map.groupBy(lines(), ({ worker }) => worker).values()].map(({ length }) => length);
}

const CONNECTIONS = 16;

/** One after the other. */
const openInTurn = (open: Open) => async () => {
  const closers: (() => void)[] = [];
  for (let count = 0; count < CONNECTIONS; count++) closers.push(await open());
  return closers;
};

const BURST = 32;

/** A worker that is still busy at the first connection is passed over once. */
function assertEven(counts: readonly number[], workers: number): void {
  assert.equal(counts.length, workers);
  assert.ok(Math.max(...counts) <= CONNECTIONS / workers + 1, counts.join(' '));
}

for (const workers of [2, 4]) {
  test(`${workers} workers get connections in turn`, { skip }, async (t) => {
    const started = await startWorkers(t, workers, ['--log-requests']);
    const open = openPlain(started.port);
    assertEven(await countConnections(started, openInTurn(open)), workers);

    await t.test('in a burst, none gets more than 1.5 times its share, by the median', async () => {
      const shares: number[] = [];
      for (let burst = 0; burst < 9; burst++) {
        const counts = await countConnections(started, () => times(BURST, open));
        assert.equal(counts.length, workers);
        shares.push((Math.max(...counts) * workers) / BURST);
      }
      const [, , , , median = 0] = shares.toSorted((one, other) => one - other);
      assert.ok(median <= 1.5, shares.join(' '));
    });

    await t.test('after many short connections', async () => {
      for (let round = 0; round < 5; round++) await times(50, async () => (await open())());
      assertEven(await countConnections(started, openInTurn(open)), workers);
    });

    await t.test('after a worker was replaced', async () => {
      const closers = await times(8 * workers, open);
      const [victim = 0] = started.workers();
      process.kill(victim, 'SIGKILL');
      await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
      for (const close of closers) close();
      assertEven(await countConnections(started, openInTurn(open)), workers);
    });
  });
}

test('workers get connections with TLS and HTTP/2 in turn', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--tls', '--log-requests']);
  const [, caPath = ''] = await started.printed(/Trust +(\S+)/);
  const ca = await readFile(caPath, 'utf8');
  for (const open of [openTls(started.port, ca), openSession(started.port, ca)])
    assertEven(await countConnections(started, openInTurn(open)), 2);
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

/** Stops a worker, and sends requests until one of them waits for it. */
async function occupyStopped(t: TestContext, started: StartedWorkers) {
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGSTOP');
  t.after(() => {
    if (started.workers().includes(victim)) process.kill(victim, 'SIGCONT');
  });
  const statuses: number[] = [];
  const calls = times(20, async () => void statuses.push((await started.call('/get')).status));
  await until(() => statuses.length >= 19);
  for (let count = 0; count < 5; count++) assert.equal((await started.call('/get')).status, 200);
  assert.equal(statuses.length, 19);
  return { victim, statuses, calls };
}

test('a worker that is stopped delays no connection but the one that it has', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const { victim, statuses, calls } = await occupyStopped(t, started);
  process.kill(victim, 'SIGCONT');
  await calls;
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('another worker gets the connection that a killed one has not taken', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  for (let round = 0; round < 3; round++) {
    const { victim, statuses, calls } = await occupyStopped(t, started);
    process.kill(victim, 'SIGKILL');
    await calls;
    assert.deepEqual(new Set(statuses), new Set([200]));
    await until(() => started.log().filter(({ msg }) => msg.endsWith('serves again')).length > round);
  }
});

test('a connection that no worker has taken is closed with the last one', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const victims = started.workers();
  for (const victim of victims) process.kill(victim, 'SIGSTOP');
  const calls = times(6, () =>
    started.call('/get').then(
      () => 'served',
      () => 'closed',
    ),
  );
  await sleep(300);
  for (const victim of victims) process.kill(victim, 'SIGKILL');
  for (const result of await calls) assert.ok(['served', 'closed'].includes(result));
  await until(() => started.log().filter(({ msg }) => msg.endsWith('serves again')).length === 2);
  assert.equal((await started.call('/get')).status, 200);
});
