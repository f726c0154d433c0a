import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deserialize } from 'node:v8';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import { Journal } from '../recording/journal.ts';
import type { Recording } from '../recording/journal-store.ts';
import type { JournalEntry } from '../recording/record.ts';
import { createRedaction } from '../views/redaction.ts';
import { NO_HORIZON } from './horizon.ts';
import { type PageForm, ProcessPart, type ProcessQuery } from './process-part.ts';

/** The number of the worker whose part is tested. The ids that it makes end with 2. */
const WORKER = 3;

/** An entry that a test changes. */
interface TestRecording extends Recording {
  entry: JournalEntry;
}

/** The part of a worker, its timers, and the notices that it sends. A timer fires when the test calls it. */
function open(limits = { entries: 100, bytes: 1e6 }) {
  const journal = new Journal({ ...limits, removedIds: 10, runtime: { after: () => () => {} } });
  const notices: { readonly to: number; readonly notice: unknown }[] = [];
  const timers: { readonly milliseconds: number; readonly action: () => void }[] = [];
  const iterations: (() => void)[] = [];
  const part = new ProcessPart({
    journal,
    redaction: createRedaction({ salt: Buffer.from('salt') }),
    worker: WORKER,
    runtime: {
      after(milliseconds, action) {
        timers.push({ milliseconds, action });
        return () => {};
      },
      nextIteration: () => new Promise<void>((resolve) => void iterations.push(resolve)),
    },
    post: (to, text) => void notices.push({ to, notice: JSON.parse(text) }),
  });
  return {
    journal,
    part,
    notices,
    timers,
    run: (query: ProcessQuery) => JSON.parse(part.run(query)),
    /** The values of the notices since the last call. */
    values: () => notices.splice(0).map(({ notice }) => Object(notice).value),
    async endIteration() {
      for (const resolve of iterations.splice(0)) resolve();
      await Promise.resolve();
    },
    add(entry: JournalEntry, more: Partial<Recording> = {}): TestRecording {
      const recording: TestRecording = {
        id: entry.id,
        size: 1,
        countedSize: 0,
        isComplete: true,
        entry,
        ...(entry.kind === 'exchange' ? { bin: entry.bin, isOwn: entry.own } : { bin: null }),
        ...more,
        view() {
          return this.entry.kind === 'exchange'
            ? { ...this.entry, marked: this.isMarked ?? false, note: this.note ?? null }
            : this.entry;
        },
      };
      journal.add(recording);
      return recording;
    },
  };
}

type Part = ReturnType<typeof open>;

const read = (name: string, input: unknown, cut: number, horizon = NO_HORIZON) =>
  ({ type: 'read', read: name, input, cut, horizon }) as const;

const idsOf = ({ journal }: Part) => journal.entries().map(({ id }) => id);

const MATCH = { match: { path: '/get' }, until: 'done' } as const;

/** Five entries, of which the third one is in a bin, and one of an own page. */
function openFive(): Part {
  const part = open();
  for (const id of [102, 202, 302, 402, 502])
    part.add(createExchange({ id, bin: id === 302 ? 'b' : null, startedAt: id }));
  part.add({ ...createExchange({ id: 602 }), own: true });
  return part;
}

describe('the read of one worker', () => {
  it('has the usage of its journal, the number of entries beyond the horizon, and no part without a name', () => {
    const { run } = openFive();
    const usage = { size: 5, bytes: 5, dropped: 0, floor: 0, binFloors: [], bins: [['b', 1]] };
    assert.deepEqual(run(read('', null, 999)), { usage, hidden: 0, part: null });
    assert.deepEqual(run(read('', null, 102, { floor: 202, bins: {} })), { usage, hidden: 2, part: null });
    assert.deepEqual(run(read('', null, 999, { floor: 102, bins: { b: 302, c: 502 } })).hidden, 2);
  });

  it('has the entries up to the cut and within the horizon, by each way to read them', () => {
    const { run, journal } = openFive();
    journal.annotate(202, { marked: true });
    const horizon = { floor: 202, bins: { b: 302 } };
    const part = (name: string, input: object | null, cut: number) =>
      run(read(name, input, cut, horizon)).part;
    const scope = 'all';
    const selected = (cut: number, more: object = {}) =>
      part('select', { parameters: {}, scope, ...more }, cut).ids;
    // The entry that is marked is beyond the horizon.
    assert.deepEqual(
      [102, 202, 401, 402, 502, 602].map((cut) => selected(cut)),
      [[], [202], [202], [202, 402], [202, 402, 502], [202, 402, 502, 602]],
    );
    assert.deepEqual(selected(999, { since: 202 }), [402, 502, 602]);
    assert.deepEqual(selected(999, { scope: 'clients', limit: 2 }), [402, 502]);
    assert.deepEqual(selected(999, { limit: 2 }), [502, 602]);
    const summary = (more: object) => {
      const { requests, ...numbers } = part('summaries', { parameters: {}, limit: 9, ...more }, 502);
      return [requests.map(({ id }: { id: number }) => id), numbers];
    };
    const numbers = { matched: 3, total: 3, own: 1, oldest: 202 };
    assert.deepEqual(summary({ scope }), [[502, 402, 202], numbers]);
    assert.deepEqual(summary({ scope, before: 502 }), [[402, 202], numbers]);
    assert.deepEqual(summary({ scope, parameters: { path: '/none' } }), [[], { ...numbers, matched: 0 }]);
    assert.deepEqual(part('find', { match: { path: '/get' }, after: 202, until: 'done' }, 402), [402]);
    const values = { parameters: {}, scope: 'clients', counted: { name: 'path' } };
    assert.deepEqual(part('values', values, 502).values, [['/get', 3]]);
    assert.deepEqual(part('sequence', { sequence: [{ path: '/get' }], after: 0 }, 402), [
      [202, [0]],
      [402, [0]],
    ]);
    const report = { match: { path: '/get' }, after: 0, until: 'done', showsSecrets: false };
    assert.equal(part('report', report, 402).arrived, 2);
  });

  it('has the numbers of no entry', () => {
    const input = { parameters: {}, scope: 'clients', limit: 9 };
    assert.deepEqual(openFive().run(read('summaries', input, 101)).part, {
      requests: [],
      matched: 0,
      total: 0,
      own: 1,
      oldest: 0,
    });
  });

  it('counts the entries of a bin that are shown', () => {
    const { run, add } = openFive();
    add(createExchange({ id: 702, bin: 'b', startedAt: 702 }));
    const bins = (cut: number, floor: number) => run(read('bins', null, cut, { floor, bins: {} })).part;
    const b = { name: 'b', firstId: 302, entries: 2, firstAt: 302, lastAt: 702 };
    assert.deepEqual(bins(999, 0), [b]);
    assert.deepEqual(bins(701, 0), [{ ...b, entries: 1, lastAt: 302 }]);
    assert.deepEqual(bins(999, 302), [{ ...b, firstId: 702, entries: 1, firstAt: 702 }]);
  });

  it('has the changes after an entry, and counts those which the limits have removed or hidden', () => {
    const part = open({ entries: 4, bytes: 1e6 });
    for (const id of [102, 202, 302, 402, 502, 602]) part.add(createExchange({ id }));
    const input = { parameters: {}, showsSecrets: false, form: 'entry', scope: 'clients' };
    const changes = (after: number, floor: number, pending: readonly number[] = []) => {
      const query = read('changes', { ...input, after, pending }, 502, { floor, bins: {} });
      const { entries, missed, isMinimum } = part.run(query).part;
      return [entries.map(({ id }: { id: number }) => id), missed, isMinimum];
    };
    // The journal has removed 102 and 202.
    assert.deepEqual(changes(0, 0), [[302, 402, 502], 2, false]);
    assert.deepEqual(changes(0, 402), [[502], 4, false]);
    assert.deepEqual(changes(102, 402), [[502], 3, false]);
    assert.deepEqual(changes(302, 402), [[502], 1, false]);
    assert.deepEqual(changes(402, 402), [[502], 0, false]);
    // Those of the exchanges in progress which are shown.
    assert.deepEqual(changes(502, 302, [102, 302, 402, 502, 602]), [[402, 502], 0, false]);
  });
});

describe('a marked entry of one worker beyond the horizon', () => {
  it('is shown, and so neither counted as removed nor missing in its bin', () => {
    const { run, journal } = openFive();
    for (const id of [202, 302]) journal.annotate(id, { marked: true });
    const horizon = { floor: 302, bins: {} };
    const scope = 'clients';
    const { hidden, part } = run(read('select', { parameters: {}, scope }, 999, horizon));
    assert.deepEqual([part.ids, hidden], [[202, 302, 402, 502], 1]);
    assert.deepEqual(run(read('bins', null, 999, horizon)).part, [
      { name: 'b', firstId: 302, entries: 1, firstAt: 302, lastAt: 302 },
    ]);
    assert.deepEqual(run(read('bins', null, 301, horizon)).part, []);
    const changes = { parameters: {}, showsSecrets: false, form: 'entry', scope, after: 0, pending: [] };
    assert.equal(run(read('changes', changes, 999, horizon)).part.missed, 1);
  });
});

describe('the entries of one worker', () => {
  it('are outlined up to a cut', () => {
    const { run } = openFive();
    assert.deepEqual(run({ type: 'outline', cut: 302 }), [
      [102, 1, null],
      [202, 1, null],
      [302, 1, 'b'],
    ]);
  });

  it('are found with all bytes', () => {
    const { part, add } = open();
    const entry = createExchange({ id: 102, body: Buffer.from([255, 0]) });
    add(entry);
    const text = part.run({ type: 'find', id: 102 });
    assert.deepEqual(deserialize(Buffer.from(text, 'base64')), entry);
    assert.equal(part.run({ type: 'find', id: 202 }), '');
  });

  it('are removed, restored, marked and cleared', () => {
    const part = openFive();
    const undo = { key: 'k', milliseconds: 1 };
    assert.equal(part.run({ type: 'remove', ids: [102, 302, 999], undo }), 2);
    assert.deepEqual(idsOf(part), [202, 402, 502]);
    assert.deepEqual(
      ['k', 'k'].map((key) => part.run({ type: 'restore', key })),
      [2, 0],
    );
    const annotation = { marked: true, note: 'n' };
    assert.deepEqual(
      [302, 999].map((id) => part.run({ type: 'annotate', id, annotation })),
      [{ isKnown: true }, { isKnown: false }],
    );
    const { marked, note } = Object(part.journal.find(302));
    assert.deepEqual({ marked, note }, annotation);
    const clear = (cut: number, floor: number, bin?: string) =>
      part.run({ type: 'clear', cut, bin, horizon: { floor, bins: {} } });
    assert.equal(clear(999, 102, 'b'), true);
    assert.deepEqual([idsOf(part), part.journal.dropped], [[202, 402, 502], 1]);
    // An entry after the cut stays, also one beyond the horizon.
    clear(401, 502, 'b');
    assert.deepEqual([idsOf(part), part.journal.dropped], [[402, 502], 2]);
    clear(402, 0);
    assert.deepEqual([idsOf(part), part.journal.dropped], [[502], 2]);
  });
});

describe('a page of one worker', () => {
  const page = (ids: readonly number[], form: PageForm, showsSecrets: boolean) =>
    ({ type: 'page', ids, form, showsSecrets }) as const;

  it('has each entry that the journal has, as a view or for an archive, masked or with credentials', () => {
    const { run, add } = open();
    add(
      createExchange({
        id: 102,
        headers: [['Authorization', 'Bearer correct-horse-battery']],
        body: Buffer.from([255]),
      }),
    );
    add({ ...createFailure('no-request'), id: 202 });
    for (const [form, path, worker] of [
      ['view', 'request', 'worker'],
      ['har', 'request', '_worker'],
    ] as const)
      for (const showsSecrets of [false, true]) {
        const { items, count } = run(page([102, 302, 202], form, showsSecrets));
        assert.equal(count, 3);
        const [[id, entry], [other, failure]] = items;
        assert.deepEqual([id, entry[worker], other], [102, WORKER, 202]);
        assert.equal(JSON.stringify(entry[path]).includes('correct-horse'), showsSecrets);
        if (form === 'har') assert.equal(failure, null);
        else {
          assert.deepEqual([failure.kind, failure.worker], ['no-request', WORKER]);
          assert.equal(entry.request.body.base64, showsSecrets ? '/w==' : undefined);
        }
      }
  });

  it('ends with the entry whose text reaches 256 KiB', () => {
    const { run, add } = open();
    const ids = [102, 202, 302];
    for (const id of ids) add(createExchange({ id, body: 'x'.repeat(140_000) }));
    const first = run(page(ids, 'view', false));
    assert.deepEqual([first.items.length, first.count], [2, 2]);
    const rest = run(page(ids.slice(2), 'view', false));
    assert.deepEqual([rest.items.length, rest.count], [1, 1]);
  });
});

describe('the watch of one worker for another', () => {
  it('reports the number of matching exchanges when it has increased, once for each iteration', async () => {
    const { run, add, values, notices, endIteration } = open();
    add(createExchange({ id: 102 }));
    add(createExchange({ id: 202 }));
    assert.equal(run({ type: 'wait', key: '1/7', wait: { ...MATCH, count: 9, after: 102 } }), 1);
    add(createExchange({ id: 302 }));
    add(createExchange({ id: 402 }));
    add(createExchange({ id: 502, target: '/other' }));
    assert.deepEqual(values(), []);
    await endIteration();
    assert.deepEqual(notices, [{ to: 1, notice: { key: '1/7', worker: WORKER, value: 3 } }]);
    assert.deepEqual(values(), [3]);
    await endIteration();
    assert.deepEqual(values(), []);
    add(createExchange({ id: 602 }));
    await endIteration();
    assert.deepEqual(values(), [4]);
    assert.equal(run({ type: 'end', key: '1/7' }), 0);
    add(createExchange({ id: 702 }));
    await endIteration();
    assert.deepEqual(values(), []);
  });

  it('reports changes at most once in 20 ms, and not those of bodies', () => {
    const { run, add, journal, values, notices, timers } = open();
    const fire = () => {
      const [timer] = timers.splice(0);
      assert.equal(timer?.milliseconds, 20);
      timer?.action();
    };
    assert.equal(run({ type: 'follow', key: '12/1' }), 0);
    const recording = add(createExchange({ id: 102 }));
    assert.deepEqual(notices, [{ to: 12, notice: { key: '12/1', worker: WORKER, value: 1 } }]);
    assert.deepEqual(values(), [1]);
    journal.changed('done', recording);
    journal.changed('done', recording);
    assert.deepEqual([values(), timers.length], [[], 1]);
    fire();
    assert.deepEqual(values(), [1]);
    fire();
    assert.deepEqual([values(), timers.length], [[], 0]);
    journal.changed('body', recording);
    assert.deepEqual([values(), timers.length], [[], 0]);
    journal.changed('request', recording);
    assert.deepEqual(values(), [1]);
    journal.changed('done', recording);
    run({ type: 'end', key: '12/1' });
    fire();
    journal.changed('done', recording);
    assert.deepEqual([values(), timers.length], [[], 0]);
  });

  it('replaces one of the same key, and all of a worker end with it', () => {
    const { part, run, add, values } = open();
    const follow = (key: string) => run({ type: 'follow', key });
    follow('1/1');
    follow('1/1');
    add(createExchange({ id: 102 }));
    assert.deepEqual(values(), [1]);
    follow('1/2');
    follow('11/1');
    part.endAll('1');
    add(createExchange({ id: 202 }));
    assert.deepEqual(values(), [1]);
  });

  it('reports the id of the exchange that repeats another one', () => {
    const { run, add, journal, values, notices } = open();
    const remote = '127.0.0.1:40000';
    const connection = { remote };
    assert.equal(run({ type: 'replay', key: '2/1', remote, id: 555 }), 0);
    assert.equal(journal.expectedReplays.take(connection), 555);
    const recording = add({ ...createExchange({ id: 102, connection, ended: null }), replayOf: 555 });
    assert.deepEqual(values(), []);
    journal.changed('done', recording);
    assert.deepEqual(notices, [{ to: 2, notice: { key: '2/1', worker: WORKER, value: 102 } }]);
    values();
    for (const other of [
      { ...createExchange({ id: 202, connection }), replayOf: 556 },
      { ...createExchange({ id: 302 }), replayOf: 555 },
    ])
      journal.changed('done', add(other));
    assert.deepEqual(values(), []);
    run({ type: 'end', key: '2/1' });
    journal.changed('done', recording);
    assert.deepEqual(values(), []);
  });
});
