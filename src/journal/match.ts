import { partsOf } from './match-parts.ts';
import type { Match } from './match-schema.ts';
import type { RecordedExchange } from './record.ts';

/** @param match a match that `checkMatch` has accepted. */
export function compileMatch(match: Match): (exchange: RecordedExchange) => boolean {
  const parts = partsOf(match);
  return (exchange) => parts.every((part) => part.matches(exchange));
}
