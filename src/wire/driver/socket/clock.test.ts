import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { Clock, type Ticking } from './clock.ts';

/** An entry that counts its ticks. */
class Entry implements Ticking {
  clockIndex = -1;
  count = 0;
  readonly #action: () => void;

  constructor(action: () => void = () => {}) {
    this.#action = action;
  }

  tick(): void {
    this.count++;
    this.#action();
  }
}

function createClock() {
  const { runtime, timers } = createManualRuntime();
  const clock = new Clock(runtime, 7);
  const round = () => {
    const timer = timers.shift();
    assert.ok(timer, 'no timer');
    timer.run();
  };
  return { clock, timers, round };
}

describe('a clock', () => {
  it('runs while it has entries, with one timer', () => {
    const { clock, timers, round } = createClock();
    assert.equal(timers.length, 0);
    const [first, second] = [new Entry(), new Entry()];
    clock.add(first);
    clock.add(second);
    assert.deepEqual(
      timers.map(({ milliseconds }) => milliseconds),
      [7],
    );
    round();
    clock.remove(first);
    clock.remove(first);
    round();
    assert.deepEqual([first.count, second.count, first.clockIndex, timers.length], [1, 2, -1, 1]);
    clock.remove(second);
    round();
    assert.equal(timers.length, 0);
    clock.add(first);
    assert.equal(timers.length, 1);
  });

  it('calls each entry once although ticks remove entries', () => {
    const { clock, round } = createClock();
    const entries: Entry[] = [];
    for (let index = 0; index < 5; index++)
      entries.push(new Entry(() => index % 2 === 0 && clock.remove(entries[index] ?? assert.fail())));
    for (const entry of entries) clock.add(entry);
    round();
    assert.deepEqual(
      entries.map(({ count }) => count),
      [1, 1, 1, 1, 1],
    );
    round();
    assert.deepEqual(
      entries.map(({ count }) => count),
      [1, 2, 1, 2, 1],
    );
  });

  it('has one timer when a tick adds an entry, also after it has removed the last one', () => {
    const { clock, timers, round } = createClock();
    const added = new Entry();
    const entry: Entry = new Entry(() => {
      clock.remove(entry);
      clock.add(added);
    });
    clock.add(entry);
    round();
    assert.equal(timers.length, 1);
    round();
    assert.deepEqual([timers.length, added.count, entry.count], [1, 1, 1]);
  });

  it('goes on after a tick that throws', () => {
    const { clock, timers, round } = createClock();
    clock.add(
      new Entry(() => {
        throw new Error('defect');
      }),
    );
    assert.throws(round, { message: 'defect' });
    assert.equal(timers.length, 1);
  });
});
