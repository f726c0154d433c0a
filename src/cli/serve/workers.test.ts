import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { command, temporaryFolder } from '#test/support/commands/command.ts';
import { ended } from '#test/support/commands/processes.ts';
import { until } from '#test/support/until.ts';
import { request } from '#test/support/wire/wire.ts';
import {
  basic,
  countOf,
  type StartedWorkers,
  startWorkers,
  statuses,
  times,
} from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

/** The workers that have answered requests, by the log from this line on. */
function answering(started: StartedWorkers, begun = 0): Set<number | undefined> {
  const lines = started.log().slice(begun);
  return new Set(lines.filter(({ msg }) => msg.startsWith('GET ')).map(({ worker }) => worker));
}

/** The number of workers that have ended and do not serve again, by the log. */
function countEnded(started: StartedWorkers): number {
  const ended = new Set<string>();
  for (const { msg } of started.log()) {
    const [, number = '', event] = /^Worker (\d) (ended|serves again)/.exec(msg) ?? [];
    if (event === 'ended') ended.add(number);
    else ended.delete(number);
  }
  return ended.size;
}

test('several workers are one server', { skip }, async (t) => {
  const words = ['--api-version', 'github-2020', '--log-requests', '--port-file', 'port'];
  const started = await startWorkers(t, 4, words);
  const { call, control } = started;

  await t.test('with one banner, one port and one port file', async () => {
    assert.equal(started.workers().length, 4);
    // The port file is written after the banner.
    await until(() => existsSync(path.join(started.home, 'port')));
    assert.equal(await readFile(path.join(started.home, 'port'), 'utf8'), `${started.port}\n`);
    await until(async () => {
      await times(20, () => call('/get'));
      return answering(started).size === 4;
    });
  });

  await t.test('a change of the clock is seen by all when it is answered', async () => {
    for (const at of ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z']) {
      assert.equal((await control('PUT', '/clock', { freeze: at })).status, 200);
      const responses = await times(24, () => control('GET', '/clock'));
      for (const response of responses) assert.deepEqual(response.json(), { now: toIso(at), mode: 'frozen' });
    }
    // Concurrent delays advance it by their sum.
    await times(20, () => call('/delay/1'));
    for (const response of await times(12, () => control('GET', '/clock')))
      assert.deepEqual(response.json(), { now: '2021-01-01T00:00:20.000Z', mode: 'frozen' });
  });

  await t.test('a rate limit holds for all calls together', async () => {
    const responses = await times(200, () => call('/api/v3/meta'));
    assert.equal(countOf(responses, 200), 60);
    assert.equal(countOf(responses, 403), 140);
    assert.deepEqual(
      new Set(responses.map((response) => response.field('X-RateLimit-Reset'))),
      new Set([String(Date.parse('2021-01-01T01:00:20Z') / 1000)]),
    );
  });

  await t.test('a fault with a count of 5 applies to 5 calls', async () => {
    const rules = await times(4, () =>
      control('POST', '/rules', { match: { path: '/api/v3/user' }, error: { status: 503 }, count: 5 }),
    );
    assert.deepEqual(
      rules.map((response) => Number(response.field('Location')?.split('/').at(-1))).toSorted(),
      [1, 2, 3, 4],
    );
    const user = () => call('/api/v3/user', [basic('mona:correct-horse-1')]);
    const responses = await times(60, user);
    assert.deepEqual([countOf(responses, 503), countOf(responses, 200)], [20, 40]);
    const listed = JSON.parse((await control('GET', '/rules')).text());
    assert.deepEqual(
      listed.rules.map(({ applied }: { applied: number }) => applied),
      [5, 5, 5, 5],
    );
    // Also of the testing service, whose requests wait for the count.
    await control('POST', '/rules', { match: { path: '/uuid' }, error: { status: 503 }, count: 5 });
    assert.equal(countOf(await times(30, () => call('/uuid')), 503), 5);
  });

  await t.test('a lifecycle is the same for all', async () => {
    const schedule = { phases: [{ phase: 'removed', status: 410 }] };
    assert.equal((await control('PUT', '/lifecycle', schedule)).status, 200);
    const responses = await times(24, () => call('/api/v3/authorizations'));
    assert.equal(countOf(responses, 410), 24);
  });

  await t.test('the audit has the calls of all', async () => {
    const { calls } = JSON.parse((await control('GET', '/audit?user_agent=test')).text());
    const removed = calls.filter(({ status }: { status: number }) => status === 410);
    assert.equal(
      removed.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      24,
    );
  });

  await t.test('the metrics have the series of all', async () => {
    const text = (await control('GET', '/metrics')).text();
    assert.equal(text.match(/^# TYPE sparring_http_requests_total counter$/gm)?.length, 1);
    const counts = [...text.matchAll(/^sparring_http_requests_total\{.*worker="(\d)".*\} \d+$/gm)];
    assert.deepEqual(new Set(counts.map(([, worker]) => worker)), new Set(['1', '2', '3', '4']));
    assert.match(text, /^sparring_http_request_duration_seconds_bucket\{.*worker="1"/m);
  });

  await t.test('a reset acts on all, while requests run', async () => {
    await control('DELETE', '/lifecycle');
    let isOver = false;
    const seen = new Set<number>();
    const callers = times(8, async () => {
      while (!isOver) seen.add((await call('/api/v3/user', [basic('mona:correct-horse-1')])).status);
    });
    assert.equal((await control('POST', '/reset')).status, 204);
    isOver = true;
    await callers;
    assert.deepEqual([...seen], [200]);
    for (const response of await times(12, () => control('GET', '/rules')))
      assert.deepEqual(response.json(), { rules: [] });
    for (const response of await times(12, () => control('GET', '/clock')))
      assert.match(response.text(), /"running"/);
    assert.equal(countOf(await times(12, () => call('/api/v3/authorizations')), 401), 12);
    assert.equal(countOf(await times(40, () => call('/api/v3/meta')), 200), 40);
  });

  await t.test('a snapshot is listed, restored and deleted by any of them', async () => {
    const user = [basic('mona:correct-horse-1')];
    const statuses = async () =>
      new Set((await times(12, () => call('/api/v3/user', user))).map(({ status }) => status));
    await control('PUT', '/clock', { freeze: '2020-05-01T00:00:00.000Z' });
    const taken = (await times(12, () => control('POST', '/snapshots'))).map(({ status }) => status);
    assert.deepEqual(taken.toSorted(), [...Array(10).fill(201), 409, 409]);
    const lists = await times(12, () => control('GET', '/snapshots'));
    assert.equal(new Set(lists.map((response) => response.text())).size, 1);

    await control('PUT', '/clock', { freeze: '2021-05-01T00:00:00.000Z' });
    await control('POST', '/rules', { match: { path: '/api/v3/user' }, error: { status: 503 }, count: 0 });
    assert.deepEqual(await statuses(), new Set([503]));
    for (const id of [1, 2, 3, 4])
      assert.equal((await control('POST', `/snapshots/${id}/restore`)).status, 204);
    assert.deepEqual(await statuses(), new Set([200]));
    for (const response of await times(12, () => control('GET', '/clock')))
      assert.deepEqual(JSON.parse(response.text()).now, '2020-05-01T00:00:00.000Z');

    const deleted = await Promise.all(
      Array.from({ length: 10 }, (_, index) => control('DELETE', `/snapshots/${index + 1}`)),
    );
    assert.deepEqual(new Set(deleted.map(({ status }) => status)), new Set([204]));
    assert.deepEqual(JSON.parse((await control('GET', '/snapshots')).text()), { snapshots: [] });
    assert.equal((await control('POST', '/snapshots/1/restore')).status, 404);
    await control('PUT', '/clock', { release: true });
  });

  await t.test('a killed worker is replaced, and has the state of the others', async () => {
    await control('PUT', '/clock', { freeze: '2022-01-01T00:00:00Z' });
    await control('PUT', '/lifecycle', { phases: [{ phase: 'removed', status: 410 }] });
    await control('POST', '/rules', { match: { path: '/api/v3/user' }, error: { status: 503 }, count: 0 });
    const [victim = 0, ...others] = started.workers();
    process.kill(victim, 'SIGKILL');
    await until(() => !started.workers().includes(victim));
    await until(() => countEnded(started) === 0);
    assert.deepEqual(started.workers().slice(0, 3), others);
    const begun = started.log().length;
    await until(async () => {
      await times(20, () => call('/get'));
      return answering(started, begun).size === 4;
    });
    assert.match(
      started.log().find(({ msg }) => msg.includes('ended'))?.msg ?? '',
      /^Worker \d ended \(SIGKILL\)/,
    );
    assert.equal(countOf(await times(12, () => call('/api/v3/authorizations')), 410), 12);
    const faulty = await times(12, () => call('/api/v3/user', [basic('mona:correct-horse-1')]));
    assert.equal(countOf(faulty, 503), 12);
    for (const response of await times(12, () => control('GET', '/clock')))
      assert.match(response.text(), /2022-01-01T00:00:00/);
  });

  await t.test('a worker that is killed again and again is replaced later each time', async () => {
    const begun = started.log().length;
    const delays = () =>
      started
        .log()
        .slice(begun)
        .flatMap(({ msg }) => /starts in ([\d.]+) s/.exec(msg)?.[1] ?? [])
        .map(Number);
    let before = new Set(started.workers());
    for (let kills = 1; kills <= 3; kills++) {
      const victim = [...before].at(-1) ?? 0;
      process.kill(victim, 'SIGKILL');
      await until(() => delays().length === kills);
      await until(() => started.workers().some((pid) => !before.has(pid)));
      // The process that was started last.
      const now = started.workers();
      before = new Set([...now.filter((pid) => before.has(pid)), ...now.filter((pid) => !before.has(pid))]);
    }
    const [first = 0, second = 0, third = 0] = delays();
    assert.ok(first <= 0.1, String(first));
    assert.deepEqual([second, third], first === 0 ? [0.1, 0.2] : [0.2, 0.4]);
  });

  await t.test('no request in progress is cut by a drain', async () => {
    await control('PUT', '/clock', { release: true });
    await until(() => countEnded(started) === 0);
    const uploads = await times(12, () => beginUpload(t, connect(started.port, '127.0.0.1')));
    const folder = readdirSync(tmpdir()).filter((name) => name.startsWith('sparring-memory-'));
    started.process.kill('SIGTERM');
    await until(() => started.log().some(({ msg }) => msg.startsWith('Waiting for')));
    for (const upload of uploads) upload.finish();
    for (const { answer } of uploads) assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*"data": "ab"/);
    const { code, out } = await started.finish;
    assert.equal(code, 0);
    assert.equal(out.match(/Sparring \d/g)?.length, 1);
    assert.ok(!existsSync(path.join(started.home, 'port')));
    assert.ok(
      folder.some((name) => !existsSync(path.join(tmpdir(), name))),
      'its database is removed',
    );
    const closing = started.log().filter(({ msg }) => msg.startsWith('Closing'));
    assert.deepEqual(
      closing.map(({ msg }) => msg),
      ['Closing after SIGTERM'],
    );
  });
});

function toIso(time: string): string {
  return new Date(time).toISOString();
}

/** Sends the head and half of the body of a request. */
async function beginUpload(t: TestContext, socket: Socket) {
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const response = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  const head = 'POST /post HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n';
  socket.write(`${head}Content-Type: text/plain\r\nExpect: 100-continue\r\n\r\n`);
  // The request is in progress when its body is asked for.
  await until(() => text.startsWith('HTTP/1.1 100'));
  text = '';
  socket.write('a');
  return { answer: response, finish: () => socket.write('b') };
}

test('workers serve two ports with TLS and HTTP/2, and open the same ports after all were killed', {
  skip,
}, async (t) => {
  const started = await startWorkers(t, 2, ['--accounts-port', '0', '--tls']);
  const [, accounts = ''] = await started.printed(/Authorizations +https:\/\/127\.0\.0\.1:(\d+)/);
  const [, caPath = ''] = await started.printed(/Trust +(\S+)/);
  assert.notEqual(Number(accounts), started.port);
  const ca = await readFile(caPath, 'utf8');
  const assertServed = async () => {
    for (const port of [started.port, Number(accounts)]) {
      const responses = await times(8, () => request(port, { path: '/api/v3/meta' }, ca));
      assert.deepEqual(new Set(statuses(responses)), new Set([port === started.port ? 404 : 403]));
    }
  };
  await assertServed();
  const session = connectHttp2(`https://127.0.0.1:${started.port}`, { ca });
  t.after(() => session.destroy());
  const stream = session.request({ ':path': '/get' });
  const [head] = await once(stream, 'response');
  assert.equal(head[':status'], 200);
  session.destroy();

  const before = started.workers();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await until(() => started.log().filter(({ msg }) => msg.endsWith('serves again')).length >= 2);
  assert.ok(await ended(before));
  await assertServed();

  // A second signal ends all processes at once.
  const processes = started.workers();
  await beginUpload(t, connectTls({ port: started.port, ca }));
  started.process.kill('SIGINT');
  await until(() => started.log().some(({ msg }) => msg.startsWith('Waiting for 1 request')));
  await sleep(350);
  started.process.kill('SIGINT');
  assert.equal((await started.finish).code, 130);
  assert.ok(await ended(processes, 1000));
});

test('workers that cannot start end the command with one sentence', { skip }, async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const address = taken.address();
  const port = address !== null && typeof address === 'object' ? String(address.port) : '';
  const home = await temporaryFolder(t);
  const run = command(t, home, ['--workers', '2', '--database', 'memory', '--port', port]);
  const { code, out, err } = await run.finish;
  assert.equal(code, 2);
  assert.equal(out, '');
  const many = await command(t, home, ['--workers', '101', '--database', 'memory']).finish;
  assert.deepEqual([many.code, many.err], [2, 'sparring: A server has at most 100 workers, not 101.\n']);
  assert.match(err, new RegExp(`^sparring: Port ${port} on 127\\.0\\.0\\.1 is already in use; [^\\n]*\\n$`));
});

test('workers end with a primary process that is killed', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const processes = started.workers();
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('sparring-memory-'));
  started.process.kill('SIGKILL');
  assert.ok(await ended(processes));
  assert.ok(
    folders.some((name) => !existsSync(path.join(tmpdir(), name))),
    'the database is removed',
  );
});

test('snapshots of workers that were killed are deleted when the server ends', { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const started = await startWorkers(t, 2, ['--database', `sqlite:${path.join(folder, 'own.db')}`]);
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('own.db-snapshot-'));
  const taken = await times(4, () => started.control('POST', '/snapshots'));
  assert.deepEqual(statuses(taken), [201, 201, 201, 201]);
  const before = started.workers();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await until(() => started.log().filter(({ msg }) => msg.endsWith('serves again')).length >= 2);
  assert.equal(copies().length, 4);
  assert.equal((await started.control('DELETE', '/snapshots/1')).status, 204);
  started.process.kill('SIGTERM');
  assert.equal((await started.finish).code, 0);
  assert.deepEqual(copies(), []);
});
