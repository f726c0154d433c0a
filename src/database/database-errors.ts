import type { DeleteResult, UpdateResult } from 'kysely';
import { RecordDeletedError, StoreUnavailableError } from './errors.ts';

/** The database cannot be used. The message is a sentence for operators and never contains a password. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The reason as a clause that can follow a colon. */
export function formatDatabaseReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return formatDatabaseReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StoreUnavailableError && error.cause !== undefined)
    return formatDatabaseReason(error.cause);
  const code = 'code' in error ? String(error.code) : error.name;
  return (error.message || code).replace(/\.$/, '');
}

/** The error of a start or a command, which operators read, for that of an operation. Returns other errors unchanged. */
export function toOperatorError(error: unknown): unknown {
  if (!(error instanceof StoreUnavailableError)) return error;
  const { reason, cause } = error;
  const detail = cause === undefined ? '' : `: ${formatDatabaseReason(cause)}`;
  return new DatabaseError(`${reason.replace(/\.$/, '')}${detail}.`, { cause: error });
}

/** Whether the error has the code of the operating system, or the SQLSTATE of PostgreSQL. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const sqliteUniqueViolations = [1555, 2067];
const sqliteForeignKeyViolations = [787];
const postgresUniqueViolation = '23505';
const postgresForeignKeyViolation = '23503';

export function isUniqueViolation(error: unknown): boolean {
  return isViolation(error, sqliteUniqueViolations, postgresUniqueViolation);
}

function isForeignKeyViolation(error: unknown): boolean {
  return isViolation(error, sqliteForeignKeyViolations, postgresForeignKeyViolation);
}

function isViolation(error: unknown, sqliteCodes: readonly number[], postgresCode: string): boolean {
  if (error instanceof Error && 'errcode' in error) return sqliteCodes.includes(Number(error.errcode));
  return hasCode(error, postgresCode);
}

/** @throws RecordDeletedError when the record that the new row refers to was deleted at the same time. */
export async function rejectIfDeleted<Result>(adding: Promise<Result>): Promise<Result> {
  try {
    return await adding;
  } catch (error) {
    throw isForeignKeyViolation(error) ? new RecordDeletedError(error) : error;
  }
}

/** Undefined when the record that the new row refers to was deleted at the same time: the row would be deleted too. */
export async function ignoreIfDeleted<Result>(adding: Promise<Result>): Promise<Result | undefined> {
  try {
    return await adding;
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

const MAX_ATTEMPTS = 20;

/**
 * Deletes a row and the rows that refer to it, in one transaction. When another transaction has added a row that refers
 * to it meanwhile, the database rejects the deletion, and it is repeated.
 */
export async function retryWhileReferenced<Result>(deleting: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deleting();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isForeignKeyViolation(error)) throw error;
    }
  }
}

interface Change {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult>;
}

/** Runs an update or a deletion. Returns the number of rows. */
export async function countChanged(change: Change): Promise<number> {
  const result = await change.executeTakeFirstOrThrow();
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows);
}

/** Changes one row. False when there is no such row, or when another row has a value that must be unique. */
export async function updateRow(update: Change): Promise<boolean> {
  try {
    return (await countChanged(update)) > 0;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
