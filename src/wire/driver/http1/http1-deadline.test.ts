import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Http1Deadline, type Http1Phase } from './http1-deadline.ts';

const TIMES = { head: 10, body: 20, keepAlive: 30, stall: 40 };

/** The first of these times at which the limit has passed. */
function endOf(deadline: Http1Deadline, phase: Http1Phase, mark: number, from: number): number | undefined {
  for (let now = from; now < from + 5000; now++) if (deadline.isOver(phase, mark, now)) return now - from;
  return undefined;
}

describe('the time limit of a connection of HTTP/1', () => {
  for (const [phase, limit] of [
    ['first-head', 10],
    ['head', 10],
    ['content', 20],
    ['idle', 1030],
    ['last-response', 40],
    ['response', undefined],
  ] as const)
    it(`is ${limit} ms in the phase ${phase}`, () => {
      assert.equal(endOf(new Http1Deadline(TIMES, 0), phase, 1, 100), limit);
    });

  it('of its first head begins with the connection, and not with the first tick', () => {
    const deadline = new Http1Deadline(TIMES, 100);
    assert.deepEqual(
      [109, 110].map((now) => deadline.isOver('first-head', 0, now)),
      [false, true],
    );
  });

  it('begins again with another phase, and with another mark', () => {
    const deadline = new Http1Deadline(TIMES, 0);
    assert.deepEqual(
      [
        deadline.isOver('content', 1, 5),
        deadline.isOver('content', 1, 24),
        deadline.isOver('content', 2, 25),
        deadline.isOver('content', 2, 44),
        deadline.isOver('head', 2, 45),
        deadline.isOver('head', 2, 54),
        deadline.isOver('head', 2, 55),
      ],
      [false, false, false, false, false, false, true],
    );
  });

  it('does not end an idle connection without keep-alive time', () => {
    assert.equal(endOf(new Http1Deadline({ ...TIMES, keepAlive: 0 }, 0), 'idle', 1, 0), undefined);
    assert.equal(endOf(new Http1Deadline({ ...TIMES, keepAlive: 1 }, 0), 'idle', 1, 0), 1001);
  });
});
