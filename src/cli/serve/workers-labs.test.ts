import assert from 'node:assert/strict';
import { Agent, request as sendOver } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ended } from '#test/support/commands/processes.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { until } from '#test/support/until.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes, request, type WireResponse } from '#test/support/wire/wire.ts';
import { openConnections, WorkerConnection } from '#test/support/workers/worker-connections.ts';
import {
  countOf,
  type StartedWorkers,
  startWorkers,
  statuses,
  times,
} from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

interface AttemptMembers {
  readonly n: number;
  readonly step: number | null;
  readonly time: string;
  readonly connection: number;
  readonly status: number | null;
  readonly fault: string | null;
  readonly caller: string | null;
  readonly endedBy: string | null;
  readonly replayed?: boolean;
  readonly accepted?: boolean;
  readonly units?: number;
}

interface KeyMembers {
  readonly attempts: readonly AttemptMembers[];
  readonly summary: { readonly count: number };
  readonly next: number | null;
  readonly callers: readonly {
    readonly caller: string;
    readonly next: number;
    readonly policies: readonly { readonly remaining: number; readonly refillAt: string | null }[];
  }[];
}

/** The read-back of a key of a sequence when so many attempts have ended. */
async function read({ call }: StartedWorkers, path: string): Promise<KeyMembers> {
  const answer = await call(path);
  assert.equal(answer.status, 200, answer.text());
  return JSON.parse(answer.text());
}

/** The number of the worker of a connection. */
const workerOf = ({ connection }: AttemptMembers) => connection % 128;

const send = ({ port }: StartedWorkers, method: string, path: string, body?: string, key?: string) =>
  request(port, {
    method,
    path,
    fields: key === undefined ? [] : [['Idempotency-Key', key]],
    ...(body !== undefined && { body }),
  });

/** Requests of the connection in one packet. */
async function pipeline(port: number, path: string, count: number): Promise<number[]> {
  const bytes = `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(count);
  return statuses(await exchangeBytes(port, bytes, Array(count).fill('GET')));
}

for (const workers of [2, 4]) {
  test(`${workers} workers have the same keys of labs`, { skip }, async (t) => {
    const started = await startWorkers(t, workers, [], {
      sequences: { seeded: { steps: ['status=503', 'status=202'], after: 'gone' } },
    });
    const { call, control, port } = started;

    await t.test('50 parallel requests get 50 steps', async () => {
      const steps = Array.from({ length: 50 }, (_, n) => `header=X-Step:%20${n + 1}`).join('/then/');
      const path = `/sequence/parallel/${steps}/end`;
      const responses = await times(50, () => call(path));
      const got = responses.map(({ fields }) => Number(fields.find(([name]) => name === 'X-Step')?.[1]));
      const all = Array.from({ length: 50 }, (_, n) => n + 1);
      assert.deepEqual(
        got.toSorted((one, other) => one - other),
        all,
      );
      const views = await times(8, () => read(started, '/sequence/parallel?wait=50&timeout=10'));
      const [view] = views;
      assert.ok(view);
      for (const other of views) assert.deepEqual(other, view);
      assert.deepEqual(
        view.attempts.map(({ n, step, status, endedBy }) => [n, step, status, endedBy]),
        all.map((n) => [n, n, 200, 'answered']),
      );
      assert.equal(new Set(view.attempts.map(workerOf)).size, workers);
      const controlled = (await control('GET', '/labs/sequence/parallel')).json();
      assert.deepEqual(controlled, view);
    });

    await t.test('a request with other steps gets 409 from each', async () => {
      const responses = await times(8, () => call('/sequence/parallel/status=204/end'));
      assert.equal(countOf(responses, 409), 8);
      assert.match(responses[0]?.text() ?? '', /The key parallel has other steps\. Delete it first/);
      assert.equal((await read(started, '/sequence/parallel')).summary.count, 50);
      assert.equal(countOf(await times(8, () => call('/sequence/parallel/stauts=1/end')), 400), 8);
      assert.equal(countOf(await times(8, () => call('/sequence/unknown/end')), 404), 8);
      assert.equal(countOf(await times(8, () => call('/sequence/a%20b/end')), 400), 8);
    });

    await t.test('the keys of the seed exist in each, also after a reset', async () => {
      for (let round = 0; round < 2; round++) {
        const responses: WireResponse[] = [];
        for (let n = 0; n < 3; n++) responses.push(await call('/sequence/seeded/end'));
        assert.deepEqual(statuses(responses), [503, 202, 410]);
        assert.equal((await control('POST', '/reset')).status, 204);
        assert.equal((await call('/sequence/parallel')).status, 404);
        const { keys } = Object((await control('GET', '/labs')).json());
        assert.deepEqual(keys, [{ lab: 'sequence', key: 'seeded', attempts: 0 }]);
      }
      const sequences = { later: { steps: ['status=418'] } };
      assert.equal((await control('POST', '/seed', { sequences })).status, 204);
      assert.equal(countOf(await times(8, () => call('/sequence/later/end')), 418), 8);
    });

    await t.test('a key is defined and deleted', async () => {
      const steps = { steps: [{ status: 201 }, { status: 204 }] };
      assert.equal((await control('PUT', '/labs/sequence/defined', steps)).status, 200);
      const defined = await times(2, () => call('/sequence/defined/end'));
      assert.deepEqual(statuses(defined).toSorted(), [201, 204]);
      assert.equal((await call('/sequence/defined/status=201/then/status=204/end')).status, 204);
      assert.equal((await send(started, 'DELETE', '/sequence/defined')).status, 204);
      assert.equal(countOf(await times(4, () => call('/sequence/defined')), 404), 4);
      assert.equal(countOf(await times(4, () => send(started, 'DELETE', '/sequence/defined')), 404), 4);
      const put = await send(started, 'PUT', '/sequence/defined', JSON.stringify(steps));
      assert.equal(put.status, 200, put.text());
    });

    for (const kind of ['bucket', 'window', 'sliding', 'concurrent'])
      await t.test(`a limit of 10 accepts 10 of 200 requests: ${kind}`, async () => {
        const delay = kind === 'concurrent' ? '/delay=5' : '';
        const path = `/limit/${kind}/kind=${kind}/policy=default;q=10;w=3600${delay}/end`;
        const responses = await times(200, () => call(path));
        assert.deepEqual([countOf(responses, 200), countOf(responses, 429)], [10, 190]);
        const { attempts } = await read(started, `/limit/${kind}`);
        assert.equal(new Set(attempts.map(workerOf)).size, workers);
        assert.equal(attempts.filter(({ accepted }) => accepted).length, 10);
        // The others have been taken back at the end of their requests.
        await until(async () => (await call(path)).status === (kind === 'concurrent' ? 200 : 429));
        assert.equal((await call(`/limit/${kind}/kind=${kind}/policy=default;q=9/end`)).status, 409);
      });

    await t.test('a wait ends by attempts in others', async () => {
      const waiting = times(6, () => read(started, '/sequence/waited?wait=6&timeout=20'));
      await untilInFlight(started, 6);
      await times(6, () => call('/sequence/waited/status=200/end'));
      for (const { attempts } of await waiting) assert.equal(attempts.length, 6);
      const late = await times(4, () => call('/sequence/waited?wait=7&timeout=0.05'));
      assert.equal(countOf(late, 408), 4);
      assert.match(late[0]?.text() ?? '', /6 of 7 attempts have ended within 0\.05 s\./);
    });

    await t.test('a rule applies as often as it says', async () => {
      const rule = { match: { path: '/uuid' }, error: { status: 418 }, count: 10 };
      assert.equal((await control('POST', '/rules', rule)).status, 201);
      assert.equal(countOf(await times(50, () => call('/uuid')), 418), 10);
    });

    await t.test('callers are distinguished, also by their connection', async () => {
      const path = '/sequence/callers/by=connection/status=201/then/status=202/end';
      const responses = await times(4, () => pipeline(port, path, 2));
      for (const got of responses) assert.deepEqual(got, [201, 202]);
      const { callers, attempts } = await read(started, '/sequence/callers?wait=8&timeout=10');
      assert.equal(callers.length, 4);
      // A connection can end before the next one is assigned to a worker.
      assert.ok(new Set(attempts.map(workerOf)).size > 1);
      const byHeader = '/sequence/by-header/by=header:X-Caller/status=201/then/status=202/end';
      for (const caller of ['a', 'b'])
        for (const status of [201, 202])
          assert.equal((await call(byHeader, [['X-Caller', caller]])).status, status);
    });

    await t.test('an answer is repeated by its Idempotency-Key', async () => {
      const path = '/sequence/idempotent/by=idempotency,replay/status=201/body=made/end';
      const post = (body: string, key?: string) => send(started, 'POST', path, body, key);
      assert.deepEqual([(await post('a', 'x')).status, (await post('a')).status], [201, 400]);
      await read(started, '/sequence/idempotent?wait=2&timeout=5');
      const repeated = await times(4, () => post('a', 'x'));
      assert.deepEqual(
        repeated.map((answer) => [answer.status, answer.text()]),
        Array(4).fill([201, 'made']),
      );
      const other = await post('b', 'x');
      assert.deepEqual([other.status, countOf(await times(4, () => post('b', ' ')), 400)], [422, 4]);
      const { attempts } = await read(started, '/sequence/idempotent?wait=7&timeout=5');
      assert.deepEqual(
        attempts.slice(0, 7).map(({ n, step, status, replayed }) => [n, step, status, replayed]),
        [
          [1, 1, 201, undefined],
          [2, null, 400, undefined],
          ...[3, 4, 5, 6].map((n) => [n, 1, 201, true]),
          [7, null, 422, undefined],
        ],
      );
      const stalled = '/sequence/running/by=idempotency,replay/status=201/delay=2/end';
      const first = send(started, 'POST', stalled, 'a', 'y');
      await until(async () => (await attemptsAt(started, '/sequence/running')).length === 1);
      const during = await times(4, () => send(started, 'POST', stalled, 'a', 'y'));
      assert.deepEqual([countOf(during, 409), (await first).status], [4, 201]);
    });

    await t.test('the clock of the server applies before its change is answered', async () => {
      const at = '2031-02-03T04:05:06.000Z';
      assert.equal((await control('PUT', '/clock', { freeze: at })).status, 200);
      const limit = '/limit/clock/kind=window/policy=default;q=1;w=10/end';
      const open = '/sequence/clock/status=503/open=30/then/status=200/end';
      assert.deepEqual(statuses([await call(limit), await call(limit), await call(open)]), [200, 429, 503]);
      const { attempts, callers } = await read(started, '/limit/clock');
      assert.deepEqual([attempts[0]?.time, attempts[1]?.time], [at, at]);
      assert.equal(callers[0]?.policies[0]?.refillAt, '2031-02-03T04:05:16.000Z');
      for (const seconds of [10, 20]) {
        assert.equal((await control('PUT', '/clock', { advance: seconds })).status, 200);
        assert.deepEqual(statuses([await call(limit), await call(open)]), [200, seconds === 10 ? 503 : 200]);
      }
      assert.equal((await control('PUT', '/clock', { release: true })).status, 200);
    });

    await t.test('units are the bytes of a body of unknown size, too', async () => {
      const path = '/limit/bytes/cost=bytes/policy=default;q=10;w=3600/end';
      const chunked = (size: number) =>
        request(port, {
          method: 'POST',
          path,
          fields: [['Transfer-Encoding', 'chunked']],
          body: `${size}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
        });
      const responses = [
        await chunked(4),
        await chunked(5),
        await chunked(3),
        await send(started, 'POST', path, 'x'),
      ];
      assert.deepEqual(statuses(responses), [200, 200, 429, 200]);
      const { attempts } = await read(started, '/limit/bytes');
      assert.deepEqual(
        attempts.map(({ units, accepted }) => [units, accepted]),
        [
          [4, true],
          [5, true],
          [3, false],
          [1, true],
        ],
      );
    });

    await t.test('an attempt has the fault and the end of its exchange, also in the journal', async () => {
      await assert.rejects(call('/sequence/fault/status=200/fault=reset/end'));
      await assert.rejects(call('/limit/fault/fault=close/end'));
      const { attempts } = await read(started, '/sequence/fault?wait=1&timeout=5');
      assert.deepEqual(
        attempts.map(({ status, fault, endedBy }) => [status, fault, endedBy]),
        [[null, 'reset', 'server-rst']],
      );
      const { requests } = Object((await control('GET', '/requests?path=/sequence/fault*')).json());
      const [{ lab }] = requests;
      assert.deepEqual(lab, { name: 'sequence', key: 'fault', attempt: 1 });
      const limit = await read(started, '/limit/fault');
      assert.deepEqual(
        limit.attempts.map(({ fault, endedBy }) => [fault, endedBy]),
        [['close', 'server-fin']],
      );
    });

    await t.test('pipelined requests get the steps in their order', async () => {
      const steps = Array.from({ length: 20 }, (_, n) => `status=${201 + n * 2}`).join('/then/');
      const got = await pipeline(port, `/sequence/pipelined/${steps}/end`, 20);
      assert.deepEqual(
        got,
        Array.from({ length: 20 }, (_, n) => 201 + n * 2),
      );
    });

    await t.test('the builder checks a target without an attempt', async () => {
      const problemOf = async (target: string) => {
        const answer = await send(started, 'POST', '/compose/builder', JSON.stringify({ target }));
        return Object(answer.json()).problem?.message;
      };
      assert.match(await problemOf('/sequence/pipelined/status=1'), /status/);
      assert.match(await problemOf('/sequence/pipelined/status=200/end'), /has other steps/);
      assert.match(await problemOf('/limit/bytes/policy=default;q=1;w=1/end'), /has another policy/);
      assert.equal(await problemOf('/limit/new/policy=default;q=1;w=1/end'), undefined);
      assert.equal((await call('/limit/new')).status, 404);
    });
  });
}

test('a worker that ends frees the units of its requests', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--max-duration', '60s']);
  const { call } = started;
  const path = '/limit/held/kind=concurrent/policy=default;q=4/delay=50/end';
  const held = await openRequests(t, started, path, 4);
  assert.equal((await call(path)).status, 429);
  const before = (await attemptsAt(started, '/limit/held')).slice(0, 4);
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  const killedAt = performance.now();
  const lost = await Promise.race(held.map((closed, index) => closed.then(() => index)));
  const worker = workerOf(before[lost] ?? assert.fail());
  const short = '/limit/held/kind=concurrent/policy=default;q=4/end';
  await until(async () => (await call(short).catch(() => undefined))?.status === 200);
  const took = performance.now() - killedAt;
  assert.ok(took < 1000, `${took} ms`);
  const attempts = await attemptsAt(started, '/limit/held');
  for (const [index, attempt] of before.entries())
    assert.equal(attempts[index]?.endedBy, workerOf(attempt) === worker ? 'server-rst' : null, String(index));
  assert.ok(before.some((attempt) => workerOf(attempt) !== worker));
});

test('no step is given twice when a worker is killed', { skip }, async (t) => {
  const started = await startWorkers(t, 3);
  const steps = Array.from({ length: 60 }, (_, n) => `header=X-Step:%20${n + 1}`).join('/then/');
  const path = `/sequence/killed/${steps}/after=gone/end`;
  const [victim = 0] = started.workers();
  const responses = await times(60, async (n) => {
    if (n === 20) process.kill(victim, 'SIGKILL');
    return started.call(path).catch(() => undefined);
  });
  await until(async () => (await started.call(path).catch(() => undefined))?.status === 410);
  const got = responses.flatMap((response) => response?.field('X-Step') ?? []);
  assert.ok(got.length > 0);
  assert.equal(new Set(got).size, got.length);
});

test('a wait in a worker that ends does not disturb others', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  // Two of each worker.
  const connection = await openConnections(t, started, 4);
  const waiting = Array.from({ length: 4 }, (_, index) =>
    connection(index)
      .get('/sequence/w?wait=1&timeout=20')
      .catch(() => undefined),
  );
  await untilInFlight(started, 4);
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  assert.ok(await ended([victim]));
  await until(
    async () => (await started.call('/sequence/w/status=200/end').catch(() => undefined))?.status === 200,
  );
  const responses = await Promise.all(waiting);
  assert.equal(responses.filter((answer) => answer?.status === 200).length, 2);
});

test('requests to keys do not need the primary process', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const path = '/sequence/s/status=200/then/status=201/then/status=202/end';
  // The workers have the connections already.
  const opened = await Promise.all([path, path].map((each) => openKeepAlive(t, started, each)));
  process.kill(started.pid, 'SIGSTOP');
  t.after(() => process.kill(started.pid, 'SIGCONT'));
  const texts: string[] = [];
  for (const again of opened) texts.push(await again());
  assert.deepEqual(
    texts.map((text) => text.split(' ')[1]),
    ['202', '202'],
  );
  process.kill(started.pid, 'SIGCONT');
  const { attempts } = await read(started, '/sequence/s?wait=4&timeout=5');
  assert.deepEqual(
    attempts.map(({ status, endedBy }) => [status, endedBy]),
    [
      [200, 'answered'],
      [201, 'answered'],
      [202, 'answered'],
      [202, 'answered'],
    ],
  );
});

test('a seed with an invalid key ends the start', { skip }, async (t) => {
  await assert.rejects(
    startWorkers(t, 2, [], { sequences: { k: { steps: ['stauts=1'] } } }),
    /The seed is invalid: sequences\.k\.steps\[0\] stauts /,
  );
});

test('labs of workers over HTTP/2 without TLS', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--h2c']);
  const url = `http://127.0.0.1:${started.port}`;
  const path = '/sequence/h2/status=201/then/status=202/then/status=203/then/status=205/end';
  const got: number[] = [];
  for (let n = 0; n < 4; n++) got.push((await requestHttp2(url, { method: 'POST', path, body: 'x' })).status);
  assert.deepEqual(got, [201, 202, 203, 205]);
  const { attempts } = await read(started, '/sequence/h2?wait=4&timeout=5');
  assert.deepEqual(
    attempts.map(({ n, status, endedBy }) => [n, status, endedBy]),
    [201, 202, 203, 205].map((status, index) => [index + 1, status, 'answered']),
  );
});

test('requests of one client, one after the other, never occupy each other', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--h2c']);
  const { port } = started;
  const limit = '/limit/one/kind=concurrent/policy=default;q=1/end';
  const repeated = '/sequence/one/by=idempotency,replay/status=201/end';
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  t.after(() => agents.forEach((agent) => void agent.destroy()));
  const sessions = Array.from({ length: 4 }, () => connectHttp2(`http://127.0.0.1:${port}`));
  t.after(() => sessions.forEach((session) => void session.destroy()));
  const clients: readonly (readonly [name: string, send: (n: number, path: string) => Promise<number>])[] = [
    [
      'HTTP/1.1',
      (n, path) =>
        new Promise((resolve, reject) => {
          const agent = agents[n % 4];
          const headers = { 'Idempotency-Key': String(n >> 2) };
          const sent = sendOver(
            { port, host: '127.0.0.1', method: 'POST', path, headers, agent },
            (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
          );
          sent.once('error', reject).end('x');
        }),
    ],
    [
      'HTTP/2',
      (n, path) =>
        new Promise((resolve, reject) => {
          const stream = sessions[n % 4]?.request({
            ':method': 'POST',
            ':path': path,
            'idempotency-key': `h2-${n >> 2}`,
          });
          let status = 0;
          stream?.once('response', (headers) => {
            status = Number(headers[':status']);
          });
          stream
            ?.resume()
            .once('end', () => resolve(status))
            .once('error', reject);
          stream?.end('x');
        }),
    ],
  ];
  for (const [name, client] of clients)
    for (const [path, expected] of [
      [limit, 200],
      [repeated, 201],
    ] as const) {
      const got: number[] = [];
      for (let n = 0; n < 60; n++) got.push(await client(n, path));
      assert.deepEqual(
        got.filter((status) => status !== expected),
        [],
        `${name} ${path}`,
      );
      const { attempts } = await read(started, path.split('/').slice(0, 3).join('/'));
      assert.equal(attempts.at(-1)?.endedBy, 'answered', name);
    }
});

async function attemptsAt(started: StartedWorkers, path: string): Promise<readonly AttemptMembers[]> {
  return JSON.parse((await started.call(path)).text()).attempts ?? [];
}

/** Sends requests over connections that stay open. @returns when each connection has closed */
async function openRequests(
  t: TestContext,
  started: StartedWorkers,
  path: string,
  count: number,
): Promise<Promise<void>[]> {
  const closed: Promise<void>[] = [];
  const key = path.split('/').slice(0, 3).join('/');
  // Over one connection: the requests go to the workers in turn.
  const reader = new WorkerConnection(started.port);
  t.after(() => reader.close());
  const countAttempts = async () => JSON.parse((await reader.get(key)).text).attempts?.length ?? 0;
  for (let n = 0; n < count; n++) {
    const socket = connect(started.port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
    await new Promise<void>((resolve) =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`, () => resolve()),
    );
    // The order of the attempts is that of the connections.
    await until(async () => (await countAttempts()) === n + 1);
  }
  return closed;
}

/** Sends a request over a connection. @returns a function that sends one more, and returns the head of its response */
async function openKeepAlive(t: TestContext, { port }: StartedWorkers, path: string) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  const send = async (target: string) => {
    text = '';
    socket.write(`GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await until(() => text.includes('\r\n\r\n'));
    return text;
  };
  await send(path.includes('?') ? '/get' : path);
  return () => send(path);
}
