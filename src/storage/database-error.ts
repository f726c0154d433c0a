/** The database cannot be used, in one sentence for whoever runs the server. It never holds a password. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

const sqliteUniqueViolations = [1555, 2067];
const sqliteForeignKeyViolations = [787];
const postgresUniqueViolation = '23505';
const postgresForeignKeyViolation = '23503';

export function isUniqueViolation(error: unknown): boolean {
  return isViolation(error, sqliteUniqueViolations, postgresUniqueViolation);
}

export function isForeignKeyViolation(error: unknown): boolean {
  return isViolation(error, sqliteForeignKeyViolations, postgresForeignKeyViolation);
}

function isViolation(error: unknown, sqliteCodes: readonly number[], postgresCode: string): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.includes(Number(error.errcode));
  return 'code' in error && error.code === postgresCode;
}

/** The reason as a clause that can follow a colon. */
export function toReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return toReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return (error.message || code).replace(/\.$/, '');
}
