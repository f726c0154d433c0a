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
