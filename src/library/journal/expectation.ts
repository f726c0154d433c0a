import { AssertionError } from 'node:assert';
import type * as library from '../../../types/index.ts';
import { compileMatch } from '../../journal/match/exchange-match.ts';
import { toCountRange } from './arguments.ts';
import type { JournalReader } from './journal-reader.ts';

/** Assertions about the exchanges that have arrived. */
export function createExpectation(reader: JournalReader, given: library.Match): library.Expectation {
  const match = reader.toMatch(given);
  return {
    toHaveCount: function toHaveCount(count) {
      const { min, max } = toCountRange(count);
      const exchanges = reader.exchanges();
      const found = exchanges.filter(compileMatch(match));
      if (found.length >= min && found.length <= max) return;
      throw new AssertionError({
        message: reader.describe(
          reader.report(match, exchanges),
          'Expected',
          toRangeText(min, max),
          found.length > max ? found.map((exchange) => ['Came', exchange]) : [],
        ),
        actual: found.length,
        expected: count,
        operator: 'toHaveCount',
        stackStartFn: toHaveCount,
      });
    },
  };
}

/** `2`, `2 to 5`, `at least 2` or `at most 5`. */
function toRangeText(min: number, max: number): string {
  if (min === max) return String(min);
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
