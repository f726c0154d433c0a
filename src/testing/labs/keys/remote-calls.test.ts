import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import type { RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import type { AttemptCall } from './key-store.ts';
import type { KeyType } from './key-type.ts';
import { RemoteKeys } from './remote-keys.ts';

const TYPE: KeyType = { lab: 'sequence', missing: () => assert.fail(), create: () => assert.fail() };
const REQUEST = { definition: { steps: [] }, method: 'POST' };

type Sent = readonly [method: string, parameters: readonly unknown[], duration?: number | undefined];

/** The keys of a worker, and what it sends. The primary process responds with `respond`. */
function open(respond: (method: string) => unknown = () => undefined) {
  const sent: Sent[] = [];
  const keys = new RemoteKeys({
    async call(method, parameters, duration) {
      sent.push([method, parameters, duration]);
      return respond(method);
    },
    send: (method, parameters) => void sent.push([method, parameters]),
  });
  return { keys, sent, take: () => sent.splice(0) };
}

/** An attempt whose recording keeps the attempts that follow it. */
function callOf() {
  const followers: (RecordedAttempt | undefined)[] = [];
  const recording = {
    target: '/sequence/k',
    rawFields: ['Host', 'h'],
    ...recordingOf({ bodyLength: 5 }),
    follow: (attempt: RecordedAttempt | undefined) => void followers.push(attempt),
  };
  const call: AttemptCall = { type: TYPE, key: 'k', request: REQUEST, recording, at: 77 };
  return { call, followers, summary: recording.summarize() };
}

describe('an attempt of a worker at a key of the primary process', () => {
  it('is sent with its request and the summary of its exchange, and has the response', async () => {
    const { keys, take } = open(() => ({ n: 3, result: 'r', rejection: undefined }));
    for (const id of [1, 2]) {
      const { call, followers, summary } = callOf();
      const begun = keys.begin(call);
      // It follows the exchange before the primary process has responded.
      const [follower] = followers;
      assert.equal(follower?.lab, null);
      const attempt = await begun;
      assert.deepEqual(take(), [
        [
          'begin',
          [
            {
              id,
              lab: 'sequence',
              key: 'k',
              request: REQUEST,
              at: 77,
              target: '/sequence/k',
              rawFields: ['Host', 'h'],
              summary,
            },
          ],
          0,
        ],
      ]);
      const { lab, result, rejection, recording } = attempt;
      assert.deepEqual(
        [lab, result, rejection],
        [{ name: 'sequence', key: 'k', attempt: 3 }, 'r', undefined],
      );
      assert.equal(recording, call.recording);
      assert.deepEqual(followers, [attempt]);
    }
  });

  it('is not sent when its definition is invalid', async () => {
    const { keys, take } = open();
    const { call, followers } = callOf();
    const error = new HttpError(400, 'invalid');
    const request = {
      get definition(): unknown {
        throw error;
      },
    };
    await assert.rejects(keys.begin({ ...call, request }), error);
    assert.deepEqual([take(), followers], [[], []]);
  });

  it('has the error of the key', async () => {
    const problems = [{ in: 'path', path: '/steps', message: 'm' }];
    const { keys } = open(() => ({ n: 1, result: 1, rejection: { status: 400, message: 'no', problems } }));
    const { rejection } = await keys.begin(callOf().call);
    assert.ok(rejection instanceof HttpError);
    assert.deepEqual([rejection.status, rejection.message, rejection.problems], [400, 'no', problems]);
  });

  it('is none after an HttpError, and can still become one after another error', async () => {
    for (const [error, isNone] of [
      [new HttpError(409, 'other steps'), true],
      [new Error('no response'), false],
    ] as const) {
      const { keys } = open(() => {
        throw error;
      });
      const { call, followers } = callOf();
      await assert.rejects(async () => keys.begin(call), error);
      assert.deepEqual(
        followers.map((attempt) => attempt === undefined),
        isNone ? [false, true] : [false],
      );
    }
  });

  it('sends the end of its exchange, and once more when the body of its request ends later', async () => {
    for (const [order, expected] of [
      ['ended', [false]],
      ['ended settled', [false, true]],
      ['settled', []],
      ['settled ended', [true]],
    ] as const) {
      const { keys, take } = open(() => ({ n: 1, result: null, rejection: undefined }));
      const { call, followers, summary } = callOf();
      await keys.begin(call);
      take();
      for (const event of order.split(' ')) {
        if (event === 'ended') followers[0]?.ended();
        else followers[0]?.settled();
      }
      assert.deepEqual(
        take(),
        expected.map((isSettled) => ['end', [1, summary, isSettled]]),
        order,
      );
    }
  });

  it('lets the key decide again', async () => {
    const { keys, take } = open((method) =>
      method === 'proceed' ? 'again' : { n: 1, result: null, rejection: undefined },
    );
    const attempt = await keys.begin(callOf().call);
    take();
    assert.equal(await attempt.proceed({ status: 201 }), 'again');
    assert.deepEqual(take(), [['proceed', [1, { status: 201 }], undefined]]);
  });
});

describe('a call of a worker about keys', () => {
  const record = { lab: 'sequence', key: 'k', view: { steps: 1 }, count: 1, ended: 1 };
  const attempt = {
    n: 1,
    time: 2,
    gap: null,
    step: 1,
    caller: null,
    details: undefined,
    exchange: recordingOf().summarize(),
  };
  const packed = { ...record, heads: ['/a\nHost\nh'], attempts: [{ ...attempt, head: 0 }] };
  const unpacked = { ...record, attempts: [{ ...attempt, head: '/a\nHost\nh' }] };
  const defined = { lab: 'sequence', key: 'k', definition: {} };

  it('has its parameters, no time of its own, and the response', async () => {
    const list = [{ lab: 'sequence', key: 'k', count: 1 }];
    for (const [run, response, call, result = response] of [
      [(keys: RemoteKeys) => keys.check(TYPE, 'k', REQUEST), undefined, ['check', 'sequence', 'k', REQUEST]],
      [(keys: RemoteKeys) => keys.read('sequence', 'k'), packed, ['read', 'sequence', 'k'], unpacked],
      [(keys: RemoteKeys) => keys.read('sequence', 'k'), undefined, ['read', 'sequence', 'k']],
      [(keys: RemoteKeys) => keys.list(), list, ['list']],
      [(keys: RemoteKeys) => keys.define(defined), packed, ['define', defined], unpacked],
      [(keys: RemoteKeys) => keys.seed([defined]), undefined, ['seed', [defined]]],
      [(keys: RemoteKeys) => keys.delete('sequence', 'k'), true, ['delete', 'sequence', 'k']],
      [(keys: RemoteKeys) => keys.delete('sequence', 'k'), false, ['delete', 'sequence', 'k']],
      [(keys: RemoteKeys) => keys.start([defined]), undefined, ['start', [defined]]],
      [(keys: RemoteKeys) => keys.reset(), undefined, ['reset']],
      [(keys: RemoteKeys) => keys.clear(), undefined, ['clear']],
    ] as const) {
      const { keys, take } = open(() => response);
      const [method, ...parameters] = call;
      assert.deepEqual(await run(keys), result, method);
      assert.deepEqual(take(), [[method, parameters, 0]]);
    }
  });

  it('rejects with the error of the primary process', async () => {
    const error = new HttpError(409, 'other steps');
    const { keys } = open(() => {
      throw error;
    });
    for (const run of [
      () => keys.check(TYPE, 'k', REQUEST),
      () => keys.read('sequence', 'k'),
      () => keys.define(defined),
      () => keys.waitForEnds('sequence', 'k', 1, 5, new AbortController().signal),
    ])
      await assert.rejects(run, error);
  });

  it('waits for ends as long as is asked for, and then listens to no signal', async () => {
    const { keys, take } = open(() => 2);
    const { signal } = new AbortController();
    for (const id of [1, 2]) {
      assert.equal(await keys.waitForEnds('sequence', 'k', 2, 5000, signal), 2);
      assert.deepEqual(take(), [['wait', [id, 'sequence', 'k', 2, 5000], 5000]]);
    }
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('ends its wait in the primary process with the signal, and rejects with its reason', async () => {
    const { keys, take } = open(() => new Promise(() => {}));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = keys.waitForEnds('sequence', 'k', 2, 5000, signal);
    assert.deepEqual(take(), [['wait', [1, 'sequence', 'k', 2, 5000], 5000]]);
    const reason = new Error('the client has disconnected');
    controller.abort(reason);
    await assert.rejects(waiting, reason);
    assert.deepEqual([take(), getEventListeners(signal, 'abort')], [[['endWait', [1]]], []]);
    await assert.rejects(keys.waitForEnds('sequence', 'k', 2, 5000, signal), reason);
    assert.deepEqual(take(), []);
  });
});
