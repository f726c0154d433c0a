import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { type AddedAttempt, AttemptLog, summaryOf } from './attempt-log.ts';

const ATTEMPT: AddedAttempt = {
  n: 1,
  time: 0,
  gap: null,
  outcome: { step: null, caller: null },
  exchange: recordingOf(),
};

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
      log.add(ATTEMPT, head);
      assert.equal(log.headSize, size, head);
      assert.deepEqual(
        log.attempts.map((attempt) => attempt.head),
        heads,
      );
    }
    log.forgetHeads();
    assert.deepEqual([log.headSize, log.attempts.at(-1)?.head], [0, undefined]);
    log.add(ATTEMPT, 'hh');
    assert.equal(log.headSize, 2);
  });

  it('do not change after they are settled', () => {
    const log = new AttemptLog({ attempts: 9, heads: 10 });
    const digests = ['same', 'same', 'other', undefined];
    const attempts = digests.map((bodyDigest) => {
      let status = 0;
      const exchange = { summarize: () => recordingOf({ bodyDigest, status: ++status }).summarize() };
      return log.add({ ...ATTEMPT, exchange }, 'a');
    });
    const view = () => attempts.map(summaryOf).map(({ bodyDigest, status }) => [bodyDigest, status]);
    for (const status of [1, 2])
      assert.deepEqual(
        view(),
        digests.map((digest) => [digest, status]),
      );
    for (const attempt of attempts) log.settle(attempt);
    const settled = view();
    assert.deepEqual(
      settled.map(([digest]) => digest),
      digests,
    );
    assert.deepEqual(view(), settled);
  });
});
