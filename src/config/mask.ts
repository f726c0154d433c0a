/** A database as it may be shown to anybody: without the password of its URL. */
export function maskDatabase(database: string): string {
  if (!/^postgres/i.test(database)) return database;
  const url = URL.parse(database);
  if (url === null) return 'postgres://***';
  if (url.password !== '') url.password = '***';
  for (const name of url.searchParams.keys()) {
    if (/pass|key|secret|token/i.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}

/** Where a database is, for a person to read. */
export function toPlace(database: string): string {
  return maskDatabase(database).replace(/^sqlite:/i, '');
}
