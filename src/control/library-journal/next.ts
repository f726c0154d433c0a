import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import { JournalTimeout } from '../../journal/journal-timeout.ts';
import { compileMatch } from '../../journal/match.ts';
import { toDuration } from '../../journal/near-miss.ts';
import { isReady, waitForExchanges } from '../../journal/wait.ts';
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
  const report = { ...reader.report(match, candidates), matched: found.length };
  const unfinished = candidates
    .filter((exchange) => !isReady(exchange, wait.until))
    .filter(compileMatch(match));
  const time = closed.aborted ? Math.round(runtime.monotonic() - start) : wait.milliseconds;
  const text = reader.describe(
    report,
    `Waited ${toDuration(time)} for`,
    String(wait.count),
    unfinished.map((exchange) => ['In progress', exchange]),
  );
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
