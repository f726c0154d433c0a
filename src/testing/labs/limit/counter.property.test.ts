import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCounter } from './counter.ts';

interface Step {
  readonly pass: number;
  readonly units: number;
}

const policy = fc.record({
  name: fc.constant('p'),
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
  const counter = createCounter(kind, { name: 'p', ...limit });
  const accepted: { time: number; units: number }[] = [];
  let now = 1_000_000;
  for (const { pass, units } of all.filter(({ units }) => units <= limit.quota)) {
    now += pass;
    const wait = counter.wait(units, now);
    assert.equal(
      wait <= 0,
      counter.available(now) >= units,
      'wait is 0 exactly when the units are available',
    );
    if (wait <= 0) {
      counter.take(units, now);
      accepted.push({ time: now, units });
    } else assert.ok(counter.refill(now) <= wait, 'more units come no later than all that are missing');
    assert.ok(counter.available(now) >= 0 && counter.available(now) <= limit.quota);
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
        const counter = createCounter(kind, limit);
        let now = 5000;
        for (const { pass, units } of all.filter((step) => step.units <= limit.quota)) {
          now += pass;
          const wait = counter.wait(units, now);
          if (wait > 0) {
            assert.ok(counter.wait(units, now + wait - 1) > 0, 'a millisecond earlier is too early');
            assert.equal(counter.wait(units, now + wait), 0);
            now += wait;
          }
          counter.take(units, now);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('a sliding window of many requests merges old ones, and never accepts too many', () => {
  const counter = createCounter('sliding', { name: 'p', quota: 5000, window: 100 });
  for (let time = 0; time < 5000; time++) counter.take(1, time);
  assert.equal(counter.available(5000), 0);
  assert.ok(counter.wait(1, 5000) >= 95_000);
  assert.equal(counter.available(104_999), 5000);
});

it('a clock that is set back neither blocks nor opens a limit', () => {
  for (const kind of ['bucket', 'window', 'sliding'] as const) {
    const counter = createCounter(kind, { name: 'p', quota: 2, window: 10 });
    counter.take(2, 1_000_000);
    assert.equal(counter.available(5000), 0, kind);
    assert.ok(counter.wait(2, 5000) <= 10_000, kind);
    assert.equal(counter.available(15_000), 2, kind);
  }
});
