import assert from 'node:assert/strict';
import type { JournalEntry, RecordedExchange } from '#journal/recording/record.ts';
import type { RunningServer } from '#server/server.ts';
import { until } from './until.ts';

/** The entries of the journal of a server, once the condition holds for them. */
export async function entriesWhen(
  { journal }: Pick<RunningServer, 'journal'>,
  condition: (entries: readonly JournalEntry[]) => boolean,
): Promise<JournalEntry[]> {
  assert.ok(journal, 'the server has a journal');
  await until(() => condition(journal.entries()));
  return journal.entries();
}

/** The first complete exchange of a server. */
export async function firstExchange(server: Pick<RunningServer, 'journal'>): Promise<RecordedExchange> {
  const [entry] = await entriesWhen(server, ([first]) => first?.kind === 'exchange' && first.ended !== null);
  assert.ok(entry?.kind === 'exchange');
  return entry;
}

/** Fault and ending of the latest exchange, when it has ended. */
export async function lastFault({ journal }: Pick<RunningServer, 'journal'>): Promise<unknown[]> {
  const latest = () => journal?.entries().at(-1);
  await until(() => {
    const entry = latest();
    return entry?.kind !== 'exchange' || entry.ended !== null;
  });
  const entry = latest();
  return entry?.kind === 'exchange' ? [entry.response?.fault, entry.ended] : [];
}
