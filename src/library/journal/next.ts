import { UsageError } from '#config/usage-error.ts';
import { verifyWait } from '#journal/match/verification.ts';
import type { WaitOptions } from '#journal/match/wait.ts';
import type * as library from '#types/index.ts';
import { AbortError } from './abort-error.ts';
import type { Claims } from './claims.ts';
import type { JournalReader } from './journal-reader.ts';
import { JournalTimeout } from './journal-timeout.ts';
import { parseWaitOptions } from './options.ts';

/** Waits for matching exchanges that no earlier call has returned. @throws see `waitForExchanges`. */
export async function nextExchanges(
  reader: JournalReader,
  input: library.Match,
  options: library.NextOptions,
  claims: Claims,
): Promise<library.RecordedExchange[]> {
  const wait = parseWaitOptions(options, 'next');
  const claimed = claims.of(reader.toMatch(input), reader.requireJournal());
  return await waitFor(reader, input, { ...wait, claimed });
}

/** Waits for matching exchanges. @throws JournalTimeout; UsageError when the server or the bin is closed; AbortError for the signal of the options. */
export async function waitForExchanges(
  reader: JournalReader,
  input: library.Match,
  options: library.NextOptions,
): Promise<library.RecordedExchange[]> {
  return await waitFor(reader, input, parseWaitOptions(options, 'waitFor'));
}

async function waitFor(
  reader: JournalReader,
  input: library.Match,
  options: Omit<WaitOptions, 'match'>,
): Promise<library.RecordedExchange[]> {
  const { closed, context } = reader;
  const { signal } = options;
  const journal = reader.requireJournal();
  const wait = { ...options, match: reader.toMatch(input), signal: reader.until(signal) };
  const { matched, failed } = await verifyWait(journal, wait, context.redaction, context.runtime);
  reader.throwError();
  if (!failed) return matched.map((exchange) => reader.view(exchange));
  const { report } = failed;
  // A later call can return those that this one does not.
  for (const { id } of matched) options.claimed?.delete(id);
  const text = [failed.text, ...describeClaimed(options.claimed?.size ?? 0)].join('\n');
  if (signal?.aborted) throw new AbortError(signal, text);
  if (closed.aborted)
    throw new UsageError(
      `The ${reader.bin === undefined ? 'server' : 'server or the bin'} is closed. ${text}`,
    );
  const nearest = report.nearest.flatMap(({ request: { id }, score, differences }) => {
    const entry = journal.find(id);
    return entry?.kind === 'exchange' ? [{ exchange: reader.view(entry), score, differences }] : [];
  });
  throw new JournalTimeout(text, { expected: input, nearest, arrived: report.arrived });
}

function describeClaimed(count: number): string[] {
  const requests = count === 1 ? '1 request' : `${count} requests`;
  return count === 0 ? [] : [`Earlier calls of next with this match have returned ${requests}.`];
}
