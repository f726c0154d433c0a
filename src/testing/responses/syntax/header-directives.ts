import { didYouMean } from '#http/syntax/closest-match.ts';
import type { Field } from '#http/syntax/fields.ts';
import { isToken } from '#http/syntax/token.ts';
import { isConnectionField, isForbiddenInTrailers } from '../headers/client-headers.ts';
import { DirectiveError } from './directive-error.ts';

const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Parses `Name: value`.
 * @throws DirectiveError for an invalid header.
 */
export function parseHeaderLine(line: string): Field {
  const colon = line.indexOf(':');
  if (colon < 0) throw new DirectiveError('must be a name, a colon and a value, such as Retry-After: 3');
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).trim();
  if (!isToken(name)) throw new DirectiveError('must begin with a header name, which is a token');
  if (isConnectionField(name)) {
    throw new DirectiveError(`${name} cannot be set: the server frames the message`);
  }
  if (!FIELD_VALUE.test(value)) {
    throw new DirectiveError(
      `${name} cannot have this value: it contains line breaks, or characters above U+00FF`,
    );
  }
  return [name, value];
}

/** Parses a trailer, as `parseHeaderLine`. */
export function parseTrailerLine(line: string): Field {
  const field = parseHeaderLine(line);
  if (isForbiddenInTrailers(field[0])) throw new DirectiveError(`${field[0]} cannot be a trailer`);
  return field;
}

const COOKIE_VALUE = /^(?:"[!#-+\--:<-[\]-~]*"|[!#-+\--:<-[\]-~]*)$/;
const ATTRIBUTE_VALUE = /^[\x20-\x7e]+$/;

/** Valid values by attribute (RFC 6265 §4.1.1); undefined is an attribute without a value. */
const ATTRIBUTES: Readonly<Record<string, (value: string | undefined) => boolean>> = {
  Domain: isText,
  Expires: (value) => value !== undefined && !Number.isNaN(Date.parse(value)),
  HttpOnly: isAbsent,
  'Max-Age': (value) => value !== undefined && /^-?\d+$/.test(value),
  Partitioned: isAbsent,
  Path: isText,
  Priority: (value) => /^(?:low|medium|high)$/i.test(value ?? ''),
  SameSite: (value) => /^(?:strict|lax|none)$/i.test(value ?? ''),
  Secure: isAbsent,
};

/**
 * The `Set-Cookie` value of `name=value; Attribute=value; Attribute`. Attributes stay unchanged.
 * @throws DirectiveError for an invalid cookie.
 */
export function parseCookieLine(line: string): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  if (equals < 0 || !isToken(pair.slice(0, equals))) throw new DirectiveError('must begin with name=value');
  if (!COOKIE_VALUE.test(pair.slice(equals + 1))) {
    throw new DirectiveError(
      'must have a value of visible ASCII without quotes, commas, backslashes and spaces',
    );
  }
  // A final semicolon is valid, as in `a=1;`.
  const written = attributes.filter((attribute) => attribute !== '');
  for (const attribute of written) checkAttribute(attribute);
  return [pair, ...written].join('; ');
}

function checkAttribute(attribute: string): void {
  const equals = attribute.indexOf('=');
  const name = equals < 0 ? attribute : attribute.slice(0, equals);
  const known = Object.keys(ATTRIBUTES).find((each) => each.toLowerCase() === name.toLowerCase());
  if (known === undefined) {
    throw new DirectiveError(
      `does not support the attribute ${name}${didYouMean(name, Object.keys(ATTRIBUTES))}`,
    );
  }
  const value = equals < 0 ? undefined : attribute.slice(equals + 1);
  if (!ATTRIBUTES[known]?.(value)) throw new DirectiveError(`cannot have ${attribute}`);
}

function isText(value: string | undefined): boolean {
  return value !== undefined && ATTRIBUTE_VALUE.test(value);
}

function isAbsent(value: string | undefined): boolean {
  return value === undefined;
}
