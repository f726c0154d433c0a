import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { Journal } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { createRedaction } from '../views/redaction.ts';
import { countBins } from './count-bins.ts';
import { countValues, MAX_VALUE } from './count-values.ts';
import type { JournalRead } from './journal-read.ts';
import { findMatches, findSequence } from './match-exchanges.ts';
import { readChanges } from './read-changes.ts';
import { selectEntries } from './select-entries.ts';
import { summarizeEntries } from './summarize-entries.ts';

const redaction = createRedaction({ salt: Buffer.from('salt') });

/** A journal with these entries, which have the ids 1, 2, 3 and so on. `null` is an entry of another process. */
function createJournal(entries: readonly (JournalEntry | null)[]): Journal {
  const journal = new Journal({
    entries: 100,
    bytes: 1e6,
    removedIds: 10,
    runtime: { after: () => () => {} },
  });
  for (const [index, entry] of entries.entries()) {
    if (entry === null) continue;
    const view = { ...entry, id: index + 1 };
    const [bin, isOwn] = view.kind === 'exchange' ? [view.bin, view.own] : [null, false];
    journal.add({ id: view.id, bin, isOwn, size: 1, countedSize: 0, isComplete: true, view: () => view });
  }
  return journal;
}

/** The result of a read of two processes, of which each has every second entry, and of one process. Both are equal. */
function read<Input, Part, Output>(
  { read, merge }: JournalRead<Input, Part, Output>,
  entries: readonly JournalEntry[],
  input: Input,
): Output {
  const one = merge([read(createJournal(entries), input, redaction)], input);
  const parts = [0, 1].map((process) =>
    read(
      createJournal(entries.map((entry, index) => (index % 2 === process ? entry : null))),
      input,
      redaction,
    ),
  );
  assert.deepEqual(merge(parts, input), one);
  return one;
}

const exchanges = (...all: readonly ExchangeParts[]): JournalEntry[] => all.map(createExchange);

const ownPage = () => ({ ...createExchange({ target: '/own' }), own: true });

describe('the selected entries', () => {
  const entries = exchanges(
    ...['/a', '/b', '/a', '/a', '/b', '/a'].map((target): ExchangeParts => ({ target })),
  );
  const select = (more: { readonly since?: number; readonly limit?: number }) => {
    const { ids, isLimited } = read(selectEntries, entries, { parameters: { path: '/a' }, ...more });
    return [...ids, isLimited];
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

  it('are limited if a process has omitted some', () => {
    const parts = [
      { ids: [4], isLimited: true },
      { ids: [3], isLimited: false },
    ];
    assert.deepEqual(selectEntries.merge(parts, { parameters: {}, limit: 2 }), {
      ids: [3, 4],
      isLimited: true,
    });
  });

  it('are those of clients, or also of own pages', () => {
    const all = [...entries.slice(0, 2), ownPage()];
    const idsOf = (scope?: 'all' | 'clients') => read(selectEntries, all, { parameters: {}, scope }).ids;
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
    const { requests, ...numbers } = read(summarizeEntries, entries, input);
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
      const [row] = read(summarizeEntries, entries, input).requests;
      assert.match(row?.target ?? '', /^\/a\?token=\*{4}tery~[\da-f]{8}$/);
      assert.deepEqual(row?.columns, ['localhost:8080']);
    }
  });

  it('of no entry has zeros', () => {
    for (const path of [undefined, '/a'])
      assert.deepEqual(read(summarizeEntries, [], { parameters: { path }, scope: 'clients', limit: 1 }), {
        requests: [],
        matched: 0,
        total: 0,
        own: 0,
        oldest: 0,
      });
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
  const count = (counted: Parameters<typeof countValues.read>[1]['counted'], parameters = {}) => {
    const { values, without, others } = read(countValues, entries, { parameters, scope: 'clients', counted });
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
    const values = Array.from({ length: 1000 }, (_, index): [string, number] => [`a${index}`, 2]);
    const input = { parameters: {}, scope: 'clients', counted: { name: 'path' } } as const;
    const merged = countValues.merge(
      [
        { values, without: 1, others: 3 },
        {
          values: [
            ['b', 1],
            ['a5', 1],
            ['c', 9],
          ],
          without: 2,
          others: 4,
        },
      ],
      input,
    );
    assert.deepEqual(merged.values.slice(0, 3), [
      ['c', 9],
      ['a5', 3],
      ['a0', 2],
    ]);
    assert.deepEqual([merged.values.length, merged.without, merged.others], [1000, 3, 9]);
  });
});

describe('the bins', () => {
  it('have the number and the times of their entries, the one with the oldest entry first', () => {
    const entries = exchanges(
      { startedAt: 1 },
      { bin: 'b', startedAt: 20 },
      { bin: 'a', startedAt: 30 },
      { bin: 'b', startedAt: 40 },
      { bin: 'b', startedAt: 50 },
    );
    assert.deepEqual(read(countBins, entries, null), [
      { name: 'b', entries: 3, firstAt: 20, lastAt: 50 },
      { name: 'a', entries: 1, firstAt: 30, lastAt: 30 },
    ]);
  });
});

describe('matching exchanges', () => {
  const ms = { body: null, firstByte: null, done: null };
  const entries = [
    ...exchanges(
      { target: '/a' },
      { target: '/b', ended: null, ms },
      { target: '/a', ended: null, ms },
      { target: '/a', ended: null, ms: { ...ms, body: 1 } },
      { target: '/c' },
      { target: '/b' },
    ),
    createFailure('no-request'),
  ];

  it('count after the part that is asked for', () => {
    for (const [after, until, ids] of [
      [0, 'head', [1, 3, 4]],
      [0, 'body', [1, 4]],
      [0, 'done', [1]],
      [1, 'head', [3, 4]],
      [4, 'head', []],
    ] as const)
      assert.deepEqual(
        read(findMatches, entries, { match: { path: '/a' }, after, until, showsSecrets: false }),
        ids,
        `${after} ${until}`,
      );
  });

  it('are a sequence with others between them', () => {
    const find = (after: number, ...paths: string[]) =>
      read(findSequence, entries, { sequence: paths.map((path) => ({ path })), after });
    assert.deepEqual(find(0, '/a', '/b', '/a'), [1, 2, 3]);
    assert.deepEqual(find(0, '/a', '/a', '/b'), [1, 3, 6]);
    assert.deepEqual(find(1, '/a', '/b'), [3, 6]);
    assert.deepEqual(find(0, '/c', '/a'), [5]);
    assert.deepEqual(find(0, '/x'), []);
  });
});

describe('the changes after a position', () => {
  it('are the new entries, and those that were in progress', () => {
    const entries = [
      ...exchanges({ ended: null }, {}, { target: '/b?token=correct-horse-battery', ended: null }),
      createFailure('no-request'),
      ownPage(),
    ];
    const changes = (showsSecrets: boolean, scope: 'all' | 'clients') =>
      read(readChanges, entries, {
        parameters: { path: '/get' },
        showsSecrets,
        form: 'entry',
        scope,
        after: 2,
        pending: [1, 3, 9],
      });
    const { entries: found, missed, isMinimum } = changes(false, 'clients');
    assert.deepEqual(
      found.map(({ id, isShown, isDone }) => [id, isShown, isDone]),
      [
        [1, true, false],
        [3, false, false],
        [4, false, true],
      ],
    );
    assert.deepEqual([missed, isMinimum], [0, false]);
    const { request } = JSON.parse(found[1]?.data ?? '');
    assert.match(request.target, /^\/b\?token=\*{4}tery~/);
    assert.equal('text' in request.body, false);
    const shown = changes(true, 'all').entries;
    assert.equal(JSON.parse(shown[1]?.data ?? '').request.target, '/b?token=correct-horse-battery');
    assert.deepEqual(
      shown.map(({ id }) => id),
      [1, 3, 4, 5],
    );
    const parts = [
      { entries: [], missed: 1, isMinimum: false },
      { entries: [], missed: 2, isMinimum: true },
    ];
    const input = {
      parameters: {},
      showsSecrets: false,
      form: 'entry',
      scope: 'all',
      after: 0,
      pending: [],
    } as const;
    assert.deepEqual(readChanges.merge(parts, input), { entries: [], missed: 3, isMinimum: true });
  });
});
