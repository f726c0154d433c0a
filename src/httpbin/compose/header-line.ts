import type { Field } from '../../http/fields.ts';
import { WordError } from './word-error.ts';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** They say where a message begins and ends, or speak of the connection (RFC 9110 §7.6.1, RFC 9112 §6): the server's own. */
const OF_THE_MESSAGE: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What a recipient must know before the content cannot stand behind it (RFC 9110 §6.5.1). */
const NEVER_TRAILING: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'expect',
  'expires',
  'host',
  'location',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'range',
  'refresh',
  'retry-after',
  'set-cookie',
  'vary',
  'warning',
  'www-authenticate',
]);

/**
 * Name and value of `Name: value`.
 * @throws WordError that says what is wrong with it.
 */
export function parseHeaderLine(line: string): Field {
  const colon = line.indexOf(':');
  if (colon < 0) throw new WordError('must be a name, a colon and a value, such as Retry-After: 3');
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).trim();
  if (!TOKEN.test(name)) throw new WordError('must begin with the name of a field, which is a token');
  if (OF_THE_MESSAGE.has(name.toLowerCase())) {
    throw new WordError(`${name} cannot be set: the server writes what frames the message itself`);
  }
  if (!VALUE.test(value)) {
    throw new WordError(`${name} cannot have this value: it holds line breaks, or characters above U+00FF`);
  }
  return [name, value];
}

/** As `parseHeaderLine`, for a field behind the content. */
export function parseTrailerLine(line: string): Field {
  const field = parseHeaderLine(line);
  if (NEVER_TRAILING.has(field[0].toLowerCase())) throw new WordError(`${field[0]} cannot be a trailer`);
  return field;
}
