import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Linger } from './linger.ts';

const MIB = 1024 * 1024;

describe('a connection lingers', () => {
  it('until its client has sent nothing for a while', () => {
    const linger = new Linger(1000, 50);
    assert.deepEqual([linger.isOver(1049), linger.isOver(1050)], [false, true]);
    linger.received(1, 1040);
    assert.deepEqual([linger.isOver(1089), linger.isOver(1090)], [false, true]);
  });

  it('ten seconds with a client that continues to send', () => {
    const linger = new Linger(0, 50);
    linger.received(1, 9990);
    assert.deepEqual([linger.isOver(9999), linger.isOver(10_000)], [false, true]);
  });

  it('longer if a longer time is wanted', () => {
    const linger = new Linger(0, 20_000);
    assert.deepEqual([linger.isOver(19_999), linger.isOver(20_000)], [false, true]);
  });

  it('until its client has sent more than 64 MiB', () => {
    const linger = new Linger(0, 50);
    linger.received(64 * MIB, 1);
    assert.equal(linger.isOver(2), false);
    linger.received(1, 1);
    assert.equal(linger.isOver(2), true);
  });
});
