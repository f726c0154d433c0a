import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import { verifyWait } from '../../journal/match/verification.ts';
import { JournalTimeout } from '../../journal/recording/journal-timeout.ts';
import type { JournalReader } from './journal-reader.ts';
import { toWaitOptions } from './options.ts';

/** Waits for matching exchanges. @throws JournalTimeout; UsageError when the server or the bin is closed. */
export async function nextExchanges(
  reader: JournalReader,
  given: library.Match,
  options: library.NextOptions,
): Promise<library.RecordedExchange[]> {
  const { closed, context } = reader;
  const journal = reader.requireJournal();
  const match = reader.toMatch(given);
  const wait = { ...toWaitOptions(options), match, signal: closed };
  const { matched, failed } = await verifyWait(journal, wait, context.redaction, context.runtime);
  if (!failed) return matched.map((exchange) => reader.view(exchange));
  const { text, report } = failed;
  if (closed.aborted)
    throw new UsageError(
      `The ${reader.bin === undefined ? 'server' : 'server or the bin'} is closed. ${text}`,
    );
  const nearest = report.nearest.flatMap(({ request: { id }, score, differences }) => {
    const entry = journal.find(id);
    return entry?.kind === 'exchange' ? [{ exchange: reader.view(entry), score, differences }] : [];
  });
  throw new JournalTimeout(text, { expected: given, nearest, arrived: report.arrived });
}
