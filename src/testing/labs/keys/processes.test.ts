import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it as nodeIt, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { until } from '#test/support/until.ts';
import { type LocalWorker, serveWorkers } from '#test/support/workers/local-workers.ts';
import { startNode } from '#test/support/workers/nodes.ts';

/** The members of attempts that are compared. */
interface View {
  readonly summary: { readonly count: number; readonly idempotencyKeys: readonly string[] };
  readonly attempts: readonly {
    readonly n: number;
    readonly step: number | null;
    readonly connection: number;
    readonly target: string | null;
    readonly status: number | null;
    readonly fault: string | null;
    readonly endedBy: string | null;
    readonly bytesSent: number;
    readonly sincePrevious: number | null;
    readonly accepted?: boolean;
    readonly units?: number;
    readonly body: { readonly length: number; readonly complete: boolean; readonly sha256: string | null };
    readonly ms: { readonly firstByte: number | null; readonly done: number | null };
  }[];
}

/** What a test needs of a process. */
type Process = Pick<LocalWorker, 'port' | 'get' | 'send' | 'control'>;

type Options = Partial<ServerOptions>;

/** Each opens the processes of a server; undefined where there is no PostgreSQL. */
const SERVERS: readonly (readonly [
  string,
  (t: TestContext, options: Options) => Promise<readonly Process[] | undefined>,
])[] = [
  ['workers', (t, options) => serveWorkers(t, 3, options)],
  [
    'nodes',
    async (t, options) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      return [
        await startNode(t, url, options),
        await startNode(t, url, options),
        await startNode(t, url, options),
      ];
    },
  ],
];

function threeOf<Server>([one, two, three]: readonly Server[]) {
  assert.ok(one && two && three);
  return { one, two, three, all: [one, two, three] as const };
}

type Three = ReturnType<typeof threeOf<Process>>;

const openWorkers = async (t: TestContext) => threeOf(await serveWorkers(t, 3));

async function read({ get }: Process, path: string): Promise<View> {
  const response = await get(path);
  assert.equal(response.status, 200, response.text());
  return JSON.parse(response.text());
}

const statusOf = async ({ get }: Process, path: string) => (await get(path)).status;

/** Sends the head of a request whose body has 9 bytes, and half of the body. */
async function upload(t: TestContext, { port }: Process, path: string, lines = '') {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: h\r\n${lines}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`);
  return socket;
}

const END = '5\r\n-rest\r\n0\r\n\r\n';

for (const [name, open] of SERVERS) {
  const it = (title: string, test: (three: Three, t: TestContext) => Promise<void>, options: Options = {}) =>
    nodeIt(title, async (t) => {
      const processes = await open(t, options);
      if (processes) await test(threeOf(processes), t);
    });

  describe(`a key of several ${name}`, () => {
    it('has its steps in order, whichever worker gets a request', async ({ one, two, three, all }) => {
      const path = '/sequence/k/status=503/then/status=201/body=abc/then/status=204/end';
      const begun = performance.now();
      const got = [await statusOf(two, path), await statusOf(three, path), await statusOf(one, path)];
      assert.deepEqual(got, [503, 201, 204]);
      const views = await Promise.all(all.map((worker) => read(worker, '/sequence/k')));
      const [view] = views;
      assert.ok(view);
      assert.deepEqual(views, [view, view, view]);
      assert.deepEqual(
        view.attempts.map(({ n, step, status, endedBy, fault, bytesSent, target }) => [
          n,
          step,
          status,
          endedBy,
          fault,
          bytesSent,
          target,
        ]),
        [
          [1, 1, 503, 'answered', null, 0, path],
          [2, 2, 201, 'answered', null, 3, path],
          [3, 3, 204, 'answered', null, 0, path],
        ],
      );
      // The number of a connection of a worker ends with its slot.
      if (name === 'workers')
        assert.deepEqual(
          view.attempts.map(({ connection }) => connection % 128),
          [1, 2, 0],
        );
      const [first, ...gaps] = view.attempts.map(({ sincePrevious }) => sincePrevious);
      assert.equal(first, null);
      for (const gap of gaps)
        assert.ok(gap !== null && gap >= 0 && gap < performance.now() - begun, `${gap}`);
      for (const { ms } of view.attempts)
        assert.ok(ms.firstByte !== null && ms.done !== null && ms.firstByte >= 0 && ms.done >= ms.firstByte);
      assert.deepEqual((await two.control('GET', '/labs/sequence/k')).json(), view);
    });

    it('shows equal heads of attempts, and other ones', async ({ one, two }) => {
      const targets = ['/sequence/k/status=200/end?1', '/sequence/k/status=200/end?1', '/sequence/k/end?2'];
      for (const [index, target] of targets.entries())
        await [one, two][index % 2]?.get(target, [
          ['Host', 'h'],
          ['Idempotency-Key', target.slice(-1)],
        ]);
      const { attempts, summary } = await read(two, '/sequence/k');
      assert.deepEqual(
        attempts.map(({ target }) => target),
        targets,
      );
      assert.deepEqual(summary.idempotencyKeys, ['1', '2']);
    });

    it('rejects a request with the same error at each worker, and does not count it', async ({
      one,
      all,
    }) => {
      await one.get('/sequence/k/status=200/end');
      for (const worker of all) {
        const other = await worker.get('/sequence/k/status=204/end');
        assert.deepEqual([other.status, /The key k has other steps\./.test(other.text())], [409, true]);
        const invalid = await worker.get('/sequence/new/stauts=1/end');
        assert.deepEqual([invalid.status, /stauts.*did you mean status/.test(invalid.text())], [400, true]);
        assert.equal(await statusOf(worker, '/sequence/unknown/end'), 404);
        assert.equal(await statusOf(worker, '/sequence/unknown'), 404);
        const { problems } = Object((await worker.get('/sequence/a%20b/end')).json());
        assert.equal(problems, undefined);
      }
      assert.equal((await read(one, '/sequence/k')).summary.count, 1);
    });

    it('counts a request that it rejects after a decision', async ({ one, two }) => {
      const path = '/sequence/k/by=idempotency/status=201/then/status=202/end';
      const send = async ({ send }: Process, key: string) =>
        (await send({ method: 'POST', path, fields: [['Idempotency-Key', key]] })).status;
      assert.deepEqual([await send(one, 'a'), await send(two, ' '), await send(two, 'a')], [201, 400, 202]);
      const { attempts } = await read(one, '/sequence/k');
      assert.deepEqual(
        attempts.map(({ n, status }) => [n, status]),
        [
          [1, 201],
          [2, 400],
          [3, 202],
        ],
      );
    });

    it(
      'is defined, listed and deleted by any worker, and by a seed',
      async ({ one, two, three }) => {
        const keys = async ({ control }: Process) => Object((await control('GET', '/labs')).json()).keys;
        assert.deepEqual(await keys(one), [{ lab: 'sequence', key: 'seeded', attempts: 0 }]);
        const defined = await two.control('PUT', '/labs/sequence/defined', {
          steps: [{ status: 201 }, 'status=202'],
        });
        assert.equal(defined.status, 200, defined.text());
        assert.deepEqual(
          [await statusOf(one, '/sequence/defined/end'), await statusOf(three, '/sequence/defined/end')],
          [201, 202],
        );
        assert.equal(
          (await three.control('POST', '/seed', { sequences: { later: { steps: ['status=403'] } } })).status,
          204,
        );
        assert.equal(await statusOf(two, '/sequence/later/end'), 403);
        assert.deepEqual(await keys(three), [
          { lab: 'sequence', key: 'seeded', attempts: 0 },
          { lab: 'sequence', key: 'defined', attempts: 2 },
          { lab: 'sequence', key: 'later', attempts: 1 },
        ]);
        const remove = async ({ control }: Process) =>
          (await control('DELETE', '/labs/sequence/defined')).status;
        assert.deepEqual([await remove(one), await remove(two)], [204, 404]);
        assert.equal(await statusOf(three, '/sequence/defined'), 404);
        assert.equal((await one.control('PUT', '/labs/limit/k', { steps: ['status=200'] })).status, 404);
        assert.equal((await one.control('POST', '/reset')).status, 204);
        assert.deepEqual(await keys(two), [{ lab: 'sequence', key: 'seeded', attempts: 0 }]);
      },
      { labSeeds: { sequences: { seeded: { steps: ['status=418'] } } } },
    );

    it('is checked without an attempt', async ({ one, two }) => {
      const check = async ({ send }: Process, target: string) => {
        const fields = [['Content-Type', 'application/json']] as const;
        const body = JSON.stringify({ target, method: 'GET' });
        return Object((await send({ method: 'POST', path: '/compose/builder', fields, body })).json())
          .problem;
      };
      assert.equal(await check(one, '/sequence/k/status=200/end'), null);
      assert.equal(await statusOf(one, '/sequence/k'), 404);
      await one.get('/sequence/k/status=200/end');
      for (const worker of [one, two])
        assert.match(
          (await check(worker, '/sequence/k/status=204/end')).message,
          /The key k has other steps/,
        );
      assert.equal((await read(two, '/sequence/k')).summary.count, 1);
    });
  });

  describe(`a limit of several ${name}`, () => {
    it('accepts its quota of parallel requests to all of them', async ({ one, all }) => {
      for (const kind of ['bucket', 'window', 'sliding']) {
        const path = `/limit/${kind}/kind=${kind}/policy=default;q=5;w=3600/end`;
        const statuses = await Promise.all(
          Array.from({ length: 15 }, (_, index) => statusOf(all[index % 3] ?? one, path)),
        );
        assert.equal(statuses.filter((status) => status === 200).length, 5, kind);
        assert.equal(statuses.filter((status) => status === 429).length, 10, kind);
      }
    });

    it('is free again after a response, for a request to another worker', async ({
      one,
      two,
      three,
      all,
    }) => {
      const path = '/limit/k/kind=concurrent/policy=default;q=1/end';
      // The end of an exchange arrives later than its response.
      for (let n = 0; n < 9; n++) assert.equal(await statusOf(all[n % 3] ?? one, path), 200, `${n}`);
      const slow = two.get('/limit/k/kind=concurrent/policy=default;q=1/delay=2/end');
      await until(async () => (await read(three, '/limit/k')).attempts.length === 10);
      assert.equal(await statusOf(one, path), 429);
      assert.equal((await slow).status, 200);
      assert.equal(await statusOf(one, path), 200);
    });

    it('counts the bytes of a body of unknown length', async ({ one, two, three }, t) => {
      const path = '/limit/k/cost=bytes/policy=default;q=10;w=3600/end';
      const socket = await upload(t, one, path, 'Connection: close\r\n');
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      await until(async () => (await statusOf(two, '/limit/k')) === 200);
      assert.equal((await read(three, '/limit/k')).attempts[0]?.status, null);
      socket.write(END);
      await once(socket, 'close');
      assert.match(text, /^HTTP\/1\.1 200 /);
      const over = await upload(t, two, path, 'Connection: close\r\n');
      let rejected = '';
      over.on('data', (chunk) => (rejected += chunk));
      over.write(END);
      await once(over, 'close');
      assert.match(rejected, /^HTTP\/1\.1 429 /);
      const { attempts } = await read(one, '/limit/k');
      assert.deepEqual(
        attempts.map(({ accepted, units, status }) => [accepted, units, status]),
        [
          [true, 9, 200],
          [false, 9, 429],
        ],
      );
    });
  });

  describe(`an attempt at a key of several ${name}`, () => {
    it('has the end of its exchange, also one that the client ends', async ({ one, two, three }) => {
      const socket = connect(two.port, '127.0.0.1');
      socket.write('GET /sequence/k/delay=5/end HTTP/1.1\r\nHost: h\r\n\r\n');
      await until(async () => (await statusOf(one, '/sequence/k')) === 200);
      assert.deepEqual(
        (await read(one, '/sequence/k')).attempts.map(({ endedBy, status, ms }) => [
          endedBy,
          status,
          ms.done,
        ]),
        [[null, null, null]],
      );
      socket.resetAndDestroy();
      await until(async () => (await read(three, '/sequence/k')).attempts[0]?.endedBy === 'client-rst');
    });

    it('has the body of its request, also one that ends after the response', async ({ one, two }, t) => {
      const socket = await upload(t, two, '/limit/k/policy=default;q=9/end');
      await until(async () => (await statusOf(one, '/limit/k')) === 200);
      socket.resume().write(END);
      await until(async () => (await read(one, '/limit/k')).attempts[0]?.body.length === 9);
      await until(async () => (await read(one, '/limit/k')).attempts[0]?.body.complete === true);
      const other = await two.send({
        method: 'POST',
        path: '/sequence/other/status=200/end',
        body: 'half-rest',
      });
      assert.equal(other.status, 200);
      const [mine, same] = [await read(one, '/limit/k'), await read(one, '/sequence/other')];
      assert.ok(same.attempts[0]?.body.sha256);
      assert.equal(mine.attempts[0]?.body.sha256, same.attempts[0]?.body.sha256);
    });
  });

  describe(`a wait for attempts at several ${name}`, () => {
    it('ends with the last one, at any worker', async ({ one, two, three, all }) => {
      const waiting = all.map((worker) => read(worker, '/sequence/k?wait=3&timeout=100'));
      // Workers have their metrics in common.
      if (name === 'workers') await untilInFlight(one, 3);
      else for (const each of all) await untilInFlight(each, 1);
      for (const worker of [three, two, one]) await worker.get('/sequence/k/status=200/end');
      for (const { attempts } of await Promise.all(waiting)) assert.equal(attempts.length, 3);
      assert.equal((await read(two, '/sequence/k?wait=3&timeout=0')).attempts.length, 3);
    });

    it('ends in time with 408', async ({ one, two }) => {
      await one.get('/sequence/k/status=200/end');
      const late = await two.get('/sequence/k?wait=2&timeout=0.2');
      assert.equal(late.status, 408);
      assert.match(late.text(), /1 of 2 attempts have ended within 0\.2 s\./);
    });
  });
}

describe('keys of several workers', () => {
  nodeIt('is free again when the worker of a request ends, whose attempt ends with it', async (t) => {
    const { one, two } = await openWorkers(t);
    const path = '/limit/k/kind=concurrent/policy=default;q=1/delay=1/end';
    void two.get(path).catch(() => {});
    await until(async () => (await statusOf(one, '/limit/k')) === 200);
    assert.equal(await statusOf(one, '/limit/k/kind=concurrent/policy=default;q=1/end'), 429);
    two.lose();
    assert.equal(await statusOf(one, '/limit/k/kind=concurrent/policy=default;q=1/end'), 200);
    const { attempts } = await read(one, '/limit/k');
    assert.deepEqual(
      attempts.map(({ endedBy }) => endedBy),
      ['server-rst', 'answered', 'answered'],
    );
  });

  nodeIt('is named by the journal', async (t) => {
    const { one, two } = await openWorkers(t);
    await one.get('/sequence/k/status=200/end');
    await two.get('/sequence/k/end');
    const { requests } = Object((await one.control('GET', '/requests?filter=lab:sequence/k')).json());
    assert.deepEqual(
      requests.map(({ lab }: { lab: object }) => lab),
      [1, 2].map((attempt) => ({ name: 'sequence', key: 'k', attempt })),
    );
  });

  nodeIt('ends when the client disconnects, or when another worker ends', async (t) => {
    const { one, two, three } = await openWorkers(t);
    const socket = connect(one.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /sequence/k?wait=2&timeout=300 HTTP/1.1\r\nHost: h\r\n\r\n');
    const lost = two.get('/sequence/k?wait=2&timeout=300').catch(() => undefined);
    const retained = three.get('/sequence/k?wait=2&timeout=300');
    await untilInFlight(one, 3);
    socket.destroy();
    two.lose();
    await one.get('/sequence/k/status=200/end');
    await three.get('/sequence/k/end');
    assert.equal((await retained).status, 200);
    await two.close();
    await lost;
  });
});

describe('a primary process that does not respond', () => {
  nodeIt('does not delay requests to keys', async (t) => {
    const { one, two } = await openWorkers(t);
    const resume = one.pause();
    const path = '/sequence/k/status=200/then/status=201/end';
    assert.deepEqual([await statusOf(one, path), await statusOf(two, path)], [200, 201]);
    resume();
  });
});
