import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { counterAt, release, UNUSED } from './counter.ts';
import type { LimitKind } from './policy.ts';

/** A counter whose state is kept from call to call. */
function open(kind: LimitKind, { quota = 4, window = 10 } = {}) {
  let state = UNUSED;
  let attempts = 0;
  const at = (now: number) => {
    const counter = counterAt(kind, { name: 'p', quota, window }, state, now);
    ({ state } = counter);
    return counter;
  };
  return {
    at,
    read: (units: number, now: number) => [at(now).available, at(now).wait(units), at(now).refill],
    take(units: number, now: number) {
      state = at(now).take(units, ++attempts);
      // As another process gets it.
      state = JSON.parse(JSON.stringify(state));
    },
    release(attempt: number) {
      state = release(state, attempt);
    },
  };
}

describe('the counter of a bucket', () => {
  it('refills evenly, up to the quota', () => {
    const counter = open('bucket');
    assert.deepEqual(counter.read(4, 1000), [4, 0, 0]);
    counter.take(3, 1000);
    for (const [now, expected] of [
      [1000, [1, 2500, 2500]],
      [3499, [1, 1, 1]],
      [3500, [2, 0, 2500]],
      [8499, [3, 0, 1]],
      [8500, [4, 0, 0]],
      [99_999, [4, 0, 0]],
    ] as const)
      assert.deepEqual(counter.read(2, now), expected, `${now}`);
    counter.take(4, 100_000);
    assert.deepEqual(counter.read(1, 100_000), [0, 2500, 2500]);
    // A clock that is set back does not take units.
    assert.deepEqual(counter.read(1, 50_000), [0, 2500, 2500]);
    assert.deepEqual(counter.read(1, 52_500), [1, 0, 2500]);
  });
});

describe('the counter of a fixed window', () => {
  it('starts with its first unit, and returns all units at its end', () => {
    const counter = open('window');
    assert.deepEqual(counter.read(4, 50_000), [4, 0, 0]);
    counter.take(1, 52_000);
    counter.take(3, 55_000);
    for (const [now, expected] of [
      [55_000, [0, 7000, 7000]],
      [61_999, [0, 1, 1]],
      [62_000, [4, 0, 0]],
    ] as const)
      assert.deepEqual(counter.read(1, now), expected, `${now}`);
    // More than the quota is never available.
    assert.equal(counter.at(62_000).wait(5), 10_000);
    counter.take(1, 70_000);
    assert.deepEqual(counter.read(3, 70_000), [3, 0, 10_000]);
    assert.deepEqual(counter.read(4, 60_000), [3, 10_000, 10_000]);
    assert.deepEqual(counter.read(4, 69_999), [3, 1, 1]);
  });
});

describe('the counter of a sliding window', () => {
  it('returns the units of each request after the window', () => {
    const counter = open('sliding');
    for (const units of [0, 1, 1]) counter.take(units, 1000);
    counter.take(2, 3000);
    for (const [units, now, expected] of [
      [1, 3000, [0, 8000, 8000]],
      [2, 3000, [0, 8000, 8000]],
      [3, 3000, [0, 10_000, 8000]],
      [5, 3000, [0, 10_000, 8000]],
      [2, 10_999, [0, 1, 1]],
      [2, 11_000, [2, 0, 2000]],
      [3, 11_000, [2, 2000, 2000]],
      [4, 12_999, [2, 1, 1]],
      [4, 13_000, [4, 0, 0]],
      [5, 13_000, [4, 10_000, 0]],
    ] as const)
      assert.deepEqual(counter.read(units, now), expected, `${units} at ${now}`);
    counter.take(1, 20_000);
    assert.deepEqual(counter.read(4, 15_000), [3, 10_000, 10_000]);
  });

  it('merges pairs of requests at their later time when there are more than 1024', () => {
    const fill = (count: number, limit: { readonly quota: number; readonly window?: number }) => {
      const counter = open('sliding', limit);
      for (let time = 0; time < count; time++) counter.take(1, time);
      return counter;
    };
    const all = fill(1024, { quota: 5000 });
    assert.deepEqual([all.at(1023).refill, all.at(10_000).available], [8977, 3977]);
    const merged = fill(1025, { quota: 5000 });
    assert.deepEqual([merged.at(1024).refill, merged.at(1024).available], [8977, 3975]);
    // The last one has no other.
    const available = [10_000, 10_001, 11_023, 11_024].map((now) => merged.at(now).available);
    assert.deepEqual(available, [3975, 3977, 4999, 5000]);
    const full = fill(5000, { quota: 5000, window: 100 });
    assert.equal(full.at(5000).available, 0);
    assert.ok(full.at(5000).wait(1) >= 95_000);
    assert.equal(full.at(104_999).available, 5000);
  });
});

describe('the counter of concurrent requests', () => {
  it('has the units of a request until its end, whatever the time', () => {
    const counter = open('concurrent', { quota: 2 });
    assert.deepEqual(counter.read(2, 0), [2, 0, 0]);
    counter.take(1, 0);
    assert.deepEqual([counter.at(0).wait(1), counter.at(99_999).wait(2)], [0, 1000]);
    counter.take(1, 0);
    for (const attempt of [3, 1, 1]) counter.release(attempt);
    assert.deepEqual(counter.read(2, 0), [1, 1000, 0]);
    counter.release(2);
    assert.deepEqual(counter.read(2, 0), [2, 0, 0]);
  });
});

it('a clock that is set back neither blocks nor opens a limit', () => {
  for (const kind of ['bucket', 'window', 'sliding'] as const) {
    const counter = open(kind, { quota: 2 });
    counter.take(2, 1_000_000);
    assert.equal(counter.at(5000).available, 0, kind);
    assert.ok(counter.at(5000).wait(2) <= 10_000, kind);
    assert.equal(counter.at(15_000).available, 2, kind);
  }
});

interface Step {
  readonly pass: number;
  readonly units: number;
}

const policy = fc.record({
  quota: fc.integer({ min: 1, max: 8 }),
  window: fc.integer({ min: 1, max: 5 }),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    pass: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6000 }), fc.constantFrom(999, 1000, 1001)),
    units: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 60 },
);

/** Sends requests that take their units if they are available, and returns those that were accepted. */
function simulate(
  kind: 'bucket' | 'window' | 'sliding',
  limit: { quota: number; window: number },
  all: Step[],
) {
  const counter = open(kind, limit);
  const accepted: { time: number; units: number }[] = [];
  let now = 1_000_000;
  for (const { pass, units } of all.filter(({ units }) => units <= limit.quota)) {
    now += pass;
    const wait = counter.at(now).wait(units);
    assert.equal(
      wait <= 0,
      counter.at(now).available >= units,
      'wait is 0 exactly when the units are available',
    );
    if (wait <= 0) {
      counter.take(units, now);
      accepted.push({ time: now, units });
    } else assert.ok(counter.at(now).refill <= wait, 'more units come no later than all that are missing');
    assert.ok(counter.at(now).available >= 0 && counter.at(now).available <= limit.quota);
  }
  return accepted;
}

const unitsWithin = (accepted: { time: number; units: number }[], from: number, to: number) =>
  accepted.filter(({ time }) => time >= from && time < to).reduce((sum, { units }) => sum + units, 0);

describe('no interleaving lets more than the quota through', () => {
  it('a sliding window: in any period of the length of the window', () => {
    fc.assert(
      fc.property(policy, steps, (limit, all) => {
        const accepted = simulate('sliding', limit, all);
        for (const { time } of accepted)
          assert.ok(unitsWithin(accepted, time, time + limit.window * 1000) <= limit.quota);
      }),
      { numRuns: 300 },
    );
  });

  it('a fixed window: from the first request of each window', () => {
    fc.assert(
      fc.property(policy, steps, (limit, all) => {
        const accepted = simulate('window', limit, all);
        for (let index = 0, end = 0; index < accepted.length; index++) {
          const { time = 0 } = accepted[index] ?? {};
          if (time < end) continue;
          end = time + limit.window * 1000;
          assert.ok(unitsWithin(accepted, time, end) <= limit.quota);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a bucket: the quota and what refills meanwhile, in any period', () => {
    fc.assert(
      fc.property(policy, steps, (limit, all) => {
        const accepted = simulate('bucket', limit, all);
        const rate = limit.quota / (limit.window * 1000);
        for (const { time: from } of accepted)
          for (const { time: to } of accepted) {
            if (to < from) continue;
            const allowed = limit.quota + (to - from) * rate;
            assert.ok(unitsWithin(accepted, from, to + 1) <= allowed + 1e-9);
          }
      }),
      { numRuns: 200 },
    );
  });

  it('accepts a request exactly after its wait', () => {
    fc.assert(
      fc.property(fc.constantFrom('bucket', 'window', 'sliding'), policy, steps, (kind, limit, all) => {
        const counter = open(kind, limit);
        let now = 5000;
        for (const { pass, units } of all.filter((step) => step.units <= limit.quota)) {
          now += pass;
          const wait = counter.at(now).wait(units);
          if (wait > 0) {
            assert.ok(counter.at(now + wait - 1).wait(units) > 0, 'a millisecond earlier is too early');
            assert.equal(counter.at(now + wait).wait(units), 0);
            now += wait;
          }
          counter.take(units, now);
        }
      }),
      { numRuns: 300 },
    );
  });
});
