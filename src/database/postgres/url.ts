import { DatabaseError, formatDatabaseReason } from '../database-errors.ts';
import type { StoreOptions } from '../store-options.ts';

export interface PostgresUrl {
  /** The URL without the parameters that are read here. */
  readonly href: string;
  /** The host and database, without user and password. */
  readonly location: string;
  /** The limits of the parameters. */
  readonly limits: Partial<
    Pick<StoreOptions, 'poolSize' | 'connectTimeout' | 'statementTimeout' | 'lockTimeout'>
  >;
}

/** @throws DatabaseError for an invalid URL, without the URL, which may contain a password. */
export function parsePostgresUrl(url: string): PostgresUrl {
  const parsed = URL.parse(url);
  // No cause: the error of the parser contains the URL.
  if (parsed === null) throw new DatabaseError('The PostgreSQL URL is not a valid URL.');
  const { searchParams } = parsed;
  const take = (name: string, unit: number, maximum: number): number | undefined => {
    const input = searchParams.get(name);
    if (input === null) return undefined;
    searchParams.delete(name);
    if (!/^[1-9]\d{0,8}$/.test(input) || Number(input) > maximum)
      throw new DatabaseError(
        `The parameter ${name} of the PostgreSQL URL must be a whole number from 1 to ${maximum}.`,
      );
    return Number(input) * unit;
  };
  const limits = {
    poolSize: take('max', 1, 1000),
    // libpq has seconds here, and the server milliseconds in its own parameters.
    connectTimeout: take('connect_timeout', 1000, 3600),
    statementTimeout: take('statement_timeout', 1, 3_600_000),
    lockTimeout: take('lock_timeout', 1, 3_600_000),
  };
  return {
    href: Object.values(limits).some((value) => value !== undefined) ? parsed.href : url,
    location: `${parsed.host || 'the local socket'}${parsed.pathname}`,
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}

/** The error for a database that cannot be used at the start. */
export function createStartError(location: string, error: unknown): DatabaseError {
  return new DatabaseError(
    `Cannot use the PostgreSQL database at ${location}: ${formatDatabaseReason(error)}.`,
    {
      cause: error,
    },
  );
}
