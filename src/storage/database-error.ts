/** The database cannot be used, in one sentence for whoever runs the server. It never holds a password. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The reason as a clause that can follow a colon. */
export function toReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return toReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return (error.message || code).replace(/\.$/, '');
}
