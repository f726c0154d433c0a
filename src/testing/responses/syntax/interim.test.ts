import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DirectiveError } from './directive-error.ts';
import { parseExpectation, parseInterim } from './interim.ts';

describe('the times of informational responses', () => {
  it('are seconds, or have units', () => {
    for (const [text, wait, value] of [
      ['103;X-A: 1@0.5', 500, '1'],
      ['103;X-A: 1@2', 2000, '1'],
      ['103;X-A: 1@200ms', 200, '1'],
      ['103;X-A: 1@1.5s', 1500, '1'],
      ['103;X-A: 1@1m', 60_000, '1'],
      ['103;X-A: 1', 0, '1'],
      // An address is no time.
      ['103;X-A: a@5h', 0, 'a@5h'],
      ['103;X-A: a@b.example', 0, 'a@b.example'],
    ] as const)
      assert.deepEqual(parseInterim(text), { status: 103, fields: [['X-A', value]], wait }, text);
  });

  it('before 100 (Continue) are, too', () => {
    for (const [text, wait] of [
      ['late:0.5', 500],
      ['late:200ms', 200],
      ['late:1m', 60_000],
    ] as const)
      assert.deepEqual(parseExpectation(text), { kind: 'late', wait });
    for (const text of ['late:', 'late:x', 'late:1h', 'late:-1', 'late:1234567'])
      assert.throws(() => parseExpectation(text), DirectiveError, text);
  });
});
