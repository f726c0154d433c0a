import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { parseCallerRule } from '../sequence/callers.ts';
import { sequenceKeys } from '../sequence/sequence.ts';
import { KeyService } from './key-service.ts';
import type { AttemptCall, AttemptRecording } from './key-store.ts';
import type { KeyType } from './key-type.ts';
import { LocalKeys } from './local-keys.ts';

/** Keys that remember the recording of the latest attempt. */
class ObservedKeys extends LocalKeys {
  recording: AttemptRecording | undefined;

  override begin(call: AttemptCall) {
    this.recording = call.recording;
    return super.begin(call);
  }

  /** The calls that a listener of the recording gets when it is added now. */
  follow(): string[] {
    const calls: string[] = [];
    this.recording?.follow({
      lab: null,
      ended: () => void calls.push('ended'),
      settled: () => void calls.push('settled'),
    });
    return calls;
  }
}

const TYPE: KeyType = {
  lab: 'test',
  missing: (key) => key,
  create: () => ({ view: () => ({}), begin: () => ({ result: null }) }),
};

function open() {
  const keys = new ObservedKeys([TYPE], createRuntime());
  const service = new KeyService(keys, async () => {});
  const sent = {
    id: 1,
    lab: 'test',
    key: 'k',
    at: 0,
    target: '/test/k',
    rawFields: [],
    request: { definition: {} },
    summary: recordingOf().summarize(),
  };
  service.call('begin', [sent]);
  return { keys, service, sent, ended: { ...sent.summary, status: 503, ended: 'answered' as const } };
}

describe('an exchange of a worker', () => {
  it('is settled when the worker says so, which can be after its end', () => {
    const { keys, service, ended } = open();
    assert.deepEqual(keys.follow(), []);
    service.call('end', [1, ended, false]);
    assert.deepEqual(keys.follow(), ['ended']);
    service.call('end', [1, ended, true]);
    assert.deepEqual(keys.follow(), ['settled', 'ended']);
  });

  it('is reported to its attempt when it ends, and when it is settled', () => {
    for (const [ends, expected] of [
      [
        [false, true],
        ['ended', 'settled'],
      ],
      [[false], ['ended']],
      [[true], ['settled', 'ended']],
    ] as const) {
      const { keys, service, ended } = open();
      const calls = keys.follow();
      for (const isSettled of ends) service.call('end', [1, ended, isSettled]);
      assert.deepEqual(calls, expected);
      const { count, ended: number } = keys.read('test', 'k') ?? {};
      assert.deepEqual([count, number], [1, 0]);
    }
  });

  it('has ended and is settled when its worker ends, and keeps an earlier end', () => {
    for (const hasEnded of [false, true]) {
      const { keys, service, ended } = open();
      if (hasEnded) service.call('end', [1, ended, false]);
      service.end();
      assert.deepEqual(keys.follow(), ['settled', 'ended']);
      const { ended: ending } = Object(keys.read('test', 'k')?.attempts[0]?.exchange);
      assert.equal(ending, hasEnded ? 'answered' : 'server-rst');
    }
  });
});

describe('a wait of a worker', () => {
  const wait = (service: KeyService, id: number, within = 60_000, count = 1) =>
    Promise.resolve(service.call('wait', [id, 'test', 'k', count, within]));
  const aborted = { name: 'AbortError' };

  it('ends with the attempt, with its time, or when the worker ends it', async () => {
    const { service, ended } = open();
    const waits = [1, 2].map((id) => wait(service, id));
    service.call('endWait', [2]);
    service.call('endWait', [3]);
    await assert.rejects(waits[1] ?? wait(service, 2), aborted);
    assert.equal(await wait(service, 4, 1), 0);
    service.call('end', [1, ended, true]);
    assert.equal(await waits[0], 1);
    // A later wait of the same number is another one.
    assert.equal(await wait(service, 1), 1);
  });

  it('ends with its worker', async () => {
    const { service } = open();
    // Its attempt ends as well, which is one of two.
    const waiting = wait(service, 1, 60_000, 2);
    service.end();
    await assert.rejects(waiting, aborted);
  });
});

describe('a call of a worker', () => {
  it('has the result of the keys', async () => {
    const { keys, service } = open();
    const defined = { lab: 'test', key: 'other', definition: {} };
    assert.throws(() => service.call('check', ['test', 'none', { definition: undefined }]), {
      status: 404,
      message: 'none',
    });
    assert.equal(service.call('check', ['test', 'none', { definition: {} }]), undefined);
    assert.equal(await service.call('read', ['test', 'none']), undefined);
    assert.deepEqual(service.call('define', [defined]), {
      lab: 'test',
      key: 'other',
      view: {},
      count: 0,
      ended: 0,
      heads: [],
      attempts: [],
    });
    const keysOf = () => keys.list().map(({ key }) => key);
    assert.deepEqual(service.call('list', []), keys.list());
    assert.deepEqual(keysOf(), ['k', 'other']);
    assert.deepEqual(
      ['other', 'other'].map((key) => service.call('delete', ['test', key])),
      [true, false],
    );
    service.call('seed', [[defined]]);
    assert.deepEqual(keysOf(), ['k', 'other']);
    service.call('start', [[{ ...defined, key: 'initial' }]]);
    assert.deepEqual(keysOf(), ['initial']);
    service.call('seed', [[defined]]);
    service.call('reset', []);
    assert.deepEqual(keysOf(), ['initial']);
    service.call('clear', []);
    assert.deepEqual(keysOf(), []);
  });

  it('to decide again is an error for an attempt without another decision, or one that has ended', () => {
    const { service, ended } = open();
    const hasEnded = { status: 409, message: 'The exchange of the attempt has ended.' };
    assert.throws(() => service.call('proceed', [1, {}]), hasEnded);
    service.call('end', [1, ended, true]);
    for (const id of [1, 2]) assert.throws(() => service.call('proceed', [id, {}]), hasEnded);
  });

  it('reads a key after the reports of its exchanges, unless all have ended', async () => {
    const keys = new LocalKeys([TYPE], createRuntime());
    let settled = 0;
    const service = new KeyService(keys, async () => {
      settled++;
      await new Promise(setImmediate);
      service.call('end', [1, ended, true]);
    });
    const { sent, ended } = open();
    service.call('begin', [sent]);
    for (const read of [1, 2]) {
      const { count, ended: number, attempts } = Object(await service.call('read', ['test', 'k']));
      assert.deepEqual([count, number, attempts[0].exchange], [1, 1, ended], `${read}`);
    }
    await service.call('read', ['test', 'none']);
    assert.equal(settled, 1);
  });

  it('to begin is an error for a request that the key rejects, which is no attempt', () => {
    const { keys, service, sent } = open();
    const invalid = { ...sent, id: 2, key: 'none', request: { definition: undefined } };
    assert.throws(() => service.call('begin', [invalid]), { status: 404 });
    service.end();
    assert.deepEqual(
      keys.list().map(({ key }) => key),
      ['k'],
    );
    assert.throws(() => service.call('begin', [{ ...sent, lab: 'none' }]), /There is no lab none/);
  });
});

describe('a request to a sequence with replay', () => {
  const step = { times: 1, open: undefined, directives: [] };
  const definition = {
    steps: [step],
    after: 'last' as const,
    callers: parseCallerRule('idempotency,replay'),
  };
  const sentBy = (id: number, caller: string) => ({
    id,
    lab: 'sequence',
    key: 'k',
    at: 0,
    target: '/sequence/k',
    rawFields: [],
    request: { definition, source: 'x', method: 'POST', path: '/', rawFields: ['Idempotency-Key', caller] },
    summary: recordingOf({ isBodyComplete: true }).summarize(),
  });
  const result = { step, replayed: undefined, isStored: true };

  it('waits for the reports of ended exchanges only if the first request of its caller may be one of them', async () => {
    let waits = 0;
    const service = new KeyService(new LocalKeys([sequenceKeys], createRuntime()), async () => {
      waits++;
      service.call('end', [1, { ...sentBy(1, 'a').summary, status: 201, ended: 'answered' }, true]);
    });
    assert.deepEqual(service.call('begin', [sentBy(1, 'a')]), { n: 1, result, rejection: undefined });
    service.call('proceed', [1, { status: 201 }]);
    assert.deepEqual(service.call('begin', [sentBy(2, 'b')]), { n: 2, result, rejection: undefined });
    assert.equal(waits, 0);
    assert.deepEqual(await service.call('begin', [sentBy(3, 'a')]), {
      n: 3,
      rejection: undefined,
      result: { step, replayed: 201, isStored: false },
    });
    assert.equal(waits, 1);
    service.call('begin', [sentBy(4, 'a')]);
    assert.equal(waits, 1);
  });
});
