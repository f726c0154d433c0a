import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { Attempt } from './attempt.ts';
import { packRecord, unpackRecord } from './key-calls.ts';

describe('the record of a key that a worker gets', () => {
  it('has equal heads in a row once, and none for an attempt without a head', () => {
    const attempts = ['a', 'a', 'b', undefined, 'b', 'a'].map((head, index) => {
      const attempt = new Attempt(index + 1, null, { time: 0, at: 0, head: '', recording: recordingOf() });
      attempt.head = head;
      return attempt;
    });
    const record = { lab: 'sequence', key: 'k', view: {}, count: 6, ended: 0, attempts };
    const packed = packRecord(record);
    assert.deepEqual(packed.heads, ['a', 'b', 'a']);
    assert.deepEqual(
      packed.attempts.map(({ head }) => head),
      [0, 0, 1, undefined, 1, 2],
    );
    assert.deepEqual(
      unpackRecord(packed).attempts.map(({ head }) => head),
      ['a', 'a', 'b', undefined, 'b', 'a'],
    );
  });
});
