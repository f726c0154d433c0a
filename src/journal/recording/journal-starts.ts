/** A start of the server. */
export interface JournalStart {
  /** Entries with a smaller id are of earlier starts. */
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The setting `journalStore`, and the starts of the server since the oldest entry. */
export interface JournalStarts {
  readonly store: 'memory' | 'database';
  /** The oldest first; the last one is that of this server. */
  readonly starts: readonly JournalStart[];
}
