import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LogicKey } from '#test/support/lab-key.ts';
import { computePartition, type LimitDefinition, type LimitRequest, limitLogic } from './rate-limit.ts';

const policy = (name: string, quota: number, window = 10) => ({ name, quota, window });

function open(members: Partial<LimitDefinition> = {}) {
  const definition: LimitDefinition = {
    kind: 'window',
    policies: [policy('p', 2)],
    per: 'key',
    unit: 'requests',
    ...members,
  };
  const key = new LogicKey(limitLogic, definition);
  const request = (more: Partial<LimitRequest> = {}): LimitRequest => ({
    definition,
    partition: null,
    units: 1,
    retry: ['seconds'],
    ...more,
  });
  const begin = (more: Partial<LimitRequest> = {}) => key.begin(request(more));
  const isAccepted = (more: Partial<LimitRequest> = {}) => begin(more).result?.isAccepted;
  /** Whether a request of each caller is accepted. */
  const ask = (callers: readonly string[]) => callers.map((partition) => isAccepted({ partition }));
  const callers = () => Object(key.view()).callers.map(({ pk }: { pk: string }) => pk);
  return { key, definition, request, begin, isAccepted, ask, callers };
}

const times = <Result>(count: number, action: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => action(index));

describe('a request to a limit', () => {
  it('gets a decision with the state of each policy', () => {
    const [burst, day] = [policy('burst', 1, 1), policy('day', 2, 100)];
    const { key, begin } = open({ policies: [burst, day] });
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
    assert.deepEqual(first.outcome, { step: null, caller: 'a', details: accepted });
    key.now = 999;
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
    assert.deepEqual(second.outcome.details, { ...accepted, accepted: false, retryAfter: 1 });
    key.now = 1000;
    assert.equal(begin({ partition: 'a', retry: ['none'] }).result?.isAccepted, true);
    // The longest wait of all policies.
    key.now = 1500;
    const third = begin({ partition: 'a', retry: ['none'] }).result;
    assert.deepEqual([third?.wait, third?.states.map((each) => each.isViolated)], [98_500, [true, true]]);
  });

  it('is early before the time that the previous rejection announced', () => {
    const { key, begin } = open({ policies: [policy('p', 1)] });
    const early = [0, 0, 9000, 9999, 10_000, 10_000].map((now) => {
      key.now = now;
      return begin({ retry: ['ms'] }).outcome.details?.early;
    });
    assert.deepEqual(early, [false, false, true, true, false, false]);
  });

  it('has units, which may be known after its body', () => {
    const { key, begin, request, isAccepted } = open({ policies: [policy('p', 5)], unit: 'content-bytes' });
    const unknown = begin({ units: undefined });
    assert.deepEqual([unknown.result, unknown.outcome], [undefined, { step: null, caller: null }]);
    const { result, outcome } = key.again(unknown.n, request({ units: 3 }));
    assert.deepEqual([result?.isAccepted, outcome.details?.units], [true, 3]);
    assert.deepEqual(
      [2, 2, 0].map((units) => isAccepted({ units })),
      [true, false, true],
    );
  });

  it('returns its units of a concurrent limit at its end, if it was accepted', () => {
    const policies = [policy('p', 2), policy('q', 3)];
    const { key, begin, isAccepted } = open({ kind: 'concurrent', policies });
    const all = times(3, () => begin());
    assert.deepEqual(
      all.map(({ result, isOccupied }) => [result?.isAccepted, isOccupied]),
      [
        [true, false],
        [true, false],
        [false, true],
      ],
    );
    key.end(3);
    assert.equal(isAccepted(), false);
    key.end(1);
    assert.deepEqual([isAccepted(), isAccepted()], [true, false]);
    // A rejection by another kind is not a matter of requests in progress.
    const window = open({ policies: [policy('p', 1)] });
    const occupied = times(2, () => window.begin().isOccupied);
    window.key.end(1);
    assert.deepEqual([occupied, window.isAccepted()], [[false, false], false]);
  });

  it('has the definition of the key', () => {
    const { key, definition, request } = open();
    key.accept(request({ definition: structuredClone(definition) }));
    const message = 'The key k has another policy, kind or per. DELETE /limit/k removes it.';
    for (const other of [
      { kind: 'sliding' as const },
      { per: 'address' },
      { policies: [policy('p', 3)] },
      { policies: [...definition.policies, policy('q', 2)] },
    ])
      assert.throws(() => key.accept(request({ definition: { ...definition, ...other } })), {
        status: 409,
        message,
      });
    assert.equal(limitLogic.missing('k'), 'The lab limit has no key k.');
  });
});

describe('the callers of a limit', () => {
  const names = times(32, (index) => `c${index}`);

  it('are 32, and others, which share a quota', () => {
    const { key, begin, ask, callers } = open();
    assert.deepEqual(ask(names), Array(32).fill(true));
    const other = begin({ partition: 'c32' });
    assert.deepEqual([other.outcome.caller, other.result?.partition], ['c32', 'AAAAAAAAAAAA']);
    assert.deepEqual(ask(['c33', 'c34', 'c0', 'c0', 'c31']), [true, false, true, false, true]);
    assert.deepEqual(callers(), [...names, 'AAAAAAAAAAAA']);
    // A caller makes room when all of its quotas are unused, and its wait is over.
    key.now = 9999;
    assert.equal(begin({ partition: 'c40' }).result?.partition, 'AAAAAAAAAAAA');
    key.now = 10_000;
    assert.equal(begin({ partition: 'c40' }).result?.partition, 'c40');
    assert.equal(callers().includes('c0'), false);
  });

  it('do not make room with a quota in use, or before the end of their wait', () => {
    const { key, ask, isAccepted, callers } = open({ policies: [policy('p', 1, 10), policy('q', 9, 20)] });
    ask(names);
    key.now = 19_999;
    ask(['x']);
    assert.equal(callers().includes('x'), false);
    // The first caller has been told to wait.
    for (let n = 0; n < 3; n++) isAccepted({ partition: 'c0', retry: ['huge'] });
    key.now = 60_000;
    ask(['x']);
    assert.deepEqual(
      ['x', 'c0', 'c1'].map((name) => callers().includes(name)),
      [true, true, false],
    );
  });

  it('are 12 characters of a digest', () => {
    assert.equal(computePartition('mona'), 'EyEGogsRtJu2');
  });
});

describe('the read-back of a limit', () => {
  it('has the state of each caller, and times that are not over', () => {
    const policies = [policy('p', 2), policy('q', 3, 20)];
    const { key, isAccepted, ask } = open({ policies, per: 'header:X' });
    isAccepted();
    ask(['a', 'a', 'a']);
    const [ten, twenty] = ['1970-01-01T00:00:10.000Z', '1970-01-01T00:00:20.000Z'];
    const caller = (pk: string | null, p: unknown[], q: unknown[], retryAt: string | null = null) => ({
      pk,
      policies: [
        { name: 'p', remaining: p[0], refillAt: p[1] },
        { name: 'q', remaining: q[0], refillAt: q[1] },
      ],
      retryAt,
    });
    for (const [now, ...callers] of [
      [9999, caller(null, [1, ten], [2, twenty]), caller('a', [0, ten], [1, twenty], ten)],
      [10_000, caller(null, [2, null], [2, twenty]), caller('a', [2, null], [1, twenty])],
      [20_000, caller(null, [2, null], [3, null]), caller('a', [2, null], [3, null])],
    ] as const) {
      key.now = now;
      const view = {
        kind: 'window',
        per: 'header:X',
        unit: 'requests',
        policies: [
          { name: 'p', q: 2, w: 10 },
          { name: 'q', q: 3, w: 20 },
        ],
        accepted: 3,
        rejected: 1,
        callers,
      };
      assert.deepEqual(key.view(), view, `${now}`);
    }
  });
});
