import { didYouMean } from '../../http/closest-match.ts';
import { WordError } from './word-error.ts';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^(?:"[!#-+\--:<-[\]-~]*"|[!#-+\--:<-[\]-~]*)$/;
const TEXT = /^[\x20-\x7e]+$/;

/** What each attribute may hold; one that takes nothing stands alone (RFC 6265 §4.1.1). */
const ATTRIBUTES: Readonly<Record<string, (value: string | undefined) => boolean>> = {
  Domain: isText,
  Expires: (value) => value !== undefined && !Number.isNaN(Date.parse(value)),
  HttpOnly: isNothing,
  'Max-Age': (value) => value !== undefined && /^-?\d+$/.test(value),
  Partitioned: isNothing,
  Path: isText,
  Priority: (value) => /^(?:low|medium|high)$/i.test(value ?? ''),
  SameSite: (value) => /^(?:strict|lax|none)$/i.test(value ?? ''),
  Secure: isNothing,
};

/**
 * The value of `Set-Cookie` for `name=value; Attribute=value; Attribute`. The attributes stay as they were written.
 * @throws WordError that says what is wrong with it.
 */
export function parseCookieLine(line: string): string {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const mark = pair.indexOf('=');
  if (mark < 0 || !NAME.test(pair.slice(0, mark))) throw new WordError('must begin with name=value');
  if (!VALUE.test(pair.slice(mark + 1))) {
    throw new WordError('must have a value of visible ASCII without quotes, commas, backslashes and spaces');
  }
  // An attribute may be followed by nothing, as in `a=1;`.
  const written = attributes.filter((attribute) => attribute !== '');
  for (const attribute of written) checkAttribute(attribute);
  return [pair, ...written].join('; ');
}

function checkAttribute(attribute: string): void {
  const mark = attribute.indexOf('=');
  const name = mark < 0 ? attribute : attribute.slice(0, mark);
  const known = Object.keys(ATTRIBUTES).find((each) => each.toLowerCase() === name.toLowerCase());
  if (known === undefined) {
    throw new WordError(`does not know the attribute ${name}${didYouMean(name, Object.keys(ATTRIBUTES))}`);
  }
  const value = mark < 0 ? undefined : attribute.slice(mark + 1);
  if (!ATTRIBUTES[known]?.(value)) throw new WordError(`cannot have ${attribute}`);
}

function isText(value: string | undefined): boolean {
  return value !== undefined && TEXT.test(value);
}

function isNothing(value: string | undefined): boolean {
  return value === undefined;
}
