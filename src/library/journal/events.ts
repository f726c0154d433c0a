import type { JournalEntry, RecordedExchange } from '#journal/recording/record.ts';
import { queueMicrotask } from '#runtime.ts';
import type * as library from '#types/index.ts';
import type { JournalReader } from './journal-reader.ts';

/** Calls the listener for each exchange of the server or of the bin. @returns a function that removes the listener. */
export function listen(
  reader: JournalReader,
  event: library.JournalEvent,
  listener: (exchange: library.RecordedExchange) => void,
): () => void {
  return reader.requireJournal().subscribe(({ type, entry }) => {
    if (!isOfBin(entry, reader)) return;
    // A request without a body is complete when it arrives.
    const isBody = event === 'body' && type === 'request' && entry.ms.body !== null;
    if (type === event || isBody) callSafely(listener, reader.view(entry));
  });
}

/** An error of a listener of a test is an uncaught exception, and does not affect the exchange. */
function callSafely(
  listener: (exchange: library.RecordedExchange) => void,
  exchange: library.RecordedExchange,
): void {
  try {
    listener(exchange);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** The complete exchanges that the journal has, then each further one, until the server or the bin is closed. */
export async function* iterateExchanges(
  reader: JournalReader,
): AsyncGenerator<library.RecordedExchange, undefined> {
  const { closed } = reader;
  const journal = reader.requireJournal();
  const queue = reader
    .exchanges()
    .filter((exchange) => isOfBin(exchange, reader) && exchange.ended !== null)
    .map(({ id }) => id);
  let changed = Promise.withResolvers<void>();
  const wake = () => changed.resolve();
  const unsubscribe = journal.subscribe(({ type, entry }) => {
    if (type !== 'done' || !isOfBin(entry, reader)) return;
    queue.push(entry.id);
    if (queue.length > MAX_QUEUED) queue.shift();
    wake();
  });
  closed.addEventListener('abort', wake);
  try {
    for (;;) {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const entry = journal.find(id);
        if (entry?.kind === 'exchange') yield reader.view(entry);
      }
      if (closed.aborted) return undefined;
      changed = Promise.withResolvers();
      await changed.promise;
    }
  } finally {
    closed.removeEventListener('abort', wake);
    unsubscribe();
  }
}

/** Maximum number of exchanges that an iteration is behind; then it omits the oldest. */
const MAX_QUEUED = 10_000;

function isOfBin(entry: JournalEntry, { bin }: JournalReader): entry is RecordedExchange {
  return entry.kind === 'exchange' && (bin === undefined || entry.bin === bin);
}
