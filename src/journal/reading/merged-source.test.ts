import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerOptions } from '#server/server.ts';
import { workerOf } from '#shared/stamps.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { type LocalWorker, serveWorkers } from '#test/support/workers/local-workers.ts';
import type { WaitOptions } from '../match/wait.ts';
import { type ReplayEnd, UNRECORDED } from '../recording/expected-replays.ts';

interface List {
  readonly requests: readonly {
    readonly id: number;
    readonly worker: number;
    readonly bin: string | null;
    readonly request: { readonly target: string };
  }[];
  readonly next: number;
  readonly dropped: number;
  readonly lost?: readonly { readonly worker: number; readonly from: number; readonly to: number }[];
}

/** Three workers, of which the first one reads. */
async function open(t: TestContext, options: Partial<ServerOptions> = {}) {
  const [one, two, three] = await serveWorkers(t, 3, options);
  assert.ok(one && two && three);
  return { one, two, three, all: [one, two, three] as const };
}

async function list({ control }: LocalWorker, query = ''): Promise<List> {
  const response = await control('GET', `/requests${query}`);
  assert.equal(response.status, 200, response.text());
  return JSON.parse(response.text());
}

const targetsOf = ({ requests }: List) => requests.map(({ request }) => request.target);

const bin = (name: string) => [['Sparring-Bin', name]] as const;

/** Sends `/get?n=1` and so on, each to the next worker. */
async function send(workers: readonly LocalWorker[], count: number, from = 1, name = ''): Promise<string[]> {
  const targets = Array.from({ length: count }, (_, index) => `/get?n=${from + index}`);
  for (const [index, target] of targets.entries())
    await workers[index % workers.length]?.get(target, name === '' ? [] : bin(name));
  return targets;
}

describe('the journal of several workers', () => {
  it('has the entries of all of them in the order of their arrival', async (t) => {
    const { all } = await open(t);
    const targets = await send(all, 7);
    for (const worker of all) {
      const { requests, dropped, lost } = await list(worker);
      assert.deepEqual([targetsOf({ requests, next: 0, dropped }), dropped, lost], [targets, 0, undefined]);
      assert.deepEqual(
        requests.map((entry) => [entry.worker, workerOf(entry.id)]),
        [1, 2, 3, 1, 2, 3, 1].map((number) => [number, number]),
      );
    }
  });

  it('has summaries of the newest entries, and the numbers of all', async (t) => {
    const { all } = await open(t);
    const targets = await send(all, 7);
    for (const worker of all)
      for (const query of ['?limit=3', '?limit=3&filter=method:GET']) {
        const response = await worker.control('GET', `/requests/summaries${query}`);
        const { requests, matched, total } = JSON.parse(response.text());
        assert.deepEqual(
          requests.map(({ target }: { target: string }) => target),
          targets.toReversed().slice(0, 3),
          query,
        );
        assert.deepEqual([matched, total], [7, 7], query);
      }
  });

  it('is read in pages, from the newest entry or after one', async (t) => {
    const { one, all } = await open(t);
    const targets = await send(all, 7);
    assert.deepEqual(targetsOf(await list(one, '?limit=2')), targets.slice(-2));
    assert.deepEqual(targetsOf(await list(one, '?limit=7')), targets);
    const seen: string[] = [];
    let since = 0;
    for (const length of [3, 3, 1, 0]) {
      const page = await list(one, `?since=${since}&limit=3`);
      assert.equal(page.requests.length, length);
      seen.push(...targetsOf(page));
      since = page.next;
    }
    assert.deepEqual(seen, targets);
  });

  it('has the bins with the number of their entries, the one with the oldest entry first', async (t) => {
    const { one, all } = await open(t);
    await send(all.toReversed(), 4, 1, 'z');
    await send(all, 2, 5, 'a');
    await one.get('/get');
    const { bins } = JSON.parse((await one.control('GET', '/requests/bins')).text());
    assert.deepEqual(bins, [
      { name: 'z', entries: 4 },
      { name: 'a', entries: 2 },
    ]);
  });

  it('finds an entry of any worker, with credentials or masked', async (t) => {
    const { one, two, all } = await open(t);
    await two.get('/get?find', [['Authorization', 'Bearer correct-horse-battery']]);
    const { requests } = await list(one);
    const [{ id = 0 } = {}] = requests;
    assert.doesNotMatch(JSON.stringify(requests), /correct-horse/);
    for (const { source } of all) {
      const entry = await source.find(id);
      assert.ok(entry?.kind === 'exchange');
      assert.deepEqual(
        [entry.id, entry.request.target, entry.request.body.kept],
        [id, '/get?find', new Uint8Array()],
      );
      for (const other of [id + 1, id - 100, 1]) assert.equal(await source.find(other), undefined);
      const [shown, masked] = [await source.views([id], true), await source.views([id, id + 1], false)];
      assert.deepEqual([[...shown.keys()], [...masked.keys()]], [[id], [id]]);
      assert.match(JSON.stringify(shown.get(id)), /correct-horse/);
      assert.doesNotMatch(JSON.stringify(masked.get(id)), /correct-horse/);
      const [har, open] = [await source.harEntries([id], false), await source.harEntries([id], true)];
      assert.doesNotMatch(JSON.stringify(har.get(id)), /correct-horse/);
      assert.match(JSON.stringify(open.get(id)), /correct-horse.*"_worker":2/);
    }
  });

  it('has no archive entry of a connection without a request', async (t) => {
    const { one, two } = await open(t);
    await two.get('/get');
    const socket = connect(two.port, '127.0.0.1', () => void socket.end('NOPE\r\n\r\n'));
    await once(socket.resume(), 'close');
    await until(async () => (await list(one)).requests.length === 2);
    const [first, last] = (await list(one)).requests.map(({ id }) => id);
    assert.ok(first !== undefined && last !== undefined);
    const found = await one.source.harEntries([first, last], false);
    assert.deepEqual([found.get(first)?._id, found.get(last)], [first, null]);
    const { log } = JSON.parse((await one.control('GET', '/requests.har')).text());
    assert.deepEqual(
      log.entries.map(({ _id, _worker }: { _id: number; _worker: number }) => [_id, _worker]),
      [[first, 2]],
    );
  });

  it('is read in several pages when its entries are large', async (t) => {
    const { one, all } = await open(t, { journalBodySize: 100_000 });
    const body = 'x'.repeat(90_000);
    for (let number = 0; number < 12; number++)
      await all[number % 3]?.send({ method: 'POST', path: `/status/200?n=${number}`, body });
    const { requests } = await list(one);
    assert.deepEqual(
      targetsOf({ requests, next: 0, dropped: 0 }),
      Array.from({ length: 12 }, (_, number) => `/status/200?n=${number}`),
    );
    const queries = () => one.source.queries?.complete ?? 0;
    const before = queries();
    const ids = requests.filter(({ worker }) => worker === 2).map(({ id }) => id);
    assert.equal((await one.source.views(ids, false)).size, 4);
    // A page ends with the entry that reaches 256 KiB.
    assert.equal(queries() - before, 2);
    assert.equal((await one.source.views(ids.slice(0, 3), false)).size, 3);
    assert.equal(queries() - before, 3);
  });

  it('counts its queries, and those without an answer', async (t) => {
    const { one, two } = await open(t);
    await one.get('/get');
    const { queries } = one.source;
    const before = { ...queries };
    await list(one);
    assert.equal(queries?.incomplete, 0);
    assert.ok((queries?.complete ?? 0) > (before.complete ?? 0));
    assert.ok((queries?.seconds ?? 0) > (before.seconds ?? 0) && (queries?.seconds ?? 0) < 5);
    const resume = two.pause();
    const response = await one.control('GET', '/requests');
    assert.equal(response.status, 503);
    assert.match(
      response.text(),
      /Worker 2 does not respond, so the journal is not complete\. Repeat the request later\./,
    );
    assert.equal(queries?.incomplete, 1);
    resume();
    await list(one);
    assert.equal(queries?.incomplete, 1);
  });

  it('is cleared, up to the time of the call', async (t) => {
    const { one, two, three, all } = await open(t);
    await send(all, 3, 1, 'b');
    await send(all, 3, 4);
    assert.equal((await two.control('DELETE', '/requests?bin=b')).status, 204);
    for (const worker of all)
      assert.deepEqual(targetsOf(await list(worker)), ['/get?n=4', '/get?n=5', '/get?n=6']);
    const resume = three.pause();
    const clearing = one.control('DELETE', '/requests');
    await until(() => three.pausedMessages() > 0);
    await three.get('/get?later');
    resume();
    assert.equal((await clearing).status, 204);
    assert.deepEqual([targetsOf(await list(two)), (await list(two)).dropped], [['/get?later'], 0]);
  });

  it('names a worker that has ended, until all is cleared', async (t) => {
    const { one, two, three } = await open(t);
    await send([one, two], 4);
    await three.get('/get');
    const { requests } = await list(one);
    two.lose();
    const { requests: rest, lost = [] } = await list(one);
    assert.deepEqual(
      rest.map(({ id }) => id),
      requests.filter(({ worker }) => worker !== 2).map(({ id }) => id),
    );
    const [{ worker, from, to } = { worker: 0, from: 0, to: 0 }] = lost;
    assert.deepEqual([lost.length, worker], [1, 2]);
    const first = requests[0]?.id ?? 0;
    const last = requests.at(-1)?.id ?? 0;
    assert.ok(from < first && last < to);
    // Its entries are absent.
    const views = await one.source.views(
      requests.map(({ id }) => id),
      false,
    );
    assert.equal(views.size, 3);
    assert.equal(await one.source.find(requests.find((entry) => entry.worker === 2)?.id ?? 0), undefined);
    assert.equal((await three.control('DELETE', '/requests?bin=b')).status, 204);
    assert.equal((await list(one)).lost?.length, 1);
    assert.equal((await three.control('DELETE', '/requests')).status, 204);
    assert.equal((await list(one)).lost, undefined);
  });
});

describe('the limits of the journal of several workers', () => {
  it('hold for all entries together', async (t) => {
    const { one, all } = await open(t, { journal: 4 });
    const targets = await send(all, 4);
    assert.deepEqual([targetsOf(await list(one)), (await list(one)).dropped], [targets, 0]);
    targets.push(...(await send(all, 5, 5)));
    for (const worker of all) {
      const { dropped, ...found } = await list(worker);
      assert.deepEqual([targetsOf({ ...found, dropped }), dropped], [targets.slice(-4), 5]);
    }
    // One worker alone exceeds the limit, which removes entries of its own.
    targets.push(...(await send([all[1]], 6, 10)));
    const { dropped, ...found } = await list(one);
    assert.deepEqual([targetsOf({ ...found, dropped }), dropped], [targets.slice(-4), 11]);
    const { log } = JSON.parse((await one.control('GET', '/requests.har')).text());
    assert.equal(log.entries.length, 4);
  });

  it('leave a bin at most half of the entries', async (t) => {
    const { one, all } = await open(t, { journal: 8 });
    const others = await send(all, 2);
    const targets = await send(all, 7, 3, 'b');
    assert.deepEqual(targetsOf(await list(one)), [...others, ...targets.slice(-4)]);
    assert.equal((await list(one)).dropped, 3);
    // A read gets 503 while a busy worker does not respond in time.
    await until(async () => (await one.control('GET', '/requests/bins')).status === 200);
    const { bins } = JSON.parse((await one.control('GET', '/requests/bins')).text());
    assert.deepEqual(bins, [{ name: 'b', entries: 4 }]);
    // An entry that was replaced does not appear again.
    assert.equal((await one.control('DELETE', '/requests?bin=b')).status, 204);
    assert.deepEqual([targetsOf(await list(one)), (await list(one)).dropped], [others, 3]);
  });

  it('hold for the bytes of all entries', async (t) => {
    const { one, all } = await open(t, { journalSize: 10_000 });
    for (let number = 0; number < 6; number++)
      await all[number % 3]?.send({
        method: 'POST',
        path: `/status/200?n=${number}`,
        body: 'x'.repeat(3000),
      });
    const { dropped, ...found } = await list(one);
    assert.deepEqual(
      [targetsOf({ ...found, dropped }), dropped],
      [['/status/200?n=3', '/status/200?n=4', '/status/200?n=5'], 3],
    );
  });
});

describe('the verification of requests to several workers', () => {
  it('counts those of all, and names the nearest ones of all', async (t) => {
    const { one, two, three, all } = await open(t);
    await send(all, 5);
    await two.get('/headers', bin('b'));
    await three.get('/ip');
    const verify = async (body: object) => {
      const response = await one.control('POST', '/requests/verify', body);
      return { status: response.status, ...JSON.parse(response.text() || '{}') };
    };
    assert.equal((await verify({ match: { path: '/get' }, count: 5 })).status, 200);
    const { status, detail, matched, arrived, nearest } = await verify({ match: { path: '/got' } });
    assert.deepEqual([status, matched, arrived, nearest.length], [408, 0, 7, 3]);
    assert.match(detail, /0 came instead of at least 1; 7 requests arrived\.\nNearest, #/);
    const ofBin = await verify({ match: { path: '/got', bin: 'b' } });
    assert.deepEqual(
      [ofBin.arrived, ofBin.nearest.map(({ target }: { target: string }) => target)],
      [1, ['/headers']],
    );
    const order = [{ query: { n: '2' } }, { query: { n: '3' } }, { path: '/ip' }];
    assert.equal((await verify({ match: order, order: true })).status, 200);
    assert.equal((await verify({ match: order.toReversed(), order: true })).status, 408);
    const [{ id: first = 0 } = {}] = (await list(one)).requests;
    assert.equal((await verify({ match: { path: '/get' }, count: 4, after: first })).status, 200);
  });
});

describe('a wait for requests to several workers', () => {
  const options = (input: Partial<WaitOptions> = {}): WaitOptions => ({
    match: { path: '/get' },
    count: 3,
    milliseconds: 10_000,
    after: 0,
    until: 'done',
    ...input,
  });
  const found = async (waiting: ReturnType<LocalWorker['source']['wait']>) => {
    const { requests, count } = await waiting;
    return [
      count,
      ...requests.map((entry) => (entry.kind === 'exchange' ? entry.request.target : entry.kind)),
    ];
  };

  it('ends with those before and after the call, the oldest ones', async (t) => {
    const { one, two, all } = await open(t);
    await send([two], 1);
    const waiting = found(one.source.wait(options(), false));
    const early = found(two.source.wait(options({ count: 1 }), false));
    await send([...all].toReversed(), 2, 2);
    await one.get('/headers');
    assert.deepEqual(await waiting, [3, '/get?n=1', '/get?n=2', '/get?n=3']);
    assert.deepEqual(await early, [1, '/get?n=1']);
    await two.get('/get?n=4');
    assert.deepEqual(await found(one.source.wait(options(), false)), [3, '/get?n=1', '/get?n=2', '/get?n=3']);
    const [{ id: first = 0 } = {}] = (await list(one)).requests;
    const later = found(one.source.wait(options({ after: first }), false));
    assert.deepEqual(await later, [3, '/get?n=2', '/get?n=3', '/get?n=4']);
  });

  it('ends with its time, or with its signal, and the number of those that came', async (t) => {
    const { one, two, three } = await open(t);
    await send([two], 1);
    assert.deepEqual(await found(one.source.wait(options({ milliseconds: 30 }), false)), [1]);
    await send([three], 1, 2);
    assert.deepEqual(await found(one.source.wait(options({ milliseconds: 30 }), false)), [2]);
    const controller = new AbortController();
    const complete = () => one.source.queries?.complete ?? 0;
    const before = complete();
    const waiting = found(one.source.wait(options({ signal: controller.signal }), false));
    await until(() => complete() > before);
    controller.abort();
    assert.deepEqual(await waiting, [2]);
    assert.deepEqual(await found(one.source.wait(options({ signal: controller.signal }), false)), [2]);
  });

  it('ends its watch of each worker', async (t) => {
    const { one } = await open(t);
    const complete = () => one.source.queries?.complete ?? 0;
    const before = complete();
    await one.source.wait(options({ milliseconds: 30 }), false);
    // The reading, and the end of the watch.
    await until(() => complete() === before + 2);
  });

  it('masks credentials unless they are to be shown', async (t) => {
    const { one, two } = await open(t);
    await two.get('/get', [['Authorization', 'Bearer correct-horse-battery']]);
    const wait = async (isShown: boolean) =>
      JSON.stringify(await one.source.wait(options({ count: 1 }), isShown));
    assert.match(await wait(true), /correct-horse/);
    assert.doesNotMatch(await wait(false), /correct-horse/);
  });

  it('is an error when a worker does not respond, and leaves nothing', async (t) => {
    const { one, two, three } = await open(t);
    const resume = two.pause();
    await assert.rejects(one.source.wait(options(), false), { name: 'StoreUnavailableError' });
    resume();
    await send([two, three], 2);
    assert.equal((await list(one)).requests.length, 2);
  });
});

describe('a listener to the journal of several workers', () => {
  const followed = async ({ source }: LocalWorker, listener: () => void) => {
    assert.ok('follow' in source && typeof source.follow === 'function');
    const end: unknown = await source.follow(listener);
    assert.ok(typeof end === 'function');
    return () => void end();
  };

  it('is called for changes in each, until it ends', async (t) => {
    const { one, two, three, all } = await open(t);
    let calls = 0;
    const end = await followed(one, () => calls++);
    // Once for each worker at the start.
    assert.equal(calls, 3);
    for (const worker of all) {
      const before = calls;
      await worker.get('/get');
      await until(() => calls > before);
    }
    await sleep(60);
    const before = calls;
    // The end has not reached the worker.
    const resume = two.pause();
    end();
    await two.get('/get');
    await holdsFor(30, () => calls === before);
    resume();
    await three.get('/get');
    await holdsFor(30, () => calls === before);
  });

  it('is called at most once in 20 ms by a worker', async (t) => {
    const { one, two } = await open(t);
    const times: number[] = [];
    const end = await followed(one, () => void times.push(performance.now()));
    times.length = 0;
    const begun = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => two.get('/get')));
    await until(() => times.length > 1);
    await sleep(50);
    assert.ok(times.length <= (performance.now() - begun) / 20 + 1, times.join());
    end();
  });
});

describe('a request that repeats an exchange of another worker', () => {
  it('is expected by each worker, until the expectation ends', async (t) => {
    const { one, two, three } = await open(t);
    await one.get('/get?original');
    const [{ id = 0 } = {}] = (await list(one)).requests;
    const ends: ReplayEnd[] = [];
    const repeat = async (port: number, text: string) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const remote = `127.0.0.1:${socket.localPort}`;
      const forget = await one.source.expectReplay(remote, id, (entry) => ends.push(entry));
      socket.end(text);
      await once(socket.resume(), 'close');
      return forget;
    };
    const forget = await repeat(
      two.port,
      'GET /get?repeated HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    );
    await until(() => ends.length === 1);
    const [entry] = ends;
    assert.ok(typeof entry === 'object' && entry.kind === 'exchange');
    assert.deepEqual([entry.request.target, entry.replayOf, workerOf(entry.id)], ['/get?repeated', id, 2]);
    forget();
    await repeat(three.port, 'NOPE\r\n\r\n');
    await until(() => ends.length === 2);
    const [, rejected] = ends;
    assert.ok(typeof rejected === 'object' && rejected.kind === 'parser-error');
    await repeat(two.port, 'POST /_sparring/reset HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    await until(() => ends.length === 3);
    assert.equal(ends[2], UNRECORDED);
    const other = connect(two.port, '127.0.0.1');
    await once(other, 'connect');
    (await one.source.expectReplay(`127.0.0.1:${other.localPort}`, id, (each) => ends.push(each)))();
    await list(one);
    other.end('GET /get?other HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    await once(other.resume(), 'close');
    const { requests } = await list(one);
    assert.deepEqual([requests.at(-1)?.request.target, ends.length], ['/get?other', 3]);
  });
});
