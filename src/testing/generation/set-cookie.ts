import { HttpError } from '#http/errors/errors.ts';
import { type CookieAttributes, formatSetCookie } from '#http/message/cookies.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Field } from '#http/syntax/fields.ts';
import { isSecure } from '../request/url.ts';
import { redirect } from './redirects.ts';

/**
 * The value of a `Set-Cookie` header.
 * @throws HttpError 400 for an invalid name.
 */
export function formatCookieLine(name: string, value: string, attributes: CookieAttributes): string {
  const line = formatSetCookie(name, value, attributes);
  if (line === undefined) throw new HttpError(400, 'No cookie can have this name.');
  return line;
}

/** The path is that of the server, and `Secure` is set for HTTPS. */
export function defaultAttributes(exchange: Exchange): CookieAttributes {
  return { path: exchange.prefix || '/', secure: isSecure(exchange) };
}

/** Sets the cookies, and redirects to the cookie list. */
export function sendCookies(exchange: Exchange, lines: readonly string[]): void {
  const fields = lines.map((line): Field => ['Set-Cookie', line]);
  redirect(exchange, '/cookies', fields);
}

const SAME_SITE = ['Strict', 'Lax', 'None'];

/**
 * Separates attributes such as `attr[Path]` from cookies in a query.
 * Compat: the notation and the values for true are those of go-httpbin.
 * @throws HttpError 400 for an unknown attribute or an invalid value.
 */
export function parseCookieAttributes(
  input: ReadonlyMap<string, string>,
  defaults: CookieAttributes,
): { attributes: CookieAttributes; rest: Map<string, string> } {
  let attributes = defaults;
  const rest = new Map<string, string>();
  for (const [name, value] of input) {
    const attribute = /^attr\[(.*)\]$/is.exec(name)?.[1];
    if (attribute === undefined) rest.set(name, value);
    else attributes = { ...attributes, ...parseAttribute(attribute, value) };
  }
  return { attributes, rest };
}

function parseAttribute(name: string, value: string): CookieAttributes {
  switch (name.toLowerCase()) {
    case 'domain':
      return { domain: checkText(name, value) };
    case 'expires':
      return { expires: checkText(name, value) };
    case 'httponly':
      return { httpOnly: isTrue(value) };
    case 'max-age':
      return { maxAge: parseSeconds(value) };
    case 'partitioned':
      return { partitioned: isTrue(value) };
    case 'path':
      return { path: checkText(name, value) };
    case 'samesite':
      return { sameSite: parseSameSite(value) };
    case 'secure':
      return { secure: isTrue(value) };
    default:
      throw new HttpError(400, `A cookie has no attribute ${name}.`);
  }
}

/** Any character except controls and semicolons (RFC 6265 §4.1.1). */
function checkText(name: string, value: string): string {
  if (/^[ -:<-~]*$/.test(value)) return value;
  throw new HttpError(400, `${name} cannot contain this character.`);
}

function parseSeconds(value: string): number {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw new HttpError(400, 'Max-Age is a whole number of seconds.');
}

function parseSameSite(value: string): string {
  const found = SAME_SITE.find((name) => name.toLowerCase() === value.toLowerCase());
  if (found) return found;
  throw new HttpError(400, `SameSite is one of ${SAME_SITE.join(', ')}.`);
}

function isTrue(value: string): boolean {
  return value === '1' || value.toLowerCase() === 'true';
}
