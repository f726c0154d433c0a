import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { Journal } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { createRedaction } from '../views/redaction.ts';
import { countBins } from './count-bins.ts';
import { type Counted, countValues, MAX_VALUE } from './count-values.ts';
import { ReadableJournal } from './readable-journal.ts';
import { selectEntries } from './select-entries.ts';
import { summarizeEntries } from './summarize-entries.ts';

const redaction = createRedaction({ salt: Buffer.from('salt') });

/** A journal with these entries, which have the ids 1, 2, 3 and so on, and with one that has arrived later. */
function openJournal(entries: readonly JournalEntry[]): ReadableJournal {
  const journal = new Journal({ entries: 2000, bytes: 1e6, runtime: { after: () => () => {} } });
  for (const [index, entry] of [...entries, createExchange({ target: '/later' })].entries()) {
    const view = { ...entry, id: index + 1 };
    const [bin, isOwn] = view.kind === 'exchange' ? [view.bin, view.own] : [null, false];
    journal.add({ id: view.id, bin, isOwn, size: 1, countedSize: 0, isComplete: true, view: () => view });
  }
  return new ReadableJournal(journal, entries.length);
}

const exchanges = (...all: readonly ExchangeParts[]): JournalEntry[] => all.map(createExchange);

const ownPage = () => ({ ...createExchange({ target: '/own' }), own: true });

describe('the selected entries', () => {
  const entries = exchanges(
    ...['/a', '/b', '/a', '/a', '/b', '/a'].map((target): ExchangeParts => ({ target })),
  );
  const select = (more: { readonly since?: number; readonly limit?: number }) => {
    const selection = { parameters: { path: '/a' }, ...more };
    const { entries: selected, isLimited } = selectEntries(openJournal(entries), selection);
    return [...selected.map(({ id }) => id), isLimited];
  };

  it('are all, the newest ones, or the oldest ones after an id', () => {
    assert.deepEqual(select({}), [1, 3, 4, 6, false]);
    assert.deepEqual(select({ limit: 5 }), [1, 3, 4, 6, false]);
    assert.deepEqual(select({ limit: 4 }), [1, 3, 4, 6, false]);
    assert.deepEqual(select({ limit: 3 }), [3, 4, 6, true]);
    assert.deepEqual(select({ limit: 1 }), [6, true]);
    assert.deepEqual(select({ since: 1 }), [3, 4, 6, false]);
    assert.deepEqual(select({ since: 0, limit: 3 }), [1, 3, 4, true]);
    assert.deepEqual(select({ since: 1, limit: 3 }), [3, 4, 6, false]);
    assert.deepEqual(select({ since: 3, limit: 1 }), [4, true]);
    assert.deepEqual(select({ since: 6, limit: 1 }), [false]);
  });

  it('are those of clients, or also of own pages', () => {
    const all = [...entries.slice(0, 2), ownPage()];
    const idsOf = (scope?: 'all' | 'clients') =>
      selectEntries(openJournal(all), { parameters: {}, scope }).entries.map(({ id }) => id);
    assert.deepEqual(
      [idsOf(), idsOf('clients'), idsOf('all')],
      [
        [1, 2],
        [1, 2],
        [1, 2, 3],
      ],
    );
  });
});

describe('the summary of a journal', () => {
  const entries = [
    createFailure('no-request'),
    ...exchanges({ target: '/a' }, { target: '/b' }, { target: '/a' }),
    ownPage(),
    ...exchanges({ target: '/a?token=correct-horse-battery' }),
  ];
  const summarize = (
    path: string | undefined,
    limit: number,
    before?: number,
    scope: 'all' | 'clients' = 'clients',
  ) => {
    const input = { parameters: { path }, scope, limit, before, columns: ['Host'] };
    const { requests, ...numbers } = summarizeEntries(openJournal(entries), input, redaction);
    return [requests.map(({ id }) => id), numbers];
  };

  it('has the newest rows, and the numbers of all entries', () => {
    const numbers = { matched: 5, total: 5, own: 1, oldest: 1 };
    assert.deepEqual(summarize(undefined, 9), [[6, 4, 3, 2, 1], numbers]);
    assert.deepEqual(summarize(undefined, 2), [[6, 4], numbers]);
    assert.deepEqual(summarize(undefined, 2, 4), [[3, 2], numbers]);
    assert.deepEqual(summarize(undefined, 0), [[], numbers]);
    assert.deepEqual(summarize(undefined, 2, 6, 'all'), [
      [5, 4],
      { matched: 6, total: 6, own: 1, oldest: 1 },
    ]);
  });

  it('has the rows that a filter selects, and their number', () => {
    const numbers = { matched: 3, total: 5, own: 1, oldest: 1 };
    assert.deepEqual(summarize('/a', 9), [[6, 4, 2], numbers]);
    assert.deepEqual(summarize('/a', 2), [[6, 4], numbers]);
    assert.deepEqual(summarize('/a', 1, 4), [[2], numbers]);
    assert.deepEqual(summarize('/a', 9, 6), [[4, 2], numbers]);
    assert.deepEqual(summarize('/x', 9), [[], { ...numbers, matched: 0 }]);
    const own = { matched: 1, total: 6, own: 1, oldest: 1 };
    assert.deepEqual(summarize('/own', 9, undefined, 'all'), [[5], own]);
  });

  it('masks credentials, and has the columns of headers', () => {
    for (const path of [undefined, '/a']) {
      const input = { parameters: { path }, scope: 'clients', limit: 1, columns: ['Host'] } as const;
      const [row] = summarizeEntries(openJournal(entries), input, redaction).requests;
      assert.match(row?.target ?? '', /^\/a\?token=\*{4}tery~[\da-f]{8}$/);
      assert.deepEqual(row?.columns, ['localhost:8080']);
    }
  });

  it('of no entry has zeros', () => {
    for (const path of [undefined, '/a'])
      assert.deepEqual(
        summarizeEntries(openJournal([]), { parameters: { path }, scope: 'clients', limit: 1 }, redaction),
        {
          requests: [],
          matched: 0,
          total: 0,
          own: 0,
          oldest: 0,
        },
      );
  });
});

describe('the values of the selected exchanges', () => {
  const long = 'x'.repeat(MAX_VALUE);
  const entries = [
    createFailure('parser-error'),
    ...exchanges(
      { method: 'PUT', target: '/bin/t1/a?b', bin: 't1', endpoint: '/a', response: { status: 503 } },
      {
        headers: [
          ['Host', 'h:1'],
          ['X-A', long],
          ['x-a', '1'],
          ['X-A', '1'],
        ],
        response: { status: 0 },
      },
      {
        headers: [
          ['Authorization', 'Bearer correct-horse-battery'],
          ['X-A', `${long}y`],
        ],
        response: null,
      },
      {
        method: 'GET',
        target: '/?token=correct-horse-battery',
        ended: 'client-rst',
        connection: { remote: '[::1]:5', protocol: 'HTTP/2' },
      },
    ),
  ];
  const count = (counted: Counted, parameters = {}) => {
    const { values, without, others } = countValues(
      openJournal(entries),
      { parameters, scope: 'clients', counted },
      redaction,
    );
    assert.equal(others, 0);
    return [...values, without];
  };

  it('are counted by exchange, the most frequent ones first', () => {
    for (const [name, expected] of [
      ['status', [['200', 1], ['503', 1], 2]],
      ['method', [['GET', 3], ['PUT', 1], 0]],
      ['path', [['/get', 2], ['/', 1], ['/a', 1], 0]],
      ['bin', [['t1', 1], 3]],
      ['host', [['localhost', 3], ['h', 1], 0]],
      ['client', [['127.0.0.1', 3], ['[::1]', 1], 0]],
      ['protocol', [['HTTP/1.1', 3], ['HTTP/2', 1], 0]],
      ['endpoint', [['/a', 1], 3]],
      ['fault', [['client-rst', 1], 3]],
      ['type', [4]],
    ] as const)
      assert.deepEqual(count({ name }), expected, name);
    assert.deepEqual(count({ name: 'method' }, { path: '/get' }), [['GET', 2], 0]);
  });

  it('of a header have at most 200 characters, and masked credentials', () => {
    assert.deepEqual(count({ header: 'X-a' }), [['1', 1], [long, 1], [`${long}…`, 1], 2]);
    const [authorization, without] = count({ header: 'authorization' });
    assert.match(String(authorization), /^Bearer \*{4}tery~[\da-f]{8},1$/);
    assert.equal(without, 3);
  });

  it('are at most a thousand', () => {
    const targets = Array.from({ length: 1003 }, (_, index) => `/${index}`);
    const all = exchanges(...[...targets, '/5'].map((target): ExchangeParts => ({ target })));
    const input = { parameters: {}, scope: 'clients', counted: { name: 'path' } } as const;
    const { values, without, others } = countValues(openJournal(all), input, redaction);
    assert.deepEqual(values.slice(0, 2), [
      ['/5', 2],
      ['/0', 1],
    ]);
    assert.deepEqual([values.length, without, others], [1000, 0, 3]);
  });
});

describe('the bins', () => {
  it('have the number and the times of their entries, and the last one, the one with the oldest entry first', () => {
    const entries = exchanges(
      { startedAt: 1 },
      { bin: 'b', startedAt: 20 },
      { bin: 'a', startedAt: 30 },
      { bin: 'b', startedAt: 40 },
      { bin: 'b', startedAt: 50, method: 'PUT', response: null, ended: 'client-fin' },
    );
    const counts = countBins(openJournal(entries), 60).map(({ recent: _, ...others }) => others);
    assert.deepEqual(counts, [
      {
        name: 'b',
        entries: 3,
        firstAt: 20,
        lastAt: 50,
        last: { id: 5, method: 'PUT', ended: 'client-fin' },
      },
      {
        name: 'a',
        entries: 1,
        firstAt: 30,
        lastAt: 30,
        last: { id: 3, method: 'GET', status: 200 },
      },
    ]);
  });

  it('have the numbers of their requests in each of the last 16 minutes of the clock', () => {
    const minute = 60_000;
    const starts = [0, 4.9, 5, 5.99, 19, 20, 20.2, 20.4].map((minutes) => minutes * minute);
    const entries = exchanges(...starts.map((startedAt) => ({ bin: 'b', startedAt })));
    const recentAt = (minutes: number) => countBins(openJournal(entries), minutes * minute)[0]?.recent;
    assert.deepEqual(recentAt(20.5), [2, ...Array(13).fill(0), 1, 3]);
    // A minute that is over keeps its count.
    assert.deepEqual(recentAt(20.99), recentAt(20.5));
    assert.deepEqual(recentAt(21), [...Array(13).fill(0), 1, 3, 0]);
    // The clock of the machine was set back.
    assert.deepEqual(recentAt(1), [...Array(14).fill(0), 1, 7]);
  });
});
