import { HttpError } from '../../http/errors.ts';

/** What a new record belongs to, its user or its application, was deleted in the very moment it was made. */
export class GoneError extends HttpError {
  constructor(cause: unknown) {
    super(404, 'Not Found', { cause });
    this.name = 'GoneError';
  }
}
