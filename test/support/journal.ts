import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEntry, RecordedExchange } from '../../src/journal/recording/record.ts';
import type { RunningServer } from '../../src/server.ts';

/** The entries of the journal of a server, once the condition holds for them. */
export async function entriesWhen(
  { journal }: Pick<RunningServer, 'journal'>,
  condition: (entries: readonly JournalEntry[]) => boolean,
): Promise<JournalEntry[]> {
  assert.ok(journal, 'the server has a journal');
  const deadline = Date.now() + 10_000;
  while (!condition(journal.entries()) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const entries = journal.entries();
  assert.ok(condition(entries), JSON.stringify(entries.map(({ kind, id }) => [kind, id])));
  return entries;
}

/** The first complete exchange of a server. */
export async function firstExchange(server: Pick<RunningServer, 'journal'>): Promise<RecordedExchange> {
  const [entry] = await entriesWhen(server, ([first]) => first?.kind === 'exchange' && first.ended !== null);
  assert.ok(entry?.kind === 'exchange');
  return entry;
}

/** Fault and ending of the latest exchange, when it has ended. */
export async function lastFault({ journal }: Pick<RunningServer, 'journal'>): Promise<unknown[]> {
  for (const deadline = performance.now() + 3000; ; await sleep(5)) {
    const entry = journal?.entries().at(-1);
    if (entry?.kind !== 'exchange') return [];
    if (entry.ended !== null || performance.now() > deadline) return [entry.response?.fault, entry.ended];
  }
}
