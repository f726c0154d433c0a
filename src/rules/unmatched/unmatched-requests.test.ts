import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { StoreUnavailableError } from '#database/errors.ts';
import { matches } from '#http/message/validation.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { buildModes, UnmatchedModeInput } from './unmatched-mode.ts';
import { UnmatchedRequests, withMode } from './unmatched-requests.ts';
import { addRequest, clearRequests, NO_REQUESTS, type UnmatchedScope } from './unmatched-scopes.ts';

const requestOf = (path: string, bin: string | null = null) => ({ bin, method: 'GET', path });

const addAll = (requests: readonly ReturnType<typeof requestOf>[]) =>
  requests.reduce(addRequest, NO_REQUESTS);

const many = (count: number, bin: string | null) =>
  Array.from({ length: count }, (_, index) => requestOf(`/${index}`, bin));

const sizesOf = (scopes: readonly UnmatchedScope[]) =>
  scopes.map(({ bin, count, latest }) => [bin, count, latest.length]);

describe('requests that no rule took', () => {
  it('are the latest of each scope, the scope with the latest one last', () => {
    const scopes = addAll([requestOf('/a'), requestOf('/b', 'one'), { ...requestOf('/c'), method: 'PUT' }]);
    assert.deepEqual(scopes, [
      { bin: 'one', count: 1, latest: [{ method: 'GET', path: '/b' }] },
      {
        bin: null,
        count: 2,
        latest: [
          { method: 'GET', path: '/a' },
          { method: 'PUT', path: '/c' },
        ],
      },
    ]);
    const long = 'x'.repeat(201);
    assert.deepEqual(addAll([{ bin: null, method: long, path: long }])[0]?.latest, [
      { method: `${'x'.repeat(200)}…`, path: `${'x'.repeat(200)}…` },
    ]);
    assert.deepEqual(sizesOf(clearRequests(scopes, null)), [['one', 1, 1]]);
    assert.deepEqual(sizesOf(clearRequests(scopes, 'one')), [[null, 2, 2]]);
    assert.deepEqual(clearRequests(scopes, 'two'), scopes);
    assert.deepEqual(clearRequests(scopes, undefined), []);
  });

  it('are at most 100 of a scope, and 2000 of all 1000 scopes', () => {
    assert.deepEqual(sizesOf(addAll(many(100, null))), [[null, 100, 100]]);
    const [scope] = addAll(many(101, null));
    assert.deepEqual(
      [scope?.count, scope?.latest.length, scope?.latest[0]?.path, scope?.latest.at(-1)?.path],
      [101, 100, '/1', '/100'],
    );
    const full = Array.from({ length: 20 }, (_, index) => many(100, `b${index}`)).flat();
    assert.deepEqual(
      sizesOf(addAll(full)),
      Array.from({ length: 20 }, (_, index) => [`b${index}`, 100, 100]),
    );
    // The requests of the scope whose latest one is the oldest are removed, and its count stays.
    assert.deepEqual(sizesOf(addAll([...full, requestOf('/a')])).slice(0, 2), [
      ['b0', 100, 0],
      ['b1', 100, 100],
    ]);
    assert.deepEqual(sizesOf(addAll([...full, requestOf('/a'), ...many(100, 'c')])).slice(0, 3), [
      ['b0', 100, 0],
      ['b1', 100, 0],
      ['b2', 100, 100],
    ]);
    const bins = Array.from({ length: 1000 }, (_, index) => requestOf('/a', `b${index}`));
    const all = addAll(bins);
    assert.deepEqual([all.length, all[0]?.bin], [1000, 'b0']);
    const changed = addRequest(all, requestOf('/a', 'c'));
    assert.deepEqual([changed.length, changed[0]?.bin, changed.at(-1)?.bin], [1000, 'b1', 'c']);
  });

  it('are stored together with those that arrive during a change', async () => {
    const updates: string[] = [];
    let isAway = false;
    const local = createLocalState();
    const attach: SharedState['attach'] = (name, replica) => {
      const value = local.attach(name, replica);
      return {
        ...value,
        async update(change) {
          updates.push(name);
          // As in a server of several processes, a change takes a while.
          await setImmediate();
          if (isAway) throw new StoreUnavailableError('away');
          return value.update(change);
        },
      };
    };
    let changes = 0;
    const unmatched = new UnmatchedRequests({ attach }, () => changes++);
    unmatched.start({ server: 'pass', bins: [['one', '404']] });
    assert.deepEqual([changes, unmatched.isStrict], [1, true]);
    const addTen = () => Promise.all(Array.from({ length: 10 }, () => unmatched.add(requestOf('/a'))));
    await addTen();
    assert.deepEqual(
      [updates.splice(0), sizesOf(unmatched.list())],
      [['unmatched requests'], [[null, 10, 10]]],
    );
    await addTen();
    assert.deepEqual(
      [updates.splice(0), sizesOf(unmatched.list())],
      [['unmatched requests'], [[null, 20, 20]]],
    );
    const stored: Promise<void>[] = [];
    for (const path of ['/1', '/2', '/3']) {
      stored.push(unmatched.add(requestOf(path)));
      // The first change begins, and is not yet complete.
      await Promise.resolve();
      await Promise.resolve();
    }
    await Promise.all(stored);
    assert.deepEqual(updates.splice(0), ['unmatched requests', 'unmatched requests']);
    await unmatched.clear();
    // A request gets its response while the shared state is away.
    isAway = true;
    await addTen();
    isAway = false;
    assert.deepEqual(sizesOf(unmatched.list()), []);
    await unmatched.add(requestOf('/b', 'one'));
    await unmatched.clear(null);
    assert.deepEqual(sizesOf(unmatched.list()), [['one', 1, 1]]);

    await unmatched.setMode('one', null);
    assert.deepEqual(
      [changes, unmatched.isStrict, unmatched.modes],
      [2, false, { server: 'pass', bins: [] }],
    );
    await unmatched.setMode(null, 'fail');
    await unmatched.setMode('two', 'pass');
    assert.deepEqual(
      [unmatched.isStrict, unmatched.modeOf(null), unmatched.modeOf('one'), unmatched.modeOf('two')],
      [true, 'fail', 'fail', 'pass'],
    );
    await unmatched.restore({ server: 'pass', bins: [['two', 'pass']] });
    assert.deepEqual([unmatched.isStrict, unmatched.list()], [false, []]);
  });

  it('fail for another error of the shared state', async () => {
    const local = createLocalState();
    const attach: SharedState['attach'] = (name, replica) => ({
      ...local.attach(name, replica),
      update: async () => {
        throw new Error('unexpected');
      },
    });
    const unmatched = new UnmatchedRequests({ attach }, () => {});
    unmatched.start({ server: 'pass', bins: [] });
    await assert.rejects(unmatched.add(requestOf('/a')), { message: 'unexpected' });
    // The next one is not lost with it.
    await assert.rejects(unmatched.add(requestOf('/a')), { message: 'unexpected' });
  });
});

describe('the modes of the scopes', () => {
  it('have one for the server, and those of bins in the order of their changes', () => {
    const modes = {
      server: '404',
      bins: [
        ['a', 'fail'],
        ['b', 'pass'],
      ],
    } as const;
    for (const [bin, mode, expected] of [
      [null, 'fail', { ...modes, server: 'fail' }],
      [null, null, { ...modes, server: 'pass' }],
      [
        'a',
        '404',
        {
          server: '404',
          bins: [
            ['b', 'pass'],
            ['a', '404'],
          ],
        },
      ],
      ['a', null, { server: '404', bins: [['b', 'pass']] }],
      ['c', 'pass', { server: '404', bins: [...modes.bins, ['c', 'pass']] }],
      ['c', null, modes],
    ] as const)
      assert.deepEqual(withMode(modes, bin, mode), expected);
  });

  it('are those of the setting and of the seed', () => {
    for (const [setting, input, expected] of [
      ['pass', undefined, { server: 'pass', bins: [] }],
      ['404', [], { server: '404', bins: [] }],
      ['pass', [{ mode: 'fail' }, { bin: 'a', mode: '404' }], { server: 'fail', bins: [['a', '404']] }],
      ['404', [{ mode: 'fail' }, { bin: 'a', mode: 'pass' }], { server: '404', bins: [['a', 'pass']] }],
    ] as const)
      assert.deepEqual(buildModes(setting, input), expected);
    for (const [input, isValid] of [
      [{ mode: 'pass' }, true],
      [{ bin: 'a.b_c~d-1', mode: '404' }, true],
      [{ bin: 'a/b', mode: 'fail' }, false],
      [{ bin: 'a' }, false],
      [{ mode: 'other' }, false],
      [{ mode: 'pass', other: 1 }, false],
    ] as const)
      assert.equal(matches(UnmatchedModeInput, input), isValid, JSON.stringify(input));
  });
});
