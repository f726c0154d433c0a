import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LogicKey } from '#test/support/lab-key.ts';
import { parseCallerRule } from './callers.ts';
import type { Definition, Step } from './definition.ts';
import { type SequenceRequest, sequenceLogic } from './sequence.ts';

const step = (members: Partial<Step> = {}): Step => ({
  times: 1,
  open: undefined,
  directives: [],
  ...members,
});

const status = (code: number): Step => step({ directives: [['status', `${code}`]] });

const request = (members: Partial<SequenceRequest> = {}): SequenceRequest => ({
  definition: undefined,
  source: '',
  method: 'GET',
  path: '',
  rawFields: [],
  ...members,
});

const keyed = (key: string, method = 'POST') => request({ method, rawFields: ['Idempotency-Key', key] });

function open({ by, ...members }: Partial<Definition> & { readonly by?: string } = {}) {
  const definition: Definition = {
    steps: [step()],
    after: 'last',
    callers: parseCallerRule(by),
    ...members,
  };
  const key = new LogicKey(sequenceLogic, definition);
  /** The number of the step of the next request with this path. */
  const take = (path = '') => key.begin(request({ path })).outcome.step;
  return { key, definition, take };
}

describe('the steps of a sequence', () => {
  for (const [name, steps, times, numbers] of [
    [
      'follow each other by their number of attempts',
      [step({ times: 2 }), step(), step({ times: 3 })],
      Array(8).fill(0),
      {
        last: [1, 1, 2, 3, 3, 3, 3, 3],
        gone: [1, 1, 2, 3, 3, 3, null, null],
        first: [1, 1, 2, 3, 3, 3, 1, 1],
      },
    ],
    [
      'with a time begin with their first attempt, and each has its own time',
      [step({ open: 10 }), step({ open: 10 }), step({ times: 2 })],
      [5, 14, 15, 24, 25, 25, 25],
      { last: [1, 1, 2, 2, 3, 3, 3], gone: [1, 1, 2, 2, 3, 3, null], first: [1, 1, 2, 2, 3, 3, 1] },
    ],
    [
      'start again with a new time',
      [step({ open: 10 })],
      [0, 9, 10, 19, 20],
      { last: [1, 1, 1, 1, 1], gone: [1, 1, null, null, null], first: [1, 1, 1, 1, 1] },
    ],
  ] as const)
    it(name, () => {
      for (const after of ['last', 'gone', 'first'] as const) {
        const { key, take } = open({ steps, after });
        const got = times.map((now) => {
          key.now = now;
          return take();
        });
        assert.deepEqual(got, numbers[after], after);
      }
    });

  it('are counted for each of the latest 200 callers', () => {
    const { key, take } = open({ steps: [step(), step()], by: 'path' });
    for (let caller = 0; caller < 200; caller++) assert.equal(take(`${caller}`), 1);
    // The caller of a request is no longer the one that is forgotten first.
    assert.deepEqual([take('0'), take('200'), take('0'), take('1')], [2, 1, 2, 1]);
    assert.equal(Object(key.view()).callers.length, 200);
  });
});

describe('the read-back of a sequence', () => {
  it('has the steps as in a path, and the next step of each caller', () => {
    const directives: Step['directives'] = [
      ['status', '503'],
      ['header', 'A: /'],
    ];
    const steps = [step({ times: 2, directives }), step({ open: 1500, directives: [['body', '']] }), step()];
    const { key } = open({ steps, after: 'gone', by: 'header:X' });
    const common = {
      steps: 3,
      stepDirectives: ['status=503/header=A:%20%2F/times=2', 'body=/open=1.5', ''],
      after: 'gone',
      by: 'header:X',
    };
    assert.deepEqual(key.view(), { ...common, next: 1, callers: [] });
    for (const caller of ['a', 'a', 'b']) key.begin(request({ rawFields: ['X', caller] }));
    const callers = [
      { caller: 'a', next: 2 },
      { caller: 'b', next: 1 },
    ];
    assert.deepEqual(key.view(), { ...common, next: 1, callers });
  });

  it('has the next step of all requests, and none after the last one', () => {
    const { key, take } = open({ steps: [step(), step()], after: 'gone' });
    const next = [1, 2, 3].map(() => {
      take();
      return key.view().next;
    });
    assert.deepEqual(next, [2, null, null]);
  });
});

describe('a request to a sequence', () => {
  it('has the steps of the key, in any spelling, which is read once', () => {
    const { key, definition } = open({ steps: [status(503)] });
    let reads = 0;
    const spelled = (source: string, other: Definition = structuredClone(definition)): SequenceRequest => ({
      ...request({ source }),
      get definition() {
        reads++;
        return other;
      },
    });
    for (const source of ['', 'a', 'a', '']) key.accept(spelled(source));
    assert.equal(reads, 1);
    key.accept(spelled('b'));
    // A rejected spelling is rejected again.
    for (let n = 0; n < 2; n++)
      assert.throws(() => key.accept(spelled('c', { ...definition, after: 'gone' })), {
        status: 409,
        message: 'The key k has other steps. Delete it first with DELETE /sequence/k, or use another key.',
      });
  });

  it('gets its step, or an error at the end or for a key that is not defined', () => {
    const { key, definition } = open({ after: 'gone', by: 'path' });
    const { result, outcome } = key.begin(request({ path: 'users/5' }));
    assert.deepEqual(result, { step: JSON.parse(JSON.stringify(definition.steps[0])), replayed: null });
    assert.deepEqual(outcome, { step: 1, caller: 'users/5' });
    const last = key.begin(request({ path: 'users/5' }));
    const message = 'The sequence k has no further step.';
    assert.deepEqual(last.rejection, { status: 410, message, problems: [] });
    assert.deepEqual(last.outcome, { step: null, caller: 'users/5' });
    assert.equal(sequenceLogic.missing('k'), 'No sequence is defined at the key k.');
  });
});

describe('a request with an idempotency key', () => {
  const by = 'idempotency,replay';
  const steps = [step({ times: 9 })];
  const bodyDigest = 'digest';

  it('is required for methods that have an effect each time, if responses are sent again', () => {
    const { key } = open({ steps, by });
    for (const method of ['POST', 'PATCH']) {
      const { rejection, outcome } = key.begin(request({ method }));
      const message = `${method} requires the header Idempotency-Key in this sequence.`;
      assert.deepEqual(rejection, { status: 400, message, problems: [] });
      assert.deepEqual(outcome, { step: null, caller: null });
    }
    for (const method of ['GET', 'PUT', 'DELETE']) assert.ok(key.begin(request({ method })).result, method);
    const invalid = key.begin(keyed('"'));
    assert.deepEqual([invalid.rejection?.status, invalid.outcome.caller], [400, null]);
    const plain = open({ steps, by: 'idempotency' }).key;
    for (const each of [request({ method: 'POST' }), keyed('x'), keyed('x')])
      assert.equal(plain.begin(each).result?.replayed, null);
  });

  it('gets a successful response to a complete request again', () => {
    const fault = (value: string): Partial<Definition> => ({
      steps: [step({ times: 9, directives: [['fault', value]] })],
    });
    for (const [chosen, replayed, exchange = {}, members = {}] of [
      [200, 200],
      [201, 201],
      [299, 299],
      [0, null],
      [199, null],
      [300, null],
      [500, null],
      [201, null, { isBodyComplete: false }],
      [201, null, {}, fault('reset@request')],
      [201, 201, {}, fault('reset@headers')],
    ] as const) {
      const { key } = open({ steps, by, ...members });
      const { n } = key.begin(keyed('x'));
      key.end(n, chosen, { bodyDigest, ...exchange });
      assert.equal(key.begin(keyed('x')).result?.replayed, replayed, JSON.stringify([chosen, exchange]));
    }
  });

  it('is rejected with another body, and while the first request is in progress', () => {
    const { key } = open({ steps: [status(201), status(202)], by });
    const first = key.begin(keyed('x'));
    const during = key.begin(keyed('x'));
    const message = 'The first request with this Idempotency-Key is still in progress.';
    assert.deepEqual(during.rejection, { status: 409, message, problems: [] });
    assert.deepEqual([during.isOccupied, during.outcome], [true, { step: null, caller: 'x' }]);
    // The end of another attempt changes nothing.
    key.end(during.n);
    assert.equal(key.begin(keyed('x')).isOccupied, true);
    key.end(first.n, 201, { bodyDigest });
    for (const [digest, isSame] of [
      [undefined, true],
      [bodyDigest, true],
      ['other', false],
      [null, false],
    ] as const) {
      const { n, result, outcome } = key.begin(keyed('x'));
      assert.deepEqual(
        [result?.replayed, outcome],
        [201, { step: 1, caller: 'x', details: { replayed: true } }],
      );
      const again = key.again(n, { ...keyed('x'), ...(digest !== undefined && { bodyDigest: digest }) });
      const other = 'This Idempotency-Key was used with another body.';
      assert.deepEqual(
        [again.result, again.rejection, again.outcome],
        isSame
          ? [result, undefined, outcome]
          : [undefined, { status: 422, message: other, problems: [] }, { step: null, caller: 'x' }],
      );
    }
    assert.equal(key.begin(keyed('y')).outcome.step, 1);
  });
});
