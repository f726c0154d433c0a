import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { Attempt } from '../keys/attempt.ts';
import { computePartition, type LimitDefinition, type LimitRequest, limitKeys } from './rate-limit.ts';

const policy = (name: string, quota: number, window = 10) => ({ name, quota, window });

/** A limit whose clock is `time.now`. */
function create(members: Partial<LimitDefinition> = {}) {
  const time = { now: 0 };
  const definition: LimitDefinition = {
    kind: 'window',
    policies: [policy('p', 2)],
    per: 'key',
    unit: 'requests',
    ...members,
  };
  const limit = limitKeys.create('k', definition, { now: () => time.now });
  const request = (more: Partial<LimitRequest> = {}): LimitRequest => ({
    definition,
    partition: null,
    units: 1,
    retry: ['seconds'],
    ...more,
  });
  const begin = (more: Partial<LimitRequest> = {}) => {
    const attempt = new Attempt(1, null, { time: 0, at: 0, head: '', recording: recordingOf() });
    const begun = limit.begin(attempt, request(more));
    return { ...begun, attempt, end: () => begun.ended?.(attempt) };
  };
  /** Whether each of so many requests is accepted. */
  const ask = (count: number, more: Partial<LimitRequest> = {}) =>
    Array.from({ length: count }, () => begin(more).result?.isAccepted);
  return { limit, time, definition, request, begin, ask };
}

describe('a request to a limit', () => {
  it('gets a decision with the state of each policy', () => {
    const [burst, day] = [policy('burst', 1, 1), policy('day', 2, 100)];
    const { begin, time } = create({ policies: [burst, day] });
    const first = begin({ partition: 'a' });
    assert.deepEqual(first.result, {
      partition: 'a',
      isAccepted: true,
      wait: 0,
      now: 0,
      announced: undefined,
      states: [
        { policy: burst, remaining: 0, refill: 1000, isViolated: false },
        { policy: day, remaining: 1, refill: 100_000, isViolated: false },
      ],
    });
    const accepted = { accepted: true, units: 1, early: false, retryAfter: null };
    assert.deepEqual([first.attempt.caller, first.attempt.details], ['a', accepted]);
    time.now = 999;
    const second = begin({ partition: 'a' });
    assert.deepEqual(second.result, {
      partition: 'a',
      isAccepted: false,
      wait: 1,
      now: 999,
      announced: { fields: [['Retry-After', '1']], wait: 1000 },
      states: [
        { policy: burst, remaining: 0, refill: 1, isViolated: true },
        { policy: day, remaining: 1, refill: 99_001, isViolated: false },
      ],
    });
    const rejected = { accepted: false, units: 1, early: false, retryAfter: 1 };
    assert.deepEqual([second.attempt.caller, second.attempt.details], ['a', rejected]);
    time.now = 1000;
    assert.equal(begin({ partition: 'a', retry: ['none'] }).result?.isAccepted, true);
    // The longest wait of all policies.
    time.now = 1500;
    const third = begin({ partition: 'a', retry: ['none'] });
    assert.deepEqual(
      [third.result?.wait, third.result?.states.map(({ isViolated }) => isViolated)],
      [98_500, [true, true]],
    );
  });

  it('is early before the time that the previous rejection announced', () => {
    const { begin, time } = create({ policies: [policy('p', 1)] });
    assert.deepEqual(begin().attempt.details, { accepted: true, units: 1, early: false, retryAfter: null });
    const early = [0, 9000, 9999, 10_000, 10_000].map((now) => {
      time.now = now;
      return begin({ retry: ['ms'] }).attempt.details?.early;
    });
    assert.deepEqual(early, [false, true, true, false, false]);
  });

  it('has units, which may be known after its body', () => {
    const { begin, ask } = create({ policies: [policy('p', 5)], unit: 'content-bytes' });
    const unknown = begin({ units: undefined });
    assert.deepEqual([unknown.result, unknown.attempt.details], [undefined, undefined]);
    assert.equal(unknown.proceed?.({ units: 3 })?.isAccepted, true);
    assert.equal(unknown.attempt.details?.units, 3);
    assert.deepEqual(ask(2, { units: 2 }), [true, false]);
    assert.deepEqual(ask(2, { units: 0 }), [true, true]);
  });

  it('returns its units of a concurrent limit at its end, if it was accepted', () => {
    const { begin, ask } = create({
      kind: 'concurrent',
      unit: 'concurrent-requests',
      policies: [policy('p', 2), policy('q', 3)],
    });
    const [first, second, third] = [begin(), begin(), begin()];
    assert.deepEqual([second.result?.isAccepted, third.result?.isAccepted], [true, false]);
    third.end();
    assert.deepEqual(ask(1), [false]);
    first.end();
    assert.deepEqual(ask(2), [true, false]);
    const { begin: beginUnknown, ask: askLater } = create({ kind: 'concurrent' });
    beginUnknown({ units: undefined }).end();
    assert.deepEqual(askLater(3), [true, true, false]);
  });

  it('can wait only for another request that is in progress', () => {
    const policies = [policy('p', 1), policy('q', 9)];
    const { limit, begin, request } = create({ kind: 'concurrent', policies });
    const isOccupied = (partition: string | null = null, units = 1) =>
      limit.isOccupied?.(request({ partition, units }));
    assert.equal(isOccupied(), false);
    const first = begin();
    assert.deepEqual([isOccupied(), isOccupied('a')], [true, false]);
    begin({ partition: 'a' });
    assert.deepEqual([isOccupied('a'), isOccupied('b')], [true, false]);
    first.end();
    assert.deepEqual([isOccupied(), isOccupied(null, 2)], [false, true]);
    const window = create({ policies });
    window.ask(2);
    assert.equal(window.limit.isOccupied?.(window.request()), false);
  });

  it('has the definition of the key', () => {
    const { limit, definition, request } = create();
    limit.check?.(request({ definition: structuredClone(definition) }));
    const message = 'The key k has another policy, kind or per. DELETE /limit/k removes it.';
    for (const other of [
      { kind: 'sliding' as const },
      { per: 'address' },
      { policies: [policy('p', 3)] },
      { policies: [...definition.policies, policy('q', 2)] },
    ])
      assert.throws(() => limit.check?.(request({ definition: { ...definition, ...other } })), {
        status: 409,
        message,
      });
    assert.equal(limitKeys.missing('k'), 'The lab limit has no key k.');
  });
});

describe('the callers of a limit', () => {
  it('are 32, and others, which share a quota', () => {
    const { limit, begin, ask, time } = create();
    const isAccepted = (caller: number) => ask(1, { partition: `c${caller}` })[0];
    for (let caller = 0; caller < 32; caller++) assert.equal(isAccepted(caller), true);
    const other = begin({ partition: 'c32' });
    assert.deepEqual([other.attempt.caller, other.result?.partition], ['c32', 'AAAAAAAAAAAA']);
    assert.deepEqual([33, 34, 0, 0, 31].map(isAccepted), [true, false, true, false, true]);
    const { callers } = Object(limit.view());
    assert.deepEqual(
      callers.map(({ pk }: { pk: string }) => pk),
      [...Array.from({ length: 32 }, (_, caller) => `c${caller}`), 'AAAAAAAAAAAA'],
    );
    // A caller makes room when all of its quotas are unused, and its wait is over.
    time.now = 9999;
    assert.equal(begin({ partition: 'c40' }).result?.partition, 'AAAAAAAAAAAA');
    time.now = 10_000;
    assert.equal(begin({ partition: 'c40' }).result?.partition, 'c40');
    assert.equal(limitKeysOf(limit.view()).includes('c0'), false);
  });

  it('do not make room with a quota in use, or before the end of their wait', () => {
    const policies = [policy('p', 1, 10), policy('q', 9, 20)];
    const { limit, ask, time } = create({ policies });
    for (let caller = 0; caller < 32; caller++) ask(1, { partition: `c${caller}` });
    time.now = 19_999;
    ask(1, { partition: 'x' });
    assert.equal(limitKeysOf(limit.view()).includes('x'), false);
    // The first caller has been told to wait.
    ask(3, { partition: 'c0', retry: ['huge'] });
    time.now = 60_000;
    ask(1, { partition: 'x' });
    const keys = limitKeysOf(limit.view());
    assert.deepEqual([keys.includes('x'), keys.includes('c0'), keys.includes('c1')], [true, true, false]);
  });

  it('are occupied together beyond the maximum', () => {
    const { limit, ask, request } = create({ kind: 'concurrent', policies: [policy('p', 1)] });
    for (let caller = 0; caller < 33; caller++) ask(1, { partition: `c${caller}` });
    assert.equal(limit.isOccupied?.(request({ partition: 'other' })), true);
  });

  it('are 12 characters of a digest', () => {
    assert.equal(computePartition('mona'), 'EyEGogsRtJu2');
  });
});

const limitKeysOf = (view: object): string[] => Object(view).callers.map(({ pk }: { pk: string }) => pk);

describe('the read-back of a limit', () => {
  it('has the state of each caller, and times that are not over', () => {
    const policies = [policy('p', 2), policy('q', 3, 20)];
    const { limit, ask, time } = create({ policies, per: 'header:X' });
    ask(1);
    ask(3, { partition: 'a' });
    const common = {
      kind: 'window',
      per: 'header:X',
      unit: 'requests',
      accepted: 3,
      rejected: 1,
      policies: [
        { name: 'p', q: 2, w: 10 },
        { name: 'q', q: 3, w: 20 },
      ],
    };
    const [ten, twenty] = ['1970-01-01T00:00:10.000Z', '1970-01-01T00:00:20.000Z'];
    const callers = (first: object, second: object) => [
      { pk: null, ...first },
      { pk: 'a', ...second },
    ];
    const state = (remaining: readonly number[], refillAt: readonly (string | null)[]) =>
      remaining.map((each, index) => ({
        name: 'pq'[index],
        remaining: each,
        refillAt: refillAt[index],
      }));
    for (const [now, first, second] of [
      [
        9999,
        { policies: state([1, 2], [ten, twenty]), retryAt: null },
        { policies: state([0, 1], [ten, twenty]), retryAt: ten },
      ],
      [
        10_000,
        { policies: state([2, 2], [null, twenty]), retryAt: null },
        { policies: state([2, 1], [null, twenty]), retryAt: null },
      ],
      [
        20_000,
        { policies: state([2, 3], [null, null]), retryAt: null },
        { policies: state([2, 3], [null, null]), retryAt: null },
      ],
    ] as const) {
      time.now = now;
      assert.deepEqual(limit.view(), { ...common, callers: callers(first, second) }, `${now}`);
    }
  });
});
