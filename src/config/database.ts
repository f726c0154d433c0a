import { closestMatch } from '../http/closest-match.ts';
import { text, type ValueType } from './value-types.ts';

/** Where records are kept: `memory`, `sqlite:PATH` or the URL of a PostgreSQL server. */
export const database: ValueType<string> = {
  ...text(
    'DATABASE',
    'memory, sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME',
    /^(?:memory|sqlite:(?!:memory:$).+|postgres(?:ql)?:\/\/.+)$/is,
  ),
  guess(given) {
    if (/^(?:sqlite:|file:)?:memory:$/i.test(given)) return 'memory';
    const near = closestMatch(given, ['memory']);
    if (near !== undefined) return near;
    const path = given.replace(/^file:(?:\/\/(?=\/))?/i, '');
    return isPath(path) ? `sqlite:${path}` : undefined;
  },
};

/** A text with a scheme or an `@` may hold a password, which is not repeated. */
function isPath(given: string): boolean {
  if (given.length > 200 || /[@\p{Cc}]|^[a-z][a-z\d+.-]+:/iu.test(given)) return false;
  return /[/\\]/.test(given) || /\.(?:db|sqlite|sqlite3)$/i.test(given);
}

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
