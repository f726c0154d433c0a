import type { ConformanceCase } from '../verdict/case.ts';
import type { ClauseQuote } from './clause-quote.ts';
import { MESSAGE_QUOTES } from './quotes-message.ts';
import { OTHER_QUOTES } from './quotes-other.ts';
import { SEMANTICS_QUOTES } from './quotes-semantics.ts';

/** Each clause has one without a pattern, and its exceptions. */
export const QUOTES: readonly ClauseQuote[] = [...MESSAGE_QUOTES, ...SEMANTICS_QUOTES, ...OTHER_QUOTES];

/** The sentence on which a case rests: that of its id, or that of its clause. */
export function quoteOf({ id, clause }: Pick<ConformanceCase, 'id' | 'clause'>): string | undefined {
  const ofClause = QUOTES.filter((each) => each.clause === clause);
  const found = ofClause.find(({ cases }) => cases?.test(id)) ?? ofClause.find(({ cases }) => !cases);
  return found?.quote;
}
