import { HttpError } from '../../http/errors.ts';

/** The database cannot be written to. The store has reported it, so that callers need not log it. */
export class StoreUnavailableError extends HttpError {
  /** @param reason a sentence for clients, without the place of the database. */
  constructor(reason: string) {
    super(503, reason);
    this.name = 'StoreUnavailableError';
  }
}
