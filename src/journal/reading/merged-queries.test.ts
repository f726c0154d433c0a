import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workerOf } from '#shared/stamps.ts';
import type { Gather, Gathered, LostWorker } from '#shared/workers/worker-channel.ts';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { until } from '#test/support/until.ts';
import type { WaitOptions } from '../match/wait.ts';
import { UNRECORDED } from '../recording/expected-replays.ts';
import { Journal } from '../recording/journal.ts';
import type { Recording } from '../recording/journal-store.ts';
import { createRedaction } from '../views/redaction.ts';
import { MergedSource } from './merged-source.ts';
import { UNRECORDED_VALUE } from './process-part.ts';
import { selectEntries } from './select-entries.ts';

const ALL = { parameters: {} };

/** The id of an entry of a worker. */
const idOf = (worker: number, number: number) => number * 100 + worker - 1;

/**
 * The journals of three workers, of which the first one reads. They exchange texts in this process. Each read of the clock is
 * 500 ms later, and a time limit ends when the test calls it.
 */
function open(limits = { entries: 100, bytes: 1e6 }) {
  const state = {
    now: 9999,
    /** Workers that do not respond, and workers that have ended. */
    paused: new Set<number>(),
    ended: new Set<number>(),
    lost: [] as LostWorker[],
    forgotten: [] as number[],
    endedQueries: [] as string[],
    /** The types of queries, with the worker of a query to one. */
    queries: [] as string[],
    limits: [] as { readonly milliseconds: number; readonly end: () => void; isCancelled: boolean }[],
    onQuery: (_type: string) => {},
  };
  const producers = new Map<string, Map<number, (text: string) => string | Promise<string>>>();
  const listeners = new Map<number, (text: string) => void>();
  let time = 0;

  async function collect(name: string, argument: string, only: number | undefined): Promise<Gathered> {
    const { type, read } = JSON.parse(argument);
    const kind = type === 'read' ? `read ${read}`.trim() : type;
    state.queries.push(only === undefined ? kind : `${kind} ${only}`);
    const parts = await Promise.all(
      [...(producers.get(name) ?? [])]
        .filter(([worker]) => !state.ended.has(worker) && (only === undefined || worker === only))
        .map(async ([worker, produce]) => ({
          worker,
          text: state.paused.has(worker) ? undefined : await produce(argument),
        })),
    );
    state.onQuery(kind);
    return { parts, lost: state.lost };
  }

  const workers = [1, 2, 3].map((worker) => {
    const journal = new Journal({ ...limits, runtime: { after: () => () => {} } });
    const gather = (name: string, produce: (text: string) => string | Promise<string>): Gather => {
      producers.set(name, (producers.get(name) ?? new Map()).set(worker, produce));
      return (argument = '', { worker: only } = {}) => collect(name, argument, only);
    };
    const source = new MergedSource({
      journal,
      limits,
      worker,
      redaction: createRedaction({ salt: Buffer.from('salt') }),
      stamps: { next: () => assert.fail(), now: () => state.now },
      channel: {
        gather,
        forgetLost: async (before) => void state.forgotten.push(before),
        endQuery: async (key) => void state.endedQueries.push(key),
        post: (to, text) => listeners.get(to)?.(text),
        onPost: (listener) => void listeners.set(worker, listener),
      },
      runtime: {
        after: () => () => {},
        nextIteration: async () => {},
        timeout(milliseconds, end) {
          const limit = { milliseconds, end, isCancelled: false };
          state.limits.push(limit);
          return () => {
            limit.isCancelled = true;
          };
        },
        monotonic: () => (time += 500),
      },
    });
    return { journal, source };
  });
  const [one, two, three] = workers;
  assert.ok(one && two && three);
  const add = (id: number, parts: ExchangeParts = {}): Recording => {
    const exchange = createExchange({ ...parts, id });
    const recording = {
      id,
      bin: exchange.bin,
      size: 1,
      countedSize: 0,
      isComplete: true,
      view: () => exchange,
    };
    workers[workerOf(id) - 1]?.journal.add(recording);
    return recording;
  };
  return {
    state,
    add,
    one,
    two,
    three,
    source: one.source,
    /** Sends a text to the first worker, as a worker does that watches for it. */
    notify: (notice: object) => listeners.get(1)?.(JSON.stringify(notice)),
    endAll: (reader: string) => producers.get('ended')?.get(2)?.(reader),
    /** The queries since the last call. */
    queries: () => state.queries.splice(0),
    ids: async () => (await one.source.run(selectEntries, ALL)).value.ids,
  };
}

const NO_RESPONSE = {
  name: 'StoreUnavailableError',
  message: 'Worker 2 does not respond, so the journal is not complete. Repeat the request later.',
};

describe('a read of several journals', () => {
  it('has the entries of all up to one time, in one query', async () => {
    const { source, add, queries } = open();
    const ids = [idOf(2, 1), idOf(1, 2), idOf(3, 3), idOf(2, 4)];
    for (const id of ids) add(id);
    const result = { value: { ids, isLimited: false }, cut: 9999, dropped: 0, lost: [] };
    assert.deepEqual(await source.run(selectEntries, ALL), result);
    assert.deepEqual(await source.run(selectEntries, ALL, 300), {
      ...result,
      value: { ids: ids.slice(0, 2), isLimited: false },
      cut: 300,
    });
    assert.deepEqual(queries(), ['read select', 'read select']);
    assert.equal(source.now(), 9999);
  });

  it('counts its queries, and the seconds that they take', async () => {
    const { source, state } = open();
    assert.deepEqual(source.queries, { complete: 0, incomplete: 0, seconds: 0 });
    await source.run(selectEntries, ALL);
    assert.deepEqual(source.queries, { complete: 1, incomplete: 0, seconds: 0.5 });
    state.paused.add(2);
    await assert.rejects(source.run(selectEntries, ALL), NO_RESPONSE);
    assert.deepEqual(source.queries, { complete: 1, incomplete: 1, seconds: 1 });
  });

  it('omits the entries that exceed the limits together, and counts them with the removed ones', async () => {
    const { source, add, queries } = open({ entries: 4, bytes: 100 });
    // The second worker removes its first entry.
    for (const number of [1, 2, 3, 4, 5]) add(idOf(2, number));
    add(idOf(1, 6));
    add(idOf(3, 7));
    assert.deepEqual(await source.run(selectEntries, ALL), {
      value: { ids: [idOf(2, 4), idOf(2, 5), idOf(1, 6), idOf(3, 7)], isLimited: false },
      cut: 9999,
      dropped: 3,
      lost: [],
    });
    // The first query finds that the limits are exceeded, the second one has the horizon, which is the same then.
    assert.deepEqual(queries(), ['read select', 'outline', 'read select', 'outline']);
  });

  it('is repeated when the horizon changes, four times at most', async () => {
    for (const [changes, reads] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [9, 4],
    ] as const) {
      const { source, add, queries, state } = open({ entries: 1, bytes: 100 });
      add(idOf(2, 1));
      let number = 1;
      state.onQuery = (type) => {
        // After this query, the worker has removed one more entry.
        if (type === 'read select' && number <= changes) add(idOf(2, ++number));
      };
      // Before the first query, too.
      if (changes > 0) add(idOf(2, ++number));
      await source.run(selectEntries, ALL);
      assert.deepEqual(queries(), Array(reads).fill('read select'), `${changes}`);
    }
  });

  it('names the workers that have ended, unless their entries are all beyond the horizon', async () => {
    const { source, add, state } = open({ entries: 1, bytes: 100 });
    for (const number of [1, 2]) add(idOf(1, number));
    const floor = idOf(1, 1);
    state.lost = [
      { worker: 2, from: 1, to: floor },
      { worker: 3, from: 1, to: floor + 1 },
    ];
    const { lost } = await source.run(selectEntries, ALL);
    assert.deepEqual(lost, state.lost.slice(1));
  });
});

describe('entries of several journals', () => {
  it('are read from the worker of each, in pages, and are absent when it has ended', async () => {
    const { source, add, queries, state } = open();
    const ids = [idOf(2, 1), idOf(1, 2), idOf(2, 3), idOf(2, 4), idOf(3, 5)];
    for (const id of ids) add(id, { body: 'x'.repeat(140_000) });
    for (const read of ['views', 'harEntries'] as const) {
      state.ended.clear();
      const all = await source[read]([...ids, idOf(2, 9)], false);
      assert.deepEqual([...all.keys()].sort(), ids.toSorted());
      assert.deepEqual(queries().sort(), ['page 1', 'page 2', 'page 2', 'page 3']);
      state.ended.add(2);
      assert.deepEqual([...(await source[read](ids, false)).keys()].sort(), [idOf(1, 2), idOf(3, 5)]);
      queries();
    }
    state.ended.clear();
    state.paused.add(2);
    await assert.rejects(source.views(ids, false), NO_RESPONSE);
    assert.equal((await source.views([], false)).size, 0);
    const [view] = (await source.views([idOf(1, 2)], false)).values();
    const [har] = (await source.harEntries([idOf(1, 2)], false)).values();
    assert.deepEqual([view?.id, har?._id], [idOf(1, 2), idOf(1, 2)]);
  });

  it('are found, and marked, by their worker', async () => {
    const { source, add, queries, state, two } = open();
    const id = idOf(2, 1);
    add(id);
    assert.deepEqual(
      [(await source.find(id))?.id, await source.find(idOf(2, 2)), await source.annotate(id, { note: 'n' })],
      [id, undefined, { isKnown: true }],
    );
    assert.deepEqual(await source.annotate(idOf(2, 2), { note: 'n' }), { isKnown: false });
    assert.deepEqual(queries(), ['find 2', 'find 2', 'annotate 2', 'annotate 2']);
    assert.equal(two.journal.size, 1);
    state.ended.add(2);
    assert.deepEqual(
      [await source.find(id), await source.annotate(id, { note: 'n' })],
      [undefined, { isKnown: false }],
    );
  });

  it('are removed and restored, and counted', async () => {
    const { source, add, ids } = open();
    const all = [idOf(1, 1), idOf(2, 2), idOf(2, 3), idOf(3, 4)];
    for (const id of all) add(id);
    assert.equal(await source.remove(all.slice(0, 3), { key: 'k', milliseconds: 1 }), 3);
    assert.deepEqual(await ids(), all.slice(3));
    assert.deepEqual([await source.restore('k'), await source.restore('k')], [3, 0]);
    assert.deepEqual(await ids(), all);
  });

  it('are cleared up to the time of the call, without those beyond the horizon', async () => {
    const { source, add, ids, queries, state, two } = open({ entries: 2, bytes: 100 });
    for (const id of [idOf(1, 1), idOf(2, 2), idOf(3, 3)]) add(id, { bin: 'b' });
    add(idOf(2, 99));
    state.now = 399;
    queries();
    await source.clear('c');
    assert.deepEqual(queries(), ['read', 'outline', 'clear']);
    assert.deepEqual([two.journal.size, state.forgotten], [1, []]);
    await source.clear();
    assert.deepEqual([await ids(), state.forgotten], [[], [399]]);
    state.now = 10_000;
    assert.deepEqual(await ids(), [idOf(2, 99)]);
    // The error of the last query is that of the call.
    state.onQuery = () => state.paused.add(2);
    await assert.rejects(source.clear(), NO_RESPONSE);
    assert.deepEqual(queries().slice(-2), ['read', 'clear']);
  });
});

const WAIT: WaitOptions = {
  match: { path: '/get' },
  count: 2,
  milliseconds: 70,
  after: 0,
  until: 'done',
};

describe('a wait for requests to several journals', () => {
  const wait = async ({ source }: ReturnType<typeof open>, more: Partial<WaitOptions> = {}) => {
    const { requests, count } = await source.wait({ ...WAIT, ...more }, false);
    return [requests.map(({ id }) => id), count];
  };
  /** Resolves when the wait has its watch of all workers, and nothing happens any more. */
  const isWatching = async ({ state }: ReturnType<typeof open>) => {
    await until(async () => state.queries.includes('wait'));
    await new Promise(setImmediate);
  };

  it('reads when there are enough, the oldest ones, and ends its limit and its watches', async () => {
    const workers = open();
    const { add, state, queries } = workers;
    for (const id of [idOf(3, 1), idOf(2, 2), idOf(2, 3)]) add(id);
    assert.deepEqual(await wait(workers), [[idOf(3, 1), idOf(2, 2)], 2]);
    assert.deepEqual(queries(), ['wait', 'read find', 'page 3', 'page 2', 'end']);
    assert.deepEqual(
      state.limits.map(({ milliseconds, isCancelled }) => [milliseconds, isCancelled]),
      [[70, true]],
    );
    assert.deepEqual(state.endedQueries, ['1/1']);
  });

  it('ends with the notice of the last one, and reads nothing before', async () => {
    const workers = open();
    const { add, queries } = workers;
    const waiting = wait(workers, { count: 3 });
    await isWatching(workers);
    add(idOf(2, 1));
    add(idOf(3, 2));
    await new Promise(setImmediate);
    assert.deepEqual(queries(), ['wait']);
    add(idOf(2, 3));
    assert.deepEqual(await waiting, [[idOf(2, 1), idOf(3, 2), idOf(2, 3)], 3]);
  });

  it('takes the greatest number of each worker, in whichever order the notices arrive', async () => {
    const workers = open();
    const { add, notify, queries, state } = workers;
    const waiting = wait(workers);
    // Before the response of the query.
    notify({ key: '1/1', worker: 2, value: 1 });
    await isWatching(workers);
    notify({ key: '1/1', worker: 2, value: 0 });
    notify({ key: '1/2', worker: 3, value: 9 });
    await new Promise(setImmediate);
    assert.deepEqual(queries(), ['wait']);
    notify({ key: '1/1', worker: 3, value: 1 });
    // Neither of them is in a journal, so the wait goes on.
    await until(async () => state.queries.includes('read find'));
    await new Promise(setImmediate);
    assert.deepEqual(queries(), ['read find']);
    add(idOf(2, 1));
    add(idOf(2, 2));
    assert.deepEqual(await waiting, [[idOf(2, 1), idOf(2, 2)], 2]);
  });

  it('ends with its limit, or with its signal, and the number of those that came', async () => {
    for (const by of ['limit', 'signal', 'earlier signal'] as const) {
      const workers = open();
      const { add, state, queries } = workers;
      add(idOf(3, 1));
      const controller = new AbortController();
      if (by === 'earlier signal') controller.abort();
      const waiting = wait(workers, { count: 3, signal: controller.signal });
      await isWatching(workers);
      if (by === 'limit') state.limits[0]?.end();
      if (by === 'signal') controller.abort();
      assert.deepEqual(await waiting, [[], 1], by);
      assert.deepEqual([queries(), state.endedQueries], [['wait', 'read find', 'end'], ['1/1']], by);
    }
  });

  it('returns no more than one less than the number when an entry leaves during the read', async () => {
    const workers = open();
    const { add, state, two } = workers;
    add(idOf(2, 1));
    add(idOf(2, 2));
    const controller = new AbortController();
    state.onQuery = (type) => {
      // Each read finds both, and the last one has left when the entries are read.
      if (type === 'read find') two.journal.remove([idOf(2, 2)]);
      if (type === 'page') add(idOf(2, 2));
      controller.abort();
    };
    assert.deepEqual(await wait(workers, { signal: controller.signal }), [[], 1]);
  });

  it('has no watch when a worker does not respond, and its error', async () => {
    const workers = open();
    const { state } = workers;
    state.paused.add(2);
    await assert.rejects(wait(workers), NO_RESPONSE);
    assert.deepEqual([state.endedQueries, state.limits[0]?.isCancelled], [['1/1'], true]);
  });
});

describe('a watch of several journals', () => {
  it('calls its listener for the changes of each, until it ends', async () => {
    const { source, add, queries, state, notify } = open();
    let calls = 0;
    const end = await source.follow(() => calls++);
    const endOther = await source.follow(() => {});
    assert.equal(calls, 3);
    add(idOf(2, 1));
    add(idOf(3, 2));
    assert.equal(calls, 5);
    end();
    notify({ key: '1/1', worker: 2, value: 1 });
    assert.equal(calls, 5);
    endOther();
    await new Promise(setImmediate);
    assert.deepEqual(queries(), ['follow', 'follow', 'end', 'end']);
    assert.deepEqual(state.endedQueries, ['1/1', '1/2']);
  });

  it('ends in the other workers when its worker ends', async () => {
    const { source, add, endAll } = open();
    let calls = 0;
    await source.follow(() => calls++);
    assert.equal(endAll('1'), '');
    add(idOf(2, 1));
    assert.equal(calls, 3);
  });

  it('ends although a worker does not respond', async () => {
    const { source, state } = open();
    const end = await source.follow(() => {});
    state.paused.add(2);
    end();
    await new Promise(setImmediate);
    assert.deepEqual(source.queries, { complete: 0, incomplete: 1, seconds: 0.5 });
  });

  it('has the entry of a repeated exchange, unless it cannot be found', async () => {
    const { source, add, two, state, notify, queries } = open();
    const found: (number | string)[] = [];
    const remote = '127.0.0.1:40000';
    const end = await source.expectReplay(remote, 555, (each) =>
      found.push(each === UNRECORDED ? each : each.id),
    );
    assert.deepEqual([two.journal.expectedReplays.take({ remote }), queries()], [555, ['replay']]);
    add(idOf(2, 1));
    for (const value of [0, idOf(2, 1), idOf(2, 2), UNRECORDED_VALUE])
      notify({ key: '1/1', worker: 2, value });
    await new Promise(setImmediate);
    assert.deepEqual(
      [found, queries()],
      [
        [UNRECORDED, idOf(2, 1)],
        ['find 2', 'find 2'],
      ],
    );
    state.paused.add(2);
    notify({ key: '1/1', worker: 2, value: idOf(2, 1) });
    await new Promise(setImmediate);
    assert.deepEqual(found, [UNRECORDED, idOf(2, 1)]);
    end();
  });
});
