import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import type { JournalEvent, RecordedExchange } from '../recording/record.ts';
import { createRedaction, NO_REDACTION } from '../views/redaction.ts';
import { describeCount, verifyCount, verifyWait } from './verification.ts';
import type { WaitOptions, WatchedJournal } from './wait.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

const exchanges = [1, 2, 3].map((id) =>
  createExchange({ id, target: id === 3 ? '/ip' : `/get?token=${id}`, startedAt: NOW - id }),
);

const get = { path: '/get' };

describe('the number of requests', () => {
  const verify = (count: { readonly min: number; readonly max: number }) =>
    verifyCount(get, count, exchanges, { redaction: NO_REDACTION, runtime: { machineNow: () => NOW } });

  it('is as expected from the smallest to the largest one', () => {
    for (const [min, max, isExpected] of [
      [2, 2, true],
      [0, 2, true],
      [2, 3, true],
      [1, Infinity, true],
      [3, 3, false],
      [3, Infinity, false],
      [0, 1, false],
      [1, 1, false],
    ] as const) {
      const { matched, ...others } = verify({ min, max });
      assert.deepEqual(matched, exchanges.slice(0, 2));
      assert.equal('failed' in others, !isExpected, `${min} to ${max}`);
    }
  });

  it('is in the report of an error, which names the nearest requests', () => {
    const { failed } = verify({ min: 3, max: 4 });
    assert.equal(
      failed?.text,
      [
        'Expected a request to /get. 2 of 3 to 4 came; 3 requests arrived.',
        'Nearest, #3, 3 ms ago: GET /ip',
        '  path: expected /get, got /ip',
      ].join('\n'),
    );
    const { match, matched, arrived, nearest } = failed.report;
    assert.deepEqual([match, matched, arrived, nearest.map(({ request }) => request.id)], [get, 2, 3, [3]]);
  });

  it('is described in words', () => {
    for (const [min, max, text] of [
      [2, 2, '2'],
      [0, 0, '0'],
      [0, Infinity, 'at least 0'],
      [1, Infinity, 'at least 1'],
      [0, 2, 'at most 2'],
      [1, 2, '1 to 2'],
    ] as const)
      assert.equal(describeCount({ min, max }), text);
  });
});

/** A journal whose entries can leave it, and a time that passes only by `expire`. */
function open(entries: RecordedExchange[]) {
  const listeners = new Set<(event: JournalEvent) => void>();
  const journal: WatchedJournal = {
    dropped: 0,
    entries: (after = 0) => entries.filter(({ id }) => id > after),
    candidates: (after) => entries.filter(({ id }) => id > after),
    find: (id) => entries.find((entry) => entry.id === id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let now = 5000;
  let expire = () => {};
  const runtime = {
    machineNow: () => NOW,
    monotonic: () => now,
    timeout(milliseconds: number, action: () => void) {
      expire = () => {
        now += milliseconds;
        action();
      };
      return () => {};
    },
  };
  return {
    runtime,
    journal,
    entries,
    add(entry: RecordedExchange) {
      entries.push(entry);
      for (const listener of listeners) listener({ type: 'done', entry, order: entry.id });
    },
    expire: () => expire(),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('a wait for requests', () => {
  const wait: WaitOptions = { match: get, count: 2, milliseconds: 1500, after: 0, until: 'done' };
  const redaction = createRedaction({ salt: Buffer.from('salt') });
  const waiting = (opened: ReturnType<typeof open>, options: Partial<WaitOptions> = {}) =>
    verifyWait(opened.journal, { ...wait, ...options }, redaction, opened.runtime);

  it('has those that came', async () => {
    assert.deepEqual(await waiting(open([...exchanges])), { matched: exchanges.slice(0, 2) });
    const opened = open([...exchanges]);
    const later = waiting(opened, { count: 3 });
    const entry = createExchange({ id: 4 });
    opened.add(entry);
    assert.deepEqual(await later, { matched: [...exchanges.slice(0, 2), entry] });
  });

  it('names the nearest of those after an id when its time is over, without credentials', async () => {
    const opened = open([...exchanges]);
    const result = waiting(opened, { after: 1 });
    opened.expire();
    const { matched, failed } = await result;
    assert.deepEqual(matched, exchanges.slice(1, 2));
    assert.equal(
      failed?.text,
      [
        'Waited 1.5 s for a request to /get. 1 of 2 came; 2 requests arrived.',
        'Nearest, #3, 3 ms ago: GET /ip',
        '  path: expected /get, got /ip',
      ].join('\n'),
    );
    const other = open([...exchanges]);
    const masked = waiting(other, { match: { path: '/ip' } });
    other.expire();
    const { report } = (await masked).failed ?? {};
    assert.match(report?.nearest[0]?.request.target ?? '', /^\/get\?token=\*{4}~\w{8}$/);
  });

  it('counts those that have left the journal', async () => {
    const opened = open(exchanges.slice(0, 1));
    const result = waiting(opened);
    opened.entries.length = 0;
    opened.expire();
    const { matched, failed } = await result;
    assert.deepEqual([matched, failed?.report.matched], [exchanges.slice(0, 1), 1]);
    assert.match(failed?.text ?? '', / 1 of 2 came; no request arrived\.$/);
  });

  it('names those that are incomplete', async () => {
    const opened = open([createExchange({ id: 7, ended: null })]);
    const result = waiting(opened, { until: 'body' });
    opened.expire();
    assert.match((await result).failed?.text ?? '', / 1 of 2 came; /);
    const done = waiting(opened);
    opened.expire();
    assert.match((await done).failed?.text ?? '', / 0 of 2 came, 1 is incomplete; /);
  });

  it('has its real time when a signal ends it', async () => {
    const opened = open([]);
    const controller = new AbortController();
    const result = waiting(opened, { signal: controller.signal });
    opened.pass(40.6);
    controller.abort();
    assert.match((await result).failed?.text ?? '', /^Waited 41 ms for /);
  });
});
