import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '../../../test/support/exchange-summary.ts';
import { createRuntime } from '../../runtime.ts';
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
    ...{ id: 1, lab: 'test', key: 'k', at: 0, target: '/test/k', rawFields: [] },
    ...{ request: { definition: {} }, summary: recordingOf().summarize() },
  };
  service.call('begin', [sent]);
  return { keys, service, ended: { ...sent.summary, status: 503, ended: 'answered' as const } };
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

  it('has ended and is settled when its worker ends', () => {
    const { keys, service } = open();
    service.end();
    assert.deepEqual(keys.follow(), ['settled', 'ended']);
    assert.equal(keys.read('test', 'k')?.attempts[0]?.exchange.ended, 'server-rst');
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
    ...{ id, lab: 'sequence', key: 'k', at: 0, target: '/sequence/k', rawFields: [] },
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
      ...{ n: 3, rejection: undefined },
      result: { step, replayed: 201, isStored: false },
    });
    assert.equal(waits, 1);
    service.call('begin', [sentBy(4, 'a')]);
    assert.equal(waits, 1);
  });
});
