import type { ServerSettings } from '#config/settings/settings.ts';
import { UsageError } from '#config/usage-error.ts';
import type { Recorder } from '#http/message/recorder.ts';
import type { Log } from '#http/routing/service.ts';
import { Journal } from '#journal/recording/journal.ts';
import { JournalRecorder } from '#journal/recording/journal-recorder.ts';
import type { JournalStore } from '#journal/recording/journal-store.ts';
import { removeCredentials } from '#journal/views/remove-credentials.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';

interface RecordingOptions
  extends Pick<
    ServerSettings,
    'binHeader' | 'journal' | 'journalBodySize' | 'journalSize' | 'journalRedact' | 'journalAuthorizations'
  > {
  readonly openedJournal?: OpenedJournal | undefined;
  readonly shared: SharedState;
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

export interface OpenedJournal {
  readonly store: JournalStore;
  /** Reads the entries of earlier starts. Called when the state that processes share has started. @throws StoreUnavailableError */
  start(): Promise<void>;
}

/** Opens the journal that is in the database; undefined for one in memory. @throws DatabaseError */
export async function openJournal(
  {
    journal,
    journalStore,
    database,
    runtime,
    log,
  }: Pick<ServerSettings, 'journal' | 'journalStore' | 'database'> & {
    readonly runtime: Runtime;
    readonly log: Log;
  },
  shared: SharedState,
): Promise<OpenedJournal | undefined> {
  if (journalStore === 'memory' || !journal) return undefined;
  const { openDatabaseStore } = await import('#journal/storage/open.ts');
  const server = shareServer(shared, runtime);
  const store = await openDatabaseStore(database, {
    runtime,
    report: (sentence) => log.error(sentence),
    node: shared.node ?? shared.server ?? runtime.uniqueId(),
    worker: shared.worker ?? 0,
    ...(shared.isShared && { peers: { flush: () => flushAll(), livingNodes: () => livingNodes(shared) } }),
  });
  const flushWorkers = shared.event('journal', () => store.flush());
  const flushAll = async () => {
    if (shared.worker !== undefined) return await flushWorkers();
    // Other nodes are not waited for.
    await store.flush();
    return true;
  };
  return { store, start: async () => store.start(await server()) };
}

function livingNodes({ node, otherNodes }: Pick<SharedState, 'node' | 'otherNodes'>): readonly string[] {
  return node === undefined ? [] : [node, ...(otherNodes() ?? [])];
}

/** Returns the name of the servers that run together: the processes of this one, and the nodes on its database. */
function shareServer(shared: SharedState, { uniqueId }: Pick<Runtime, 'uniqueId'>): () => Promise<string> {
  let name = '';
  const value = shared.attach<string>('servers', {
    read: () => name,
    apply(changed) {
      name = changed;
    },
  });
  return () => value.update((current) => current || uniqueId());
}

/** The journal of this process, and the recorder that writes to it; undefined when the journal is disabled. */
export function createRecording(
  options: RecordingOptions,
): { readonly journal: Journal; readonly recorder: Recorder } | undefined {
  const { shared, runtime } = options;
  if (!options.journal) return undefined;
  const journal = new Journal({
    entries: options.journal,
    bytes: options.journalSize,
    runtime,
    shared,
    store: options.openedJournal?.store,
  });
  const recorder = new JournalRecorder(journal, {
    bodySize: options.journalBodySize,
    redacted: options.journalRedact,
    binHeader: options.binHeader,
    recordsAuthorizations: options.journalAuthorizations,
    removeCredentials,
    worker: shared.worker,
    runtime,
  });
  return { journal, recorder };
}
