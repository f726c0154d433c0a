import type { ConformanceCase } from '../verdict/case.ts';
import type { ClauseQuote } from './clause-quote.ts';
import { MESSAGE_QUOTES } from './quotes-message.ts';
import { OTHER_QUOTES } from './quotes-other.ts';
import { SEMANTICS_QUOTES } from './quotes-semantics.ts';

/** Each clause has one without a pattern, and its exceptions. */
export const QUOTES: readonly ClauseQuote[] = [...MESSAGE_QUOTES, ...SEMANTICS_QUOTES, ...OTHER_QUOTES];

/** A case with the sentence on which it rests, which is that of its id, or that of its clause. */
export function withQuote(declared: ConformanceCase): ConformanceCase {
  const { id, clause, level } = declared;
  const ofClause = QUOTES.filter((each) => each.clause === clause);
  const found = ofClause.find(({ cases }) => cases?.test(id)) ?? ofClause.find(({ cases }) => !cases);
  if (!found) return declared;
  const { quote, because } = found;
  // Cases of other levels can rest on the same sentence; their level needs no words in it.
  const isExplained = because !== undefined && (level === 'R' || level === 'S');
  return { ...declared, quote, ...(isExplained && { because }) };
}
