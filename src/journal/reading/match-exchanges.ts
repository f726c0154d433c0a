import { compileMatch, type EntryMatch } from '../match/exchange-match.ts';
import { examine, type MatchReport, mergeReports, type ReportPart } from '../match/near-miss.ts';
import { exchangesAfter, isReady, type Until } from '../match/wait.ts';
import { NO_REDACTION } from '../views/redaction.ts';
import { type JournalRead, mergeIds } from './journal-read.ts';

export interface MatchInput {
  readonly match: EntryMatch;
  /** Only exchanges with a greater id. */
  readonly after: number;
  /** The part of an exchange after which it counts. */
  readonly until: Until;
  /** Whether a report shows credentials. */
  readonly showsSecrets: boolean;
}

/** The ids of the exchanges that match and count. */
export const findMatches: JournalRead<MatchInput, readonly number[], number[]> = {
  name: 'find',
  read(journal, { match, after, until }) {
    const matches = compileMatch(match);
    return exchangesAfter(journal, after)
      .filter((exchange) => isReady(exchange, until) && matches(exchange))
      .map(({ id }) => id);
  },
  merge: mergeIds,
};

/** Explains which of the exchanges match, and why the most similar others do not. */
export const reportMatches: JournalRead<MatchInput, ReportPart, MatchReport> = {
  name: 'report',
  read: (journal, { match, after, until, showsSecrets }, redaction) =>
    examine(match, exchangesAfter(journal, after), showsSecrets ? NO_REDACTION : redaction, until),
  merge: (parts, { match }) => mergeReports(match, parts),
};

interface SequenceInput {
  readonly sequence: readonly EntryMatch[];
  readonly after: number;
}

type NumberedExchange = readonly [id: number, matches: readonly number[]];

/** The ids of exchanges that match one after the other. Others may be between them. */
export const findSequence: JournalRead<SequenceInput, readonly NumberedExchange[], number[]> = {
  name: 'sequence',
  read(journal, { sequence, after }) {
    const tests = sequence.map(compileMatch);
    return exchangesAfter(journal, after)
      .map(
        (exchange): NumberedExchange => [
          exchange.id,
          tests.flatMap((test, number) => (test(exchange) ? [number] : [])),
        ],
      )
      .filter(([, matches]) => matches.length > 0);
  },
  merge(parts, { sequence }) {
    const found: number[] = [];
    for (const [id, matches] of parts.flat().sort(([one], [other]) => one - other))
      if (found.length < sequence.length && matches.includes(found.length)) found.push(id);
    return found;
  },
};
