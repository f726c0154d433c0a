import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended } from '../support/commands/processes.ts';
import { until } from '../support/until.ts';
import { type Answer, openConnections, WorkerConnection } from '../support/workers/worker-connections.ts';
import {
  createRandom,
  type StartedWorkers,
  sizeOf,
  startWorkers,
  times,
} from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

/** The answer, or the error of a connection that the end of a worker has closed. */
const settle = (sent: Promise<Answer>) =>
  sent.catch((error: NodeJS.ErrnoException) => {
    assert.match(String(error.code), /ECONNRESET|EPIPE|ECONNREFUSED/);
    return undefined;
  });

async function restarted(started: StartedWorkers, begun: number): Promise<void> {
  await until(() =>
    started
      .log()
      .slice(begun)
      .some(({ msg }) => msg.endsWith('serves again')),
  );
}

test('when a worker is killed, nothing hangs, and what it had recorded 100 ms before is there', {
  skip,
}, async (t) => {
  const random = createRandom(t);
  const started = await startWorkers(t, 4);
  for (let round = 0; round < sizeOf(1, 20); round++) {
    assert.equal((await started.control('DELETE', '/requests')).status, 204);
    const connection = await openConnections(t, started, 8);
    const count = 24;
    for (let number = 0; number < count; number++) await connection(number).get(`/get?n=${number}`);
    let isOver = false;
    const reading = times(4, async (index) => {
      while (!isOver) {
        const own = new WorkerConnection(started.port);
        const [list, verified] = [
          await settle(own.control('GET', '/requests')),
          await settle(own.control('POST', '/requests/verify', { match: { path: '/get' }, count })),
        ];
        own.close();
        if (list?.status === 200) {
          const { requests }: { requests: readonly { request: { target: string } }[] } = JSON.parse(
            list.text,
          );
          const recorded = requests.filter(({ request }) => request.target.startsWith('/get'));
          assert.equal(recorded.length, count, `${index}: ${list.text}`);
        } else if (list) assert.equal(list.status, 503);
        if (verified) assert.ok([200, 503].includes(verified.status), verified.text);
      }
    });
    const waiting = times(8, (index) =>
      settle(
        connection(index).control('POST', '/requests/await', { match: { path: '/uuid' }, within: '40s' }),
      ),
    );
    await sleep(100 + random(100));
    const begun = started.log().length;
    const victims = started.workers();
    process.kill(victims[random(victims.length)] ?? 0, 'SIGKILL');
    await restarted(started, begun);
    assert.equal((await started.call('/uuid')).status, 200);
    for (const response of await waiting) if (response) assert.equal(response.status, 200, response.text);
    isOver = true;
    await reading;
    const verify = async (body: object) => (await started.control('POST', '/requests/verify', body)).status;
    assert.equal(await verify({ match: { path: '/get' }, count }), 200);
    assert.equal(await verify({ match: { path: '/no' }, count: 0 }), 200);
    assert.equal(await verify({ match: { path: '/get' }, count: { min: 1 } }), 200);
    assert.equal(await verify({ match: { path: '/get' }, count: { max: 1 } }), 408);
  }
});

/** Answers within so many milliseconds. */
async function assertUnavailable(sent: Promise<Answer>, limit: number, text: string): Promise<void> {
  const begun = performance.now();
  const response = await sent;
  assert.deepEqual(
    [response.status, response.headers['retry-after'] !== undefined],
    [503, true],
    `${text} ${response.text}`,
  );
  assert.ok(performance.now() - begun < limit, text);
}

async function stop(t: TestContext, pid: number): Promise<() => void> {
  process.kill(pid, 'SIGSTOP');
  const go = () => void process.kill(pid, 'SIGCONT');
  t.after(() => {
    try {
      go();
    } catch {
      // It has ended.
    }
  });
  return go;
}

test('while a worker is stopped, reads, waits and a reset get 503, and other requests are served', {
  skip,
}, async (t) => {
  const started = await startWorkers(t, 2);
  const connection = await openConnections(t, started, 2);
  const [stopped = 0] = started.workers();
  const go = await stop(t, stopped);
  // One of the connections is that of the stopped worker.
  const own = await Promise.any(
    [0, 1].map(async (index) => {
      await connection(index).get('/get');
      return connection(index);
    }),
  );
  const limit = 3500;
  await assertUnavailable(own.control('GET', '/requests'), limit, 'a list');
  await assertUnavailable(own.control('GET', '/requests.har'), limit, 'an archive');
  await assertUnavailable(own.control('DELETE', '/requests'), limit, 'a removal');
  await assertUnavailable(
    own.control('POST', '/requests/await', { match: { path: '/no' } }),
    limit,
    'a wait',
  );
  await assertUnavailable(
    own.control('POST', '/requests/verify', { match: { path: '/no' } }),
    limit,
    'a verification',
  );
  await assertUnavailable(own.control('POST', '/reset'), limit, 'a reset');
  assert.equal((await own.get('/get')).status, 200);
  go();
  await until(async () => (await started.control('GET', '/requests')).status === 200);
  assert.equal((await started.control('POST', '/reset')).status, 204);
  await started.call('/uuid');
  const { requests } = JSON.parse((await own.control('GET', '/requests')).text);
  assert.equal(requests.length, 1);
});

test('while the primary process is stopped, reads get 503, and afterwards all is right', {
  skip,
}, async (t) => {
  const started = await startWorkers(t, 2);
  const connection = await openConnections(t, started, 2);
  await connection(0).get('/get');
  const go = await stop(t, started.pid);
  const limit = 6500;
  await assertUnavailable(connection(0).control('GET', '/requests'), limit, 'a list');
  await assertUnavailable(connection(0).control('POST', '/requests/await', { match: {} }), limit, 'a wait');
  await assertUnavailable(connection(1).control('POST', '/reset'), limit, 'a reset');
  for (const index of [0, 1]) assert.equal((await connection(index).get('/get')).status, 200);
  go();
  await until(async () => (await connection(0).control('GET', '/requests')).status === 200);
  const { requests } = JSON.parse((await connection(1).control('GET', '/requests')).text);
  assert.equal(requests.length, 3);
});

test('a shutdown completes archives, ends waits, and leaves no process', { skip }, async (t) => {
  const started = await startWorkers(t, 4);
  const connection = await openConnections(t, started, 4);
  const body = 'x'.repeat(10_000);
  for (let number = 0; number < 60; number++) await connection(number).send('POST', '/post', { body });
  const waits = Array.from({ length: 100 }, () => new WorkerConnection(started.port));
  let begun = 0;
  const onContinue = () => {
    begun++;
  };
  const never = { match: { path: '/never' }, within: '60s' };
  const waiting = waits.map((each) =>
    each.send('POST', '/_sparring/requests/await', { body: never, onContinue }),
  );
  await until(() => begun === waits.length);
  const processes = [started.pid, ...started.workers()];
  const archives = times(4, (index) => settle(connection(index).control('GET', '/requests.har')));
  await sleep(20);
  started.process.kill('SIGTERM');
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 503);
  for (const archive of await archives) {
    // The signal can precede the request.
    if (!archive) continue;
    assert.equal(archive.status, 200, archive.text);
    const { log } = JSON.parse(archive.text);
    assert.equal(log.entries.length, 60);
  }
  for (const each of waits) each.close();
  assert.equal((await started.finish).code, 0);
  assert.ok(await ended(processes));
});
