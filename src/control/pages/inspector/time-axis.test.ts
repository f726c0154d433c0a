import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAttempts, findAttempts, gapsOf } from './browser/list/attempts.ts';
import { createAxis } from './time-axis.ts';

const span = (start: number, end = start + 10) => ({ start, end });

describe('the axis of the waterfall', () => {
  it('places times in their order from 0 to 1, and finds the time at a place', () => {
    const axis = createAxis([span(1000), span(3000, 5000), span(2000)]);
    assert.deepEqual([axis.start, axis.end], [1000, 5000]);
    assert.deepEqual(
      [1000, 2000, 3000, 5000].map((time) => axis.place(time)),
      [0, 0.25, 0.5, 1],
    );
    assert.equal(axis.timeAt(0.25), 2000);
    assert.deepEqual(axis.cuts, []);
  });

  it('cuts out idle time of more than five seconds, and says how long it is', () => {
    const axis = createAxis([span(0), span(5010), span(100_000), span(3_700_000, 3_702_000)]);
    assert.deepEqual(
      axis.cuts.map(({ ms }) => ms),
      [94_980, 3_599_990],
    );
    const places = [0, 5020, 100_000, 3_700_000, 3_702_000].map((time) => axis.place(time));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    assert.ok(places.every((place) => place >= 0 && place <= 1));
    for (const { from, to } of axis.cuts) assert.ok(to - from > 0.03 && to - from < 0.05, `${from} to ${to}`);
    // The idle time has no part of the line but the cut.
    assert.ok((axis.place(5020) - axis.place(0)) / (axis.place(3_702_000) - axis.place(3_700_000)) > 2);
  });

  it('has five to eight labels that do not overlap, with as many digits as they need', () => {
    for (const length of [3, 7, 12, 50, 99, 480, 1000, 3300, 9999, 86_400_000]) {
      const { ticks } = createAxis([span(0, length)]);
      assert.ok(ticks.length >= 4 && ticks.length <= 10, `${length}: ${ticks.map(({ label }) => label)}`);
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length);
      for (const [index, { at }] of ticks.entries())
        assert.ok(index === 0 || at - (ticks[index - 1]?.at ?? 0) >= 0.07, `${length}`);
    }
    assert.deepEqual(
      createAxis([span(0, 1500)]).ticks.map(({ label }) => label),
      ['0', '200 ms', '400 ms', '600 ms', '800 ms', '1.0 s', '1.2 s', '1.4 s'],
    );
  });

  it('shows a part of the time, and exists without any', () => {
    const axis = createAxis([span(0), span(9000)], { start: 4000, end: 6000 });
    assert.deepEqual([axis.place(0), axis.place(5000), axis.place(9000)], [0, 0.5, 1]);
    const none = createAxis([]);
    assert.deepEqual([none.place(5), none.cuts], [0, []]);
  });
});

describe('attempts', () => {
  const entry = (id: number, at: number, more: object = {}) => ({
    id,
    at,
    method: 'POST',
    target: '/sequence/k/status=503/end',
    status: 503,
    ms: 2,
    connection: `${id}.1`,
    client: 'a',
    lab: `sequence/k #${id}`,
    ...more,
  });

  it('are those at one key, or of one method, target and bin, with the gaps between them', () => {
    const entries = [
      entry(1, 0),
      entry(2, 502),
      entry(3, 600, { lab: 'sequence/other #1' }),
      entry(4, 1504),
      entry(5, 3506, { status: 200 }),
    ];
    const [first] = entries;
    assert.ok(first);
    const attempts = findAttempts(entries, first);
    assert.deepEqual(
      attempts.map(({ id }) => id),
      [1, 2, 4, 5],
    );
    assert.deepEqual(
      [...gapsOf(attempts)].map(([id, { ms }]) => [id, ms]),
      [
        [2, 500],
        [4, 1000],
        [5, 2000],
      ],
    );
    assert.equal(
      describeAttempts(attempts),
      'Key sequence/k, 4 attempts: 503, 503, 503, 200 · gaps 500 ms, 1.00 s, 2.00 s · each 2.0 times the one before',
    );
    const { lab: _, ...plain } = first;
    assert.equal(findAttempts([...entries, { ...plain, id: 6, bin: 'b' }], plain).length, 0);
    assert.equal(describeAttempts([first]), undefined);
  });

  it('have no gap while the one before runs', () => {
    assert.equal(gapsOf([entry(1, 0, { ms: 100 }), entry(2, 50)]).size, 0);
  });
});
