import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { JournalSource } from '#journal/reading/journal-source.ts';
import { Journal } from '#journal/recording/journal.ts';
import type { JournalStore, Recording } from '#journal/recording/journal-store.ts';
import { openDatabaseStore } from '#journal/storage/open.ts';
import { createRuntime } from '#runtime.ts';
import { temporaryFolder } from '../commands/command.ts';
import { openPostgresSchema } from '../databases/postgres.ts';
import { createRecording } from '../recorded-exchange.ts';

/** The engines that keep a journal, with the function that opens a database; undefined where there is none. */
export const JOURNAL_ENGINES: readonly (readonly [
  string,
  (t: TestContext) => Promise<string | undefined>,
])[] = [
  ['SQLite', async (t) => `sqlite:${join(await temporaryFolder(t), 'sparring.db')}`],
  ['PostgreSQL', openPostgresSchema],
];

/** One of the processes that share a journal. */
export interface JournalProcess {
  readonly journal: Journal;
  readonly store: JournalStore;
  readonly source: JournalSource;
  add(parts?: Partial<Recording>): Recording;
  /** The exchange has ended. */
  end(recording: Recording): void;
  ids(): Promise<number[]>;
  /** Stops the monotonic clock for so many microseconds, as a machine that is suspended. */
  suspend(microseconds: number): void;
}

/** Opens the journal of a database as several processes do, all in this one. */
export async function openJournalProcesses(
  t: TestContext,
  database: string,
  { count, ...limits }: { readonly count: number; readonly entries: number; readonly bytes: number },
): Promise<readonly JournalProcess[]> {
  const all: JournalProcess[] = [];
  const flush = async () => {
    for (const { store } of all) await store.flush();
    return true;
  };
  for (let worker = 1; worker <= count; worker++) {
    let suspended = 0;
    const clock = createRuntime();
    const runtime = { ...clock, systemMonotonic: () => clock.systemMonotonic() - suspended };
    const options = { runtime, report: assert.fail, node: 'test', worker };
    const peers = { flush, livingNodes: () => ['test', 'other'] };
    const store = await openDatabaseStore(database, { ...options, peers });
    const journal = new Journal({ ...limits, runtime, store });
    await store.start('run');
    t.after(() => store.close());
    const source = new JournalSource(journal, runtime);
    all.push({
      journal,
      store,
      source,
      add(parts = {}) {
        const recording = createRecording({ id: journal.nextId(), ...parts });
        journal.add(recording);
        return recording;
      },
      end(recording) {
        Object.assign(recording, { isComplete: true });
        journal.changed('done', recording);
      },
      ids: async () => [...(await source.read()).each(0, 'all')].map(({ id }) => id),
      suspend(microseconds) {
        suspended += microseconds;
      },
    });
  }
  return all;
}
