/** The user or the application that a new record belongs to was deleted while the record was added. */
export class RecordDeletedError extends Error {
  constructor(cause: unknown) {
    super('The record that the new record belongs to was deleted.', { cause });
    this.name = 'RecordDeletedError';
  }
}

export interface StoreUnavailableOptions {
  /** Seconds after which the operation can succeed. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
  /** A sentence about what a client can do. */
  readonly advice?: string | undefined;
}

/** The database cannot be used now, or cannot be written to. The store has reported it, so callers do not log it. */
export class StoreUnavailableError extends Error {
  /** Seconds. */
  readonly retryAfter: number;
  /** The message without the advice. */
  readonly reason: string;
  readonly advice: string | undefined;

  /** @param reason a sentence, without the location of the database. */
  constructor(reason: string, { retryAfter = 5, cause, advice }: StoreUnavailableOptions = {}) {
    super(advice === undefined ? reason : `${reason} ${advice}`, cause === undefined ? undefined : { cause });
    this.name = 'StoreUnavailableError';
    this.reason = reason;
    this.advice = advice;
    this.retryAfter = retryAfter;
  }
}

/** Handles the error of what can be done without the database. @throws the error, unless the database cannot be used now */
export function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}

/** The database cannot hold snapshots. */
export class SnapshotsUnavailableError extends Error {
  /** @param reason a sentence for clients. */
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SnapshotsUnavailableError';
  }
}

/** The copy of a snapshot does not exist: it was deleted, perhaps by another server on the same database. */
export class SnapshotDeletedError extends Error {
  constructor() {
    super('The records of the snapshot were deleted, so it cannot be restored. Take another one.');
    this.name = 'SnapshotDeletedError';
  }
}
