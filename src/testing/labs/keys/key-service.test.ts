import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { limitLogic } from '../limit/rate-limit.ts';
import { KeyService } from './key-service.ts';
import { MemoryKeys } from './memory-keys.ts';

const definition = {
  kind: 'concurrent',
  policies: [{ name: 'p', quota: 1, window: 1 }],
  per: 'key',
  unit: 'concurrent-requests',
};

const request = { definition, partition: null, units: 1, retry: ['none'] };
const inProgress = recordingOf().summarize();
const answered = recordingOf({ status: 200, ended: 'answered' }).summarize();

/** The end of the first attempt. */
const END = ['1', { exchange: answered, chosenStatus: 200, isSettled: true }];

/** The service of a worker for a limit of one concurrent request. `settle` is what the workers report when they are asked. */
function open(settle: (service: KeyService) => void = () => {}) {
  const keys = new MemoryKeys([limitLogic], createRuntime());
  let settled = 0;
  const service: KeyService = new KeyService(keys, async () => {
    settled++;
    await new Promise(setImmediate);
    settle(service);
  });
  const begin = async (id: number, members: object = {}) => {
    const call = {
      id: `${id}`,
      lab: 'limit',
      key: 'k',
      request: { ...request, ...members },
      at: 0,
      head: '/',
    };
    return Object(await service.call('begin', [call, inProgress])).result?.isAccepted;
  };
  const end = async (id: number, isSettled = true) =>
    service.call('end', [`${id}`, { exchange: answered, chosenStatus: 200, isSettled }]);
  const ends = () => keys.read('limit', 'k')?.attempts.map(({ exchange }) => exchange.ended);
  return { keys, service, begin, end, ends, settledCount: () => settled };
}

describe('the calls of a worker', () => {
  it('begin an attempt after the reports of ended exchanges, if one of them may be in its way', async () => {
    const { begin, settledCount } = open((service) => service.call('end', END));
    assert.deepEqual([await begin(1), settledCount()], [true, 0]);
    assert.deepEqual([await begin(2), settledCount()], [true, 1]);
    assert.deepEqual([await begin(3), settledCount()], [false, 2]);
  });

  it('end an attempt, also one that has not begun yet, and settle it later', async () => {
    const { keys, begin, end, ends } = open();
    await begin(1);
    const waiting = begin(2);
    const ending = end(2, false);
    assert.deepEqual([await waiting, await ending], [false, undefined]);
    assert.deepEqual(ends(), [null, 'answered']);
    for (const isSettled of [false, true, true]) await end(1, isSettled);
    assert.deepEqual([ends(), keys.read('limit', 'k')?.ended], [['answered', 'answered'], 2]);
    assert.equal(await begin(3), true);
  });

  it('decide again on an attempt in progress only', async () => {
    const { service, begin, end } = open();
    await assert.rejects(begin(1, { definition: undefined }), { status: 404 });
    await begin(2, { units: undefined });
    const decide = async (id: number) => service.call('decide', [`${id}`, request]);
    assert.equal(Object(await decide(2)).result.isAccepted, true);
    await end(2, false);
    const hasEnded = { status: 409, message: 'The exchange of the attempt has ended.' };
    for (const id of [1, 2, 3]) await assert.rejects(decide(id), hasEnded);
  });

  it('read a key after the reports of its exchanges, unless all have ended', async () => {
    const { service, begin, settledCount } = open((each) => each.call('end', END));
    await begin(1);
    for (let n = 0; n < 2; n++)
      assert.equal(Object(await service.call('read', ['limit', 'k'])).attempts[0].exchange.ended, 'answered');
    assert.equal(await service.call('read', ['limit', 'none']), undefined);
    assert.equal(settledCount(), 1);
  });
});

describe('the end of a worker', () => {
  it('ends its attempts, which keep an earlier end, and its waits', async () => {
    const { service, begin, end, ends } = open();
    await begin(1);
    await begin(2);
    await end(2, false);
    const wait = async (id: string) => service.call('wait', [id, 'limit', 'k', 9, 60_000]);
    const waits = [wait('1'), wait('2')];
    service.call('endWait', ['2']);
    assert.equal(await waits[1], 1);
    const later = begin(3);
    service.end();
    // The unit of the first attempt is free again.
    assert.deepEqual([await waits[0], await later], [2, true]);
    await new Promise(setImmediate);
    assert.deepEqual(ends(), ['server-rst', 'answered', 'server-rst']);
  });
});
