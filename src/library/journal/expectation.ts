import { AssertionError } from 'node:assert';
import type * as library from '../../../types/index.ts';
import { verifyCount } from '../../journal/match/verification.ts';
import { toRange } from '../../operations/requests-verify.ts';
import { asUsageErrors } from '../caller.ts';
import { checkArgument } from '../check-argument.ts';
import type { JournalReader } from './journal-reader.ts';
import { Count } from './options.ts';

/** Assertions about the exchanges that have arrived. */
export function createExpectation(reader: JournalReader, given: library.Match): library.Expectation {
  const match = reader.toMatch(given);
  return {
    toHaveCount: function toHaveCount(count) {
      const range = asUsageErrors(() => toRange(checkArgument(Count, count, 'The count')));
      const { matched, failed } = verifyCount(match, range, reader.exchanges(), reader.context);
      if (!failed) return;
      const surplus = matched.length > range.max ? matched.slice(-MAX_LINES) : [];
      const lines = surplus.map((exchange) => {
        const { id, request } = reader.context.redaction.exchange(exchange);
        return `\nCame, #${id}: ${request.method} ${request.target.slice(0, MAX_TARGET)}`;
      });
      throw new AssertionError({
        message: failed.text + lines.join(''),
        actual: matched.length,
        expected: count,
        operator: 'toHaveCount',
        stackStartFn: toHaveCount,
      });
    },
  };
}

const MAX_LINES = 10;
const MAX_TARGET = 200;
