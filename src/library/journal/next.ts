import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import { toDuration } from '../../journal/match/near-miss.ts';
import { waitForExchanges } from '../../journal/match/wait.ts';
import { JournalTimeout } from '../../journal/recording/journal-timeout.ts';
import { toWaitOptions } from './arguments.ts';
import type { JournalReader } from './journal-reader.ts';

/** Waits for matching exchanges. @throws JournalTimeout; UsageError when the server or the bin is closed. */
export async function nextExchanges(
  reader: JournalReader,
  given: library.Match,
  options: library.NextOptions,
): Promise<library.RecordedExchange[]> {
  const { runtime, closed } = reader;
  const journal = reader.requireJournal();
  const match = reader.toMatch(given);
  const wait = toWaitOptions(options);
  const start = runtime.monotonic();
  const { found, isComplete } = await waitForExchanges(journal, { ...wait, match, signal: closed }, runtime);
  if (isComplete) return found.map((exchange) => reader.view(exchange));

  const candidates = reader.exchanges().filter(({ id }) => id > wait.after);
  // Some of those that were found may have left the journal.
  const report = { ...reader.report(match, candidates, wait.until), matched: found.length };
  const time = closed.aborted ? Math.round(runtime.monotonic() - start) : wait.milliseconds;
  const text = reader.describe(report, `Waited ${toDuration(time)} for`, String(wait.count));
  if (closed.aborted)
    throw new UsageError(
      `The ${reader.bin === undefined ? 'server' : 'server or the bin'} is closed. ${text}`,
    );
  const nearest = report.nearest.map(({ exchange: { id }, score, differences }) => {
    const exchange = candidates.find((candidate) => candidate.id === id);
    return exchange ? [{ exchange: reader.view(exchange), score, differences }] : [];
  });
  throw new JournalTimeout(text, { expected: given, nearest: nearest.flat(), arrived: report.arrived });
}
