import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecording } from '#test/support/recorded-exchange.ts';
import { PendingWrites } from './pending-writes.ts';

const LIMITS = { rows: 100, bytes: 1000 };

/** Pending writes, with written entries of 10 bytes that were dropped. */
function drop(ids: readonly number[], isComplete = true) {
  const pending = new PendingWrites();
  const recordings = ids.map((id) => createRecording({ id, size: 10, order: id, isComplete }));
  for (const recording of recordings) {
    pending.save(recording);
    pending.drop(recording);
  }
  return { pending, recordings };
}

describe('dropped entries', () => {
  it('can be put back as far as there is room, the newest first', () => {
    const { pending } = drop([1, 2, 3]);
    for (const [entries, bytes, expected] of [
      [-1, 100, []],
      [0, 100, []],
      [2, 100, [3, 2]],
      [5, 100, [3, 2, 1]],
      [5, 20, [3, 2]],
      [5, 19, [3]],
      [5, 9, []],
    ] as const)
      assert.deepEqual(pending.droppedFor({ entries, bytes }), expected, `${entries}, ${bytes}`);
    pending.keep([3]);
    assert.deepEqual([pending.isDropped(3), pending.isDropped(2)], [false, true]);
  });

  it('in progress are kept until their rows are deleted', () => {
    const { pending, recordings } = drop([1], false);
    const batch = pending.take(true, LIMITS);
    assert.deepEqual([batch.recordings, [...batch.dropped.keys()]], [[], [1]]);
    pending.failed(batch);
    assert.equal(pending.release(1), recordings[0]);
    const again = drop([1], false).pending;
    again.take(true, LIMITS);
    again.succeeded();
    assert.equal(again.release(1), undefined);
  });

  it('that are being written for the first time are lost when that fails', () => {
    const pending = new PendingWrites();
    const recording = createRecording({ id: 1, bin: 'a', isComplete: false });
    pending.save(recording);
    const batch = pending.take(true, LIMITS);
    assert.deepEqual(batch.recordings, [recording]);
    recording.countedSize = -1;
    pending.drop(recording);
    assert.deepEqual([pending.isDropped(1), pending.isWriting], [true, true]);
    pending.failed(batch);
    assert.deepEqual([pending.isDropped(1), pending.isWriting, pending.droppedOf('a')], [false, false, 1]);
    assert.equal(pending.release(1), undefined);
  });
});
