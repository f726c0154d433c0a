import { GoneError } from '../authorizations/store.ts';
import { isForeignKeyViolation } from './database-error.ts';

/** @throws GoneError where what the new row belongs to was deleted meanwhile. */
export async function orGone<Result>(adding: Promise<Result>): Promise<Result> {
  try {
    return await adding;
  } catch (error) {
    throw isForeignKeyViolation(error) ? new GoneError(error) : error;
  }
}
