import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '#test/support/exchange-summary.ts';
import type { AttemptStart } from './attempt.ts';
import { AttemptLog } from './attempt-log.ts';

const start = (head: string): AttemptStart => ({
  time: 0,
  at: 0,
  recording: recordingOf(),
  head,
});

describe('the attempts of a key', () => {
  it('share equal heads, which count once, and lose the oldest heads above the limit', () => {
    const log = new AttemptLog({ attempts: 3, heads: 10 });
    const steps: readonly (readonly [head: string, size: number, heads: readonly (string | undefined)[]])[] =
      [
        ['aaaa', 4, ['aaaa']],
        ['aaaa', 4, ['aaaa', 'aaaa']],
        ['bbbb', 8, ['aaaa', 'aaaa', 'bbbb']],
        // The removed attempt shares its head with the next one, whose head is then above the limit.
        ['cccc', 8, [undefined, 'bbbb', 'cccc']],
        ['cccc', 8, ['bbbb', 'cccc', 'cccc']],
        ['dddddd', 10, ['cccc', 'cccc', 'dddddd']],
        ['eeee', 10, [undefined, 'dddddd', 'eeee']],
        ['eeee', 10, ['dddddd', 'eeee', 'eeee']],
        // Both attempts lose the shared head.
        ['ffffffffff', 10, [undefined, undefined, 'ffffffffff']],
        ['ggggggggggg', 0, [undefined, undefined, undefined]],
        ['hh', 2, [undefined, undefined, 'hh']],
      ];
    for (const [head, size, heads] of steps) {
      log.add(start(head));
      assert.equal(log.headSize, size, head);
      assert.deepEqual(
        log.attempts.map((attempt) => attempt.head),
        heads,
      );
    }
    assert.deepEqual([log.count, log.ended], [11, 0]);
    log.forgetHeads();
    assert.deepEqual([log.headSize, log.attempts.at(-1)?.head], [0, undefined]);
    log.add(start('hh'));
    assert.equal(log.headSize, 2);
  });

  it('have the time since the previous attempt, which is 0 for one that was read before it', () => {
    const log = new AttemptLog({ attempts: 9, heads: 10 });
    const gaps = [0, 1000, 1500, 1200, 1700].map((at) => log.add({ ...start('a'), at }).gap);
    assert.deepEqual(gaps, [null, 1000, 500, 0, 200]);
  });

  it('have numbers from 1, and are counted when they end', () => {
    const log = new AttemptLog({ attempts: 2, heads: 10 });
    const attempts = ['a', 'b', 'c'].map((head) =>
      log.add({ ...start(head), recording: recordingOf({ bodyDigest: `digest ${head}` }) }),
    );
    assert.deepEqual(
      attempts.map(({ n }) => n),
      [1, 2, 3],
    );
    assert.deepEqual(log.attempts, attempts.slice(1));
    for (const attempt of attempts) {
      log.settle(attempt);
      log.end();
    }
    assert.deepEqual([log.count, log.ended], [3, 3]);
    assert.deepEqual(
      log.attempts.map(({ exchange }) => exchange.bodyDigest),
      ['digest b', 'digest c'],
    );
  });

  it('do not change after they are settled', () => {
    const log = new AttemptLog({ attempts: 9, heads: 10 });
    const attempts = ['same', 'same', 'other', undefined].map((bodyDigest) => {
      let status = 0;
      const recording = { summarize: () => recordingOf({ bodyDigest, status: ++status }).summarize() };
      return log.add({ ...start('a'), recording });
    });
    const view = () => attempts.map(({ exchange: { bodyDigest, status } }) => [bodyDigest, status]);
    for (const status of [1, 2])
      assert.deepEqual(
        view(),
        ['same', 'same', 'other', undefined].map((digest) => [digest, status]),
      );
    for (const attempt of attempts) log.settle(attempt);
    // Settling reads the digest of the previous attempt, too.
    const settled = view();
    assert.deepEqual(
      settled.map(([digest]) => digest),
      ['same', 'same', 'other', undefined],
    );
    assert.deepEqual(view(), settled);
  });
});
