import type { Field } from '../../http/fields.ts';
import { isOfMessage, isUnfitForTrailers } from '../field-rules.ts';
import { WordError } from './word-error.ts';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

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
  if (isOfMessage(name)) {
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
  if (isUnfitForTrailers(field[0])) throw new WordError(`${field[0]} cannot be a trailer`);
  return field;
}
