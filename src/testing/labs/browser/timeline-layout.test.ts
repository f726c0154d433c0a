import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AttemptRow, describeEnding, formatAttemptDuration } from './key-view.ts';
import { layOut, resultOf, toneOf } from './timeline-layout.ts';

const attempt = (values: Partial<AttemptRow> & { done?: number | null }): AttemptRow => ({
  n: 1,
  step: 1,
  time: '2026-01-01T00:00:00.000Z',
  sincePrevious: null,
  method: 'GET',
  target: null,
  connection: 1,
  reused: false,
  body: { length: 0, sha256: null },
  caller: null,
  status: 200,
  fault: null,
  endedBy: 'answered',
  ...values,
  ms: { done: values.done ?? null },
});

describe('the timeline of attempts', () => {
  it('places attempts by their gaps, and parallel ones in rows', () => {
    const { bars, lanes, length } = layOut([
      attempt({ n: 1, done: 10 }),
      attempt({ n: 2, sincePrevious: 500, done: 100 }),
      attempt({ n: 3, sincePrevious: 50, done: 20 }),
      attempt({ n: 4, sincePrevious: 50, done: null }),
    ]);
    assert.deepEqual(
      bars.map(({ start, end, lane }) => [start, end, lane]),
      [
        [0, 10, 0],
        [500, 600, 0],
        [550, 570, 1],
        [600, 600, 0],
      ],
    );
    assert.deepEqual([lanes, length], [2, 600]);
    assert.deepEqual(layOut([]), { bars: [], lanes: 0, length: 0 });
  });

  it('places attempts that begin at the same time in rows, also those without an end', () => {
    const { bars, lanes, length } = layOut([
      attempt({ n: 1, done: null }),
      attempt({ n: 2, sincePrevious: 0, done: null }),
      attempt({ n: 3, sincePrevious: 500, done: null }),
      attempt({ n: 4, sincePrevious: 0, done: 0 }),
      attempt({ n: 5, sincePrevious: null, done: 7 }),
      attempt({ n: 6, sincePrevious: 7, done: 1 }),
    ]);
    assert.deepEqual(
      bars.map(({ start, end, lane }) => [start, end, lane]),
      [
        [0, 0, 0],
        [0, 0, 1],
        [500, 500, 0],
        [500, 500, 1],
        [500, 507, 2],
        [507, 508, 0],
      ],
    );
    assert.deepEqual([lanes, length], [3, 508]);
  });

  it('starts after the first attempt that is kept', () => {
    const { bars } = layOut([attempt({ n: 7, sincePrevious: 900, done: 1 })]);
    assert.equal(bars[0]?.start, 0);
  });

  it('tells results apart', () => {
    const tones = [
      attempt({}),
      attempt({ status: 429 }),
      attempt({ status: 503 }),
      attempt({ status: null, fault: 'reset', endedBy: 'server-rst' }),
      attempt({ endedBy: 'client-fin' }),
      attempt({ status: null, endedBy: null }),
      ...[399, 400, 499, 500].map((status) => attempt({ status })),
    ];
    assert.deepEqual(tones.map(toneOf), [
      'good',
      'warn',
      'bad',
      'bad',
      'bad',
      'open',
      'good',
      'warn',
      'warn',
      'bad',
    ]);
    assert.deepEqual(
      [tones[0], tones[3], tones[5]].map((each) => each && resultOf(each)),
      ['200', 'reset', 'no response'],
    );
  });

  it('shows times for people', () => {
    assert.deepEqual([0, 4.26, 9.9, 10, 503.2, 999, 1000, 2500, 61_004].map(formatAttemptDuration), [
      '0.0 ms',
      '4.3 ms',
      '9.9 ms',
      '10 ms',
      '503 ms',
      '999 ms',
      '1 s',
      '2.5 s',
      '61 s',
    ]);
  });

  it('names each ending, and the result with its fault', () => {
    const endings = [
      'answered',
      'client-fin',
      'client-rst',
      'server-fin',
      'server-rst',
      'timeout',
      'other',
      null,
    ];
    assert.deepEqual(
      endings.map((endedBy) => describeEnding({ endedBy })),
      [
        'response complete',
        'client closed',
        'client reset',
        'server closed',
        'server reset',
        'time limit',
        'other',
        'in progress',
      ],
    );
    assert.equal(resultOf(attempt({ status: 503, fault: 'reset' })), '503 reset');
    assert.equal(toneOf(attempt({ fault: 'x' })), 'bad');
    assert.equal(toneOf(attempt({ status: null })), 'bad');
  });
});
