import type { ServerSettings } from '#config/settings/settings.ts';
import { UsageError } from '#config/usage-error.ts';
import type { Recorder } from '#http/message/recorder.ts';
import type { Log } from '#http/routing/service.ts';
import { Journal } from '#journal/recording/journal.ts';
import { JournalRecorder } from '#journal/recording/journal-recorder.ts';
import type { JournalStore } from '#journal/recording/journal-store.ts';
import { removeCredentials } from '#journal/views/remove-credentials.ts';
import type { Runtime } from '#runtime.ts';
import type { WorkerChannel } from '#shared/workers/worker-channel.ts';

interface RecordingOptions
  extends Pick<
    ServerSettings,
    'binHeader' | 'journal' | 'journalBodySize' | 'journalSize' | 'journalRedact' | 'journalAuthorizations'
  > {
  readonly openedJournal?: JournalStore | undefined;
  readonly channel: Pick<WorkerChannel, 'stamps'>;
  readonly runtime: Runtime;
}

/** @throws UsageError for a database that ends with the process */
export function checkJournalStore({
  journalStore,
  database,
}: Pick<ServerSettings, 'journalStore' | 'database'>): void {
  if (journalStore === 'database' && database === 'memory')
    throw new UsageError(
      'A journal in the database needs a SQLite file or PostgreSQL as the database, not memory.',
    );
}

/** Opens the journal that is in the database; undefined for one in memory. @throws DatabaseError */
export async function openJournal({
  journal,
  journalStore,
  database,
  runtime,
  log,
}: Pick<ServerSettings, 'journal' | 'journalStore' | 'database'> & {
  readonly runtime: Runtime;
  readonly log: Log;
}): Promise<JournalStore | undefined> {
  if (journalStore === 'memory' || !journal) return undefined;
  const { openDatabaseStore } = await import('#journal/storage/open.ts');
  return await openDatabaseStore(database, { runtime, report: (sentence) => log.error(sentence) });
}

/** The journal of this process, and the recorder that writes to it; undefined when the journal is disabled. */
export function createRecording(
  options: RecordingOptions,
): { readonly journal: Journal; readonly recorder: Recorder } | undefined {
  const { channel, runtime } = options;
  if (!options.journal) return undefined;
  const journal = new Journal({
    entries: options.journal,
    bytes: options.journalSize,
    runtime,
    store: options.openedJournal,
    ...(channel.stamps && { nextId: channel.stamps.next, removedIds: 10 * options.journal }),
  });
  const recorder = new JournalRecorder(journal, {
    bodySize: options.journalBodySize,
    redacted: options.journalRedact,
    binHeader: options.binHeader,
    recordsAuthorizations: options.journalAuthorizations,
    removeCredentials,
    runtime,
  });
  return { journal, recorder };
}
