import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '../../../test/support/exchange-summary.ts';
import { createRuntime } from '../../runtime.ts';
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
