import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageLog } from './message-log.ts';

/** A log after a number of messages of one size. */
function fill(count: number, size: number): MessageLog {
  const log = new MessageLog();
  for (let number = 1; number <= count; number++) add(log, size);
  return log;
}

const add = (log: MessageLog, size: number) =>
  log.add({ isReceived: true, type: 'binary', ms: 1, code: null }, new Uint8Array(size));

/** The numbers of the messages, as ranges. */
function rangesOf(log: MessageLog): string {
  const ranges: [first: number, last: number][] = [];
  for (const { number } of log.view()) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map((range) => range.join('-')).join();
}

describe('the messages of a connection', () => {
  it('have their number, their size and a copy of their first bytes', () => {
    const log = new MessageLog();
    const content = new Uint8Array(4097).fill(7);
    log.add({ isReceived: false, type: 'close', ms: 2.5, code: 1000 }, new Uint8Array());
    log.add({ isReceived: true, type: 'text', ms: 3, code: null }, content.subarray(1));
    log.add({ isReceived: true, type: 'binary', ms: 4, code: null }, content);
    const kept = content.slice(1);
    content.fill(8);
    assert.deepEqual(log.view(), [
      { number: 1, isReceived: false, type: 'close', ms: 2.5, size: 0, kept: new Uint8Array(), code: 1000 },
      { number: 2, isReceived: true, type: 'text', ms: 3, size: 4096, kept, code: null },
      { number: 3, isReceived: true, type: 'binary', ms: 4, size: 4097, kept, code: null },
    ]);
    assert.equal(log.size, 8192);
  });

  it('are the first 50 and the last 150', () => {
    for (const [count, ranges] of [
      [200, '1-200'],
      [201, '1-50,52-201'],
      [300, '1-50,151-300'],
    ] as const) {
      const log = fill(count, 1);
      assert.deepEqual([rangesOf(log), log.size], [ranges, 200]);
    }
  });

  it('have at most 256 KiB, of which the first 50 stay', () => {
    for (const [count, ranges] of [
      [64, '1-64'],
      [65, '1-50,52-65'],
      [100, '1-50,87-100'],
    ] as const) {
      const log = fill(count, 5000);
      assert.deepEqual([rangesOf(log), log.size], [ranges, 256 * 1024]);
    }
    const log = fill(64, 4096);
    add(log, 1);
    assert.deepEqual([rangesOf(log), log.size], ['1-50,52-65', 256 * 1024 - 4095]);
  });
});
