import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { until } from '#test/support/until.ts';
import { type StartedWorkers, startWorkers, times } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

interface Entry {
  readonly id: number;
  readonly worker: number;
  readonly bin: string | null;
  readonly ended: string | null;
  readonly request: { readonly method: string; readonly target: string };
}

interface List {
  readonly requests: readonly Entry[];
  readonly next: number;
  readonly dropped: number;
}

async function read<Result>({ control }: StartedWorkers, path: string): Promise<Result> {
  const answer = await control('GET', path);
  assert.equal(answer.status, 200, answer.text());
  return JSON.parse(answer.text());
}

const list = (started: StartedWorkers, query = '') => read<List>(started, `/requests${query}`);

for (const workers of [2, 4]) {
  test(`the journal has the requests of all ${workers} workers`, { skip }, async (t) => {
    const started = await startWorkers(t, workers);
    const { call, control } = started;

    await t.test('in the order of their arrival, whichever worker reads', async () => {
      for (let count = 0; count < 20; count++) await call(`/get?n=${count}`);
      const lists = await times(2 * workers, () => list(started));
      for (const { requests, dropped } of lists) {
        assert.deepEqual(
          requests.map(({ request }) => request.target),
          Array.from({ length: 20 }, (_, count) => `/get?n=${count}`),
        );
        const ids = requests.map(({ id }) => id);
        assert.deepEqual(
          ids,
          ids.toSorted((one, other) => one - other),
        );
        assert.equal(new Set(requests.map(({ worker }) => worker)).size, workers);
        assert.equal(dropped, 0);
      }
      const filter = 'target:/get?n=3 status:<300 OR query:n=1* -target:/get?n=1';
      const selected = await list(started, `?filter=${encodeURIComponent(filter)}`);
      assert.equal(selected.requests.length, 11);
      assert.equal((await control('POST', '/requests/await', { filter, count: 11 })).status, 200);
    });

    await t.test('by id, with its bodies, as code, and compared with another', async () => {
      const { requests } = await list(started);
      const [{ id: first = 0 } = {}, { id: second = 0 } = {}] = requests;
      for (const { id, worker } of requests.slice(0, workers + 1)) {
        const entry = await read<Entry>(started, `/requests/${id}`);
        assert.deepEqual([entry.id, entry.worker], [id, worker]);
        assert.match((await control('GET', `/requests/${id}/as/curl`)).text(), /curl .*get\?n=/s);
        assert.match((await control('GET', `/requests/${id}/response.body`)).text(), /"url"/);
      }
      assert.match((await control('GET', `/requests/${first}/diff/${second}`)).text(), /n=1/);
      assert.equal((await control('GET', `/requests/${first + 1}`)).status, 404);
    });

    await t.test('with each change at once, whichever worker reads next', async () => {
      const { requests } = await list(started);
      const statusOf = async (id: number) => (await control('GET', `/requests/${id}`)).status;
      for (const { id } of requests.slice(-2 * workers)) {
        assert.equal((await control('PATCH', `/requests/${id}`, { note: 'seen' })).status, 200);
        const entries = await times(workers, () => read<{ note: string | null }>(started, `/requests/${id}`));
        assert.deepEqual(new Set(entries.map(({ note }) => note)), new Set(['seen']));
        assert.equal((await control('DELETE', `/requests/${id}`)).status, 204);
        assert.deepEqual(new Set(await times(workers, () => statusOf(id))), new Set([404]));
      }
    });

    await t.test('by filter, by bin and in pages', async () => {
      await times(6, (index) => call(`/get?b=${index}`, [['Sparring-Bin', index < 4 ? 'b1' : 'b2']]));
      const { requests } = await list(started, '?bin=b1');
      assert.equal(requests.length, 4);
      const { bins } = await read<{ bins: { name: string; entries: number }[] }>(started, '/requests/bins');
      assert.deepEqual(
        new Set(bins.map(({ name, entries }) => `${name} ${entries}`)),
        new Set(['b1 4', 'b2 2']),
      );
      const seen: number[] = [];
      for (let since = 0; ; ) {
        const page = await list(started, `?since=${since}&limit=7`);
        seen.push(...page.requests.map(({ id }) => id));
        since = page.next;
        if (page.requests.length < 7) break;
      }
      assert.deepEqual(
        seen,
        (await list(started)).requests.map(({ id }) => id),
      );
      assert.equal((await control('GET', '/requests?status=much')).status, 400);
    });

    await t.test('as an HTTP Archive', async () => {
      const { log } = await read<{ log: { entries: { _id: number; _worker: number }[] } }>(
        started,
        '/requests.har',
      );
      assert.deepEqual(
        log.entries.map(({ _id }) => _id),
        (await list(started)).requests.map(({ id }) => id),
      );
      assert.equal(new Set(log.entries.map(({ _worker }) => _worker)).size, workers);
    });

    await t.test('for verification, with the nearest ones', async () => {
      const verify = async (body: object) => {
        const answer = await control('POST', '/requests/verify', body);
        return { status: answer.status, text: answer.text() };
      };
      assert.equal((await verify({ match: { path: '/get', bin: 'b1' }, count: 4 })).status, 200);
      assert.equal((await verify({ match: { path: '/get' }, count: { max: 3 } })).status, 408);
      const order = [{ query: { n: '3' } }, { query: { n: '11' } }, { query: { b: '0' } }];
      assert.equal((await verify({ match: order, order: true })).status, 200);
      const { status, text } = await verify({ match: order.toReversed(), order: true });
      assert.deepEqual([status, /Expected after #\d+/.test(text)], [408, true]);
      const { detail, nearest, arrived } = JSON.parse(
        (await verify({ match: { path: '/got', bin: 'b2' } })).text,
      );
      assert.match(detail, /0 came instead of at least 1; 2 requests arrived in bin "b2"\.\nNearest, #\d+/);
      assert.deepEqual([nearest.length, arrived], [2, 2]);
    });

    await t.test('with one mask of a secret', async () => {
      await times(4 * workers, () => call('/get', [['Authorization', 'Bearer the-secret-value-of-all']]));
      const { requests } = await list(
        started,
        '?header=Authorization&secrets=mask'.replace('&secrets=mask', ''),
      );
      const text = JSON.stringify(requests);
      assert.doesNotMatch(text, /the-secret-value-of-all/);
      assert.equal(new Set(text.match(/\["Authorization","[^"]*"\]/g)).size, 1);
    });

    await t.test('until it is cleared', async () => {
      assert.equal((await control('DELETE', '/requests?bin=b1')).status, 204);
      assert.equal((await list(started, '?bin=b1')).requests.length, 0);
      assert.equal((await list(started, '?bin=b2')).requests.length, 2);
      assert.equal((await control('DELETE', '/requests')).status, 204);
      for (const { requests, dropped } of await times(workers, () => list(started)))
        assert.deepEqual([requests, dropped], [[], 0]);
    });
  });
}

test('the limits of the journal hold for all workers together', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--journal', '10']);
  const targets = async (query = '') =>
    (await list(started, query)).requests.map(({ request }) => Number(request.target.split('n=')[1]));
  for (let count = 0; count < 35; count++) await started.call(`/get?n=${count}`);
  assert.deepEqual(await targets(), [25, 26, 27, 28, 29, 30, 31, 32, 33, 34]);
  assert.deepEqual(await targets('?since=0&limit=3'), [25, 26, 27]);
  assert.equal((await list(started)).dropped, 25);
  // A bin has at most half of the entries.
  for (let count = 35; count < 43; count++) await started.call(`/get?n=${count}`, [['Sparring-Bin', 'b']]);
  assert.deepEqual(await targets('?bin=b'), [38, 39, 40, 41, 42]);
  assert.equal((await list(started)).dropped, 43 - (await list(started)).requests.length);
  assert.equal((await started.control('DELETE', '/requests?bin=b')).status, 204);
  // No entry that was replaced appears again.
  assert.ok((await targets()).every((number) => number >= 30));
});

test('a worker that ends loses no entry that was 100 ms old, and a stopped one is an error', {
  skip,
}, async (t) => {
  const started = await startWorkers(t, 2);
  const { control, call } = started;
  await times(8, (index) => call(`/get?n=${index}`));
  const slow = times(2, () => call('/delay/9').catch(() => undefined));
  await until(async () => (await list(started)).requests.length === 10);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [victim = 0, stopped = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
  const { requests, dropped } = await list(started);
  assert.deepEqual([requests.length, dropped], [10, 0]);
  assert.deepEqual(new Set(requests.slice(0, 8).map(({ ended }) => ended)), new Set(['answered']));
  // The exchanges in progress of the worker have ended with it.
  const { requests: reset } = await list(started, '?path=/delay/9&fault=server-rst');
  const { requests: inProgress } = await list(started, '?path=/delay/9&filter=is:pending');
  assert.equal(reset.length + inProgress.length, 2);
  assert.equal(
    (await control('POST', '/requests/verify', { match: { path: '/get' }, count: 8 })).status,
    200,
  );
  assert.equal((await control('DELETE', '/requests')).status, 204);
  assert.equal((await list(started)).requests.length, 0);

  process.kill(stopped, 'SIGSTOP');
  t.after(() => process.kill(stopped, 'SIGCONT'));
  const begun = performance.now();
  const responses = await Promise.race([
    times(2, () => control('GET', '/requests')),
    control('GET', '/requests').then((answer) => [answer]),
  ]);
  for (const answer of responses) {
    assert.equal(answer.status, 503, answer.text());
    assert.notEqual(answer.field('Retry-After'), undefined);
    assert.match(answer.text(), /A worker does not respond/);
  }
  assert.ok(performance.now() - begun < 6000);
  process.kill(stopped, 'SIGCONT');
  await until(async () => (await control('GET', '/requests')).status === 200);
  await slow;
});

test('the metrics name a worker that does not respond', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--log-requests']);
  const [, stopped = 0] = started.workers();
  const metrics = async () => (await started.control('GET', '/metrics')).text();
  await list(started);
  assert.match(await metrics(), /^sparring_worker_up\{worker="2"\} 1$/m);
  process.kill(stopped, 'SIGSTOP');
  t.after(() => process.kill(stopped, 'SIGCONT'));
  const text = await Promise.any(
    [1, 2].map(async () => {
      const answer = await metrics();
      assert.match(answer, /^sparring_worker_up\{worker="\d"\} 0$/m);
      return answer;
    }),
  );
  assert.match(text, /^sparring_worker_up\{worker="\d"\} 1$/m);
  assert.equal(text.match(/^# TYPE sparring_worker_up gauge$/gm)?.length, 1);
  const up = [...text.matchAll(/^sparring_open_connections\{worker="(\d)"\}/gm)];
  assert.equal(up.length, 1);
  process.kill(stopped, 'SIGCONT');
  await until(async () => !/^sparring_worker_up\{worker="\d"\} 0$/m.test(await metrics()));
});

test('a line of the log has the id of its entry', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--log-requests']);
  await times(6, () => started.call('/get'));
  await until(() => started.log().filter(({ msg }) => msg.startsWith('GET /get')).length === 6);
  const { requests } = await list(started);
  assert.deepEqual(
    new Set(started.log().flatMap(({ msg, entry }) => (msg.startsWith('GET /get') ? [entry] : []))),
    new Set(requests.map(({ id }) => id)),
  );
});

test('a primary process that is stopped is an error within 6 seconds', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  // The primary process accepts connections, so they are open before.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const statusOf = async (path: string) => {
    const request = get({ port: started.port, host: '127.0.0.1', agent, path });
    const [response]: IncomingMessage[] = await once(request, 'response');
    response?.resume();
    await once(response ?? request, 'end');
    return response?.statusCode;
  };
  assert.equal(await statusOf('/_sparring/requests'), 200);
  process.kill(started.pid, 'SIGSTOP');
  t.after(() => started.process.kill('SIGCONT'));
  const begun = performance.now();
  assert.equal(await statusOf('/_sparring/requests'), 503);
  assert.ok(performance.now() - begun < 6500);
  assert.equal(await statusOf('/get'), 200);
  started.process.kill('SIGCONT');
  await until(async () => (await statusOf('/_sparring/requests')) === 200);
});
