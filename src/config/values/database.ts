import { closestMatch } from '#http/syntax/closest-match.ts';
import { text, type ValueType } from './value-types.ts';

/** The database: `memory`, `sqlite:PATH` or the URL of a PostgreSQL server. */
export const database: ValueType<string> = {
  ...text(
    'DATABASE',
    'memory, sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME',
    /^(?:memory|sqlite:(?!:memory:$).+|postgres(?:ql)?:\/\/.+)$/is,
  ),
  closest(input) {
    if (/^(?:sqlite:|file:)?:memory:$/i.test(input)) return 'memory';
    const match = closestMatch(input, ['memory']);
    if (match !== undefined) return match;
    const path = input.replace(/^file:(?:\/\/(?=\/))?/i, '');
    return isPath(path) ? `sqlite:${path}` : undefined;
  },
};

/** Text with a scheme or an `@` may contain a password, so it is not repeated. */
function isPath(input: string): boolean {
  if (input.length > 200 || /[@\p{Cc}]|^[a-z][a-z\d+.-]+:/iu.test(input)) return false;
  return /[/\\]/.test(input) || /\.(?:db|sqlite|sqlite3)$/i.test(input);
}

/** The database without the password of its URL. */
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

/** The location of the database, for messages. */
export function formatPlace(database: string): string {
  return maskDatabase(database).replace(/^sqlite:/i, '');
}
