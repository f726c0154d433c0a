import { HttpError } from '../../http/errors.ts';
import { RecordDeletedError, StoreUnavailableError } from '../store.ts';

/** The response to an error of the store; undefined for any other error. Every service that uses the store has it. */
export function storeErrorToHttp(error: unknown): HttpError | undefined {
  if (error instanceof RecordDeletedError) return new HttpError(404, 'Not Found', { cause: error });
  if (error instanceof StoreUnavailableError)
    return new HttpError(503, error.message, {
      cause: error,
      fields: [['Retry-After', String(error.retryAfter)]],
    });
  return undefined;
}
