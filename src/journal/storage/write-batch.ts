import { DroppedCount } from '../recording/dropped-count.ts';
import { type EntryRow, formatRow } from './entry-row.ts';
import type { JournalTransaction } from './journal-transaction.ts';
import type { Batch, UserChange } from './pending-writes.ts';

/** Writes a batch. @returns the rows of its entries, in their order */
export async function writeBatch(
  transaction: JournalTransaction,
  batch: Batch,
  now: number,
): Promise<EntryRow[]> {
  const { state } = transaction;
  const rows = batch.recordings.map((recording) =>
    formatRow(recording, recording.order ?? ++state.entries, state.position),
  );
  for (const { id } of rows) state.last_id = Math.max(state.last_id, id);
  await transaction.saveRows(rows);
  await countDropped(transaction, batch);
  for (const change of batch.changes) await writeChange(transaction, change, now);
  return rows;
}

/** Another process can have removed the same entries, which are counted once. */
async function countDropped(transaction: JournalTransaction, { dropped, lost }: Batch): Promise<void> {
  if (dropped.size + lost.length === 0) return;
  const deleted = dropped.size === 0 ? [] : await transaction.deleteRows([...dropped.keys()]);
  changeDropped(transaction, (count) => {
    for (const bin of [...deleted, ...lost]) count.add(bin);
  });
}

async function writeChange(transaction: JournalTransaction, change: UserChange, now: number): Promise<void> {
  switch (change.type) {
    case 'removed':
      if (change.undo) await transaction.hideRows(change.ids, change.undo, now);
      else await transaction.deleteRows(change.ids);
      return;
    case 'cleared':
      await transaction.clear(change.upTo, change.bin);
      changeDropped(transaction, (count) => count.clear(change.bin));
      return;
    case 'annotated':
      return await transaction.annotate(change.id, change.annotation);
  }
}

function changeDropped({ state }: JournalTransaction, change: (count: DroppedCount) => void): void {
  const count = new DroppedCount(JSON.parse(state.dropped));
  change(count);
  state.dropped = JSON.stringify(count.state());
}
