import type { ServerSettings } from '#config/settings/settings.ts';
import type { Recorder } from '#http/message/recorder.ts';
import { Journal } from '#journal/recording/journal.ts';
import { JournalRecorder } from '#journal/recording/journal-recorder.ts';
import { removeCredentials } from '#journal/views/remove-credentials.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';

interface RecordingOptions
  extends Pick<
    ServerSettings,
    'binHeader' | 'journal' | 'journalBodySize' | 'journalSize' | 'journalRedact' | 'journalAuthorizations'
  > {
  readonly shared: Pick<SharedState, 'stamps'>;
  readonly runtime: Runtime;
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
    ...(shared.stamps && { nextId: shared.stamps.next, removedIds: 10 * options.journal }),
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
