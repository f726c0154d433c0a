import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { Attempt } from '../keys/attempt.ts';
import { parseCallerRule } from './callers.ts';
import type { Definition, Step } from './definition.ts';
import { Sequence, type SequenceRequest, sequenceKeys } from './sequence.ts';

const step = (members: Partial<Step> = {}): Step => ({
  times: 1,
  open: undefined,
  directives: [],
  ...members,
});

/** A sequence whose clock is `time.now`. */
function create({ by, ...members }: Partial<Definition> & { readonly by?: string } = {}) {
  const time = { now: 0 };
  const definition: Definition = {
    steps: [step()],
    after: 'last',
    callers: parseCallerRule(by),
    ...members,
  };
  const sequence = new Sequence('k', definition, () => time.now);
  const take = (caller: string | null = null) => sequence.take(sequence.position(caller))?.number ?? null;
  return { sequence, definition, time, take };
}

const request = (members: Partial<SequenceRequest> = {}): SequenceRequest => ({
  definition: undefined,
  source: '',
  method: 'GET',
  path: '',
  rawFields: [],
  ...members,
});

const keyed = (key: string, method = 'POST') => request({ method, rawFields: ['Idempotency-Key', key] });

const attemptOf = (summary: Parameters<typeof recordingOf>[0] = {}) =>
  new Attempt(1, null, { time: 0, at: 0, head: '', recording: recordingOf(summary) });

describe('the steps of a sequence', () => {
  it('follow each other by their number of attempts', () => {
    const steps = [step({ times: 2 }), step(), step({ times: 3 })];
    for (const [after, numbers] of [
      ['last', [1, 1, 2, 3, 3, 3, 3, 3]],
      ['gone', [1, 1, 2, 3, 3, 3, null, null]],
      ['first', [1, 1, 2, 3, 3, 3, 1, 1, 2, 3]],
    ] as const) {
      const { take, definition, sequence } = create({ steps, after });
      assert.deepEqual(
        numbers.map(() => take()),
        numbers,
        after,
      );
      assert.equal(sequence.definition, definition);
    }
  });

  it('with a time begin with their first attempt, and each has its own time', () => {
    const steps = [step({ open: 10 }), step({ open: 10 }), step({ times: 2 })];
    for (const [after, last] of [
      ['last', 3],
      ['first', 1],
      ['gone', null],
    ] as const) {
      const { take, time } = create({ steps, after });
      const got = [5, 14, 15, 24, 25, 25, 25].map((now) => {
        time.now = now;
        return take();
      });
      assert.deepEqual(got, [1, 1, 2, 2, 3, 3, last], after);
    }
  });

  it('start again with a new time', () => {
    const { take, time } = create({ steps: [step({ open: 10 })], after: 'first' });
    const got = [0, 9, 10, 19, 20].map((now) => {
      time.now = now;
      return take();
    });
    assert.deepEqual(got, [1, 1, 1, 1, 1]);
  });

  it('are counted for each of the latest 200 callers', () => {
    const { take, sequence } = create({ steps: [step(), step()], by: 'path' });
    for (let caller = 0; caller < 200; caller++) assert.equal(take(`${caller}`), 1);
    // The caller of a request is no longer the one that is forgotten first.
    assert.deepEqual([take('0'), take('200'), take('0'), take('1')], [2, 1, 2, 1]);
    assert.equal(sequence.view().callers.length, 200);
  });
});

describe('the read-back of a sequence', () => {
  it('has the steps as in a path, and the next step of each caller', () => {
    const steps = [
      step({
        times: 2,
        directives: [
          ['status', '503'],
          ['header', 'A: /'],
        ],
      }),
      step({ open: 1500, directives: [['body', '']] }),
      step(),
    ];
    const { sequence, take } = create({ steps, after: 'gone', by: 'header:X' });
    const common = {
      steps: 3,
      stepDirectives: ['status=503/header=A:%20%2F/times=2', 'body=/open=1.5', ''],
      after: 'gone',
      by: 'header:X',
    };
    assert.deepEqual(sequence.view(), { ...common, next: 1, callers: [] });
    for (const caller of ['a', 'a', 'b', null]) take(caller);
    take(null);
    const positions = {
      next: 2,
      callers: [
        { caller: 'a', next: 2 },
        { caller: 'b', next: 1 },
      ],
    };
    assert.deepEqual(sequence.view(), { ...common, ...positions });
    // Reading changes nothing.
    assert.deepEqual(sequence.view(), { ...common, ...positions });
  });

  it('has no next step after the last one', () => {
    const { sequence, take } = create({ after: 'gone' });
    take();
    assert.equal(sequence.view().next, null);
  });
});

describe('a request to a sequence', () => {
  it('has the steps of the key, in any spelling, which is read once', () => {
    const { sequence, definition } = create({ steps: [step({ directives: [['status', '503']] })] });
    let reads = 0;
    const spelled = (source: string, other: Definition = structuredClone(definition)): SequenceRequest => ({
      ...request({ source }),
      get definition() {
        reads++;
        return other;
      },
    });
    for (const source of ['', 'a', 'a', '']) sequence.check(spelled(source));
    assert.equal(reads, 1);
    sequence.check(spelled('b'));
    assert.throws(() => sequence.check(spelled('c', { ...definition, after: 'gone' })), {
      status: 409,
      message: 'The key k has other steps. Delete it first with DELETE /sequence/k, or use another key.',
    });
    // A rejected spelling is rejected again.
    assert.throws(() => sequence.check(spelled('c', { ...definition, after: 'gone' })), { status: 409 });
  });

  it('gets its step, or an error at the end or for a key that is not defined', () => {
    const { sequence, definition } = create({ after: 'gone', by: 'path' });
    const attempt = attemptOf();
    const { result, ...more } = sequence.begin(attempt, request({ path: 'users/5' }));
    assert.deepEqual(result, { step: definition.steps[0], replayed: undefined, isStored: false });
    assert.deepEqual(more, {});
    assert.deepEqual([attempt.step, attempt.caller, attempt.details], [1, 'users/5', undefined]);
    const last = attemptOf();
    assert.throws(() => sequence.begin(last, request({ path: 'users/5' })), {
      status: 410,
      message: 'The sequence k has no further step.',
    });
    assert.deepEqual([last.step, last.caller], [null, 'users/5']);
    assert.equal(sequenceKeys.missing('k'), 'No sequence is defined at the key k.');
    const { now } = createRuntime({ now: 7 });
    assert.deepEqual(
      sequenceKeys.create('k', definition, { now }).view(),
      create({ ...definition }).sequence.view(),
    );
  });
});

describe('a request with an idempotency key', () => {
  const REPLAY = 'idempotency,replay';
  const steps = [step({ times: 9 })];

  /** A first request whose response has this status. The key is stored after its end. */
  function answer(
    sequence: Sequence,
    status: number | undefined,
    summary: Parameters<typeof recordingOf>[0] = {},
  ) {
    const attempt = attemptOf({ isBodyComplete: true, bodyDigest: 'digest', ...summary });
    const begun = sequence.begin(attempt, keyed('x'));
    if (status !== undefined) begun.proceed?.({ status });
    begun.ended?.(attempt);
    return begun.result;
  }

  /** Whether the response to a first request with this status is stored. */
  function isStored(
    status: number | undefined,
    summary: Parameters<typeof recordingOf>[0] = {},
    members = {},
  ) {
    const { sequence } = create({ steps, by: REPLAY, ...members });
    assert.equal(answer(sequence, status, summary).isStored, true);
    return sequence.begin(attemptOf(), keyed('x')).result.replayed;
  }

  it('is required for methods that have an effect each time, if responses are sent again', () => {
    const { sequence } = create({ steps, by: REPLAY });
    for (const method of ['POST', 'PATCH']) {
      const attempt = attemptOf();
      assert.throws(() => sequence.begin(attempt, request({ method })), {
        status: 400,
        message: `${method} requires the header Idempotency-Key in this sequence.`,
      });
      assert.deepEqual([attempt.step, attempt.caller], [null, null]);
    }
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal(sequence.begin(attemptOf(), request({ method })).result.isStored, false, method);
    const plain = create({ steps, by: 'idempotency' }).sequence;
    for (const each of [request({ method: 'POST' }), keyed('x'), keyed('x')])
      assert.equal(plain.begin(attemptOf(), each).result.isStored, false);
  });

  it('gets a successful response again', () => {
    const stored = [200, 201, 299].map((status) => isStored(status));
    assert.deepEqual(stored, [200, 201, 299]);
    const others = [undefined, 199, 300, 500].map((status) => isStored(status));
    assert.deepEqual(others, [undefined, undefined, undefined, undefined]);
  });

  it('gets a new response if the first request or its response has not been complete', () => {
    assert.equal(isStored(201, { isBodyComplete: false }), undefined);
    const directives: Step['directives'] = [['fault', 'reset@request']];
    assert.equal(isStored(201, {}, { steps: [step({ times: 9, directives })] }), undefined);
    const after: Step['directives'] = [['fault', 'reset@headers']];
    assert.equal(isStored(201, {}, { steps: [step({ times: 9, directives: after })] }), 201);
  });

  it('is rejected with another body, and while the first request is in progress', () => {
    const { sequence, definition } = create({ steps: [step(), step()], by: REPLAY });
    answer(sequence, 201);
    const repeated = attemptOf();
    const again = sequence.begin(repeated, keyed('x'));
    const result = { step: definition.steps[0], replayed: 201, isStored: false };
    assert.deepEqual([again.result, again.ended], [result, undefined]);
    assert.deepEqual(again.proceed?.({ bodyDigest: 'digest' }), result);
    assert.deepEqual([repeated.step, repeated.caller, repeated.details], [1, 'x', { replayed: true }]);
    for (const bodyDigest of ['other', undefined]) {
      const attempt = attemptOf();
      const begun = sequence.begin(attempt, keyed('x'));
      assert.throws(() => begun.proceed?.({ bodyDigest }), {
        status: 422,
        message: 'This Idempotency-Key was used with another body.',
      });
      assert.deepEqual([attempt.step, attempt.caller, attempt.details], [null, 'x', undefined]);
    }
    sequence.begin(attemptOf(), keyed('y'));
    const second = attemptOf();
    assert.throws(() => sequence.begin(second, keyed('y')), {
      status: 409,
      message: 'The first request with this Idempotency-Key is still in progress.',
    });
    assert.deepEqual([second.step, second.caller], [null, 'y']);
  });

  it('can wait only for another request that is in progress', () => {
    const { sequence } = create({ steps, by: REPLAY });
    assert.equal(sequence.isOccupied(keyed('x')), false);
    const attempt = attemptOf();
    const begun = sequence.begin(attempt, keyed('x'));
    assert.deepEqual(
      [keyed('x'), keyed('y'), keyed('"'), request()].map((each) => sequence.isOccupied(each)),
      [true, false, false, false],
    );
    begun.ended?.(attempt);
    assert.equal(sequence.isOccupied(keyed('x')), false);
    answer(sequence, 201);
    assert.equal(sequence.isOccupied(keyed('x')), false);
    const plain = create({ steps, by: 'idempotency' }).sequence;
    plain.begin(attemptOf(), keyed('x'));
    assert.equal(plain.isOccupied(keyed('x')), false);
  });
});
