/** The user or the application that a new record belongs to was deleted while the record was added. */
export class RecordDeletedError extends Error {
  constructor(cause: unknown) {
    super('The record that the new record belongs to was deleted.', { cause });
    this.name = 'RecordDeletedError';
  }
}

/** The database cannot be written to. The store has reported it, so callers do not log it. */
export class StoreUnavailableError extends Error {
  /** @param reason a sentence for clients, without the location of the database. */
  constructor(reason: string) {
    super(reason);
    this.name = 'StoreUnavailableError';
  }
}
