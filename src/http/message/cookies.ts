import { type Field, type Fields, isSameName } from '../syntax/fields.ts';
import { strip } from '../syntax/text.ts';
import type { ReceivedRequest } from './received-request.ts';

export interface CookieAttributes {
  readonly domain?: string;
  /** The value of `Expires`. */
  readonly expires?: string;
  readonly maxAge?: number;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly path?: string;
  readonly sameSite?: string;
  readonly partitioned?: boolean;
}

/** The cookies of a request; several fields count as one (RFC 9113 §8.2.3). */
export function requestCookies(exchange: Pick<ReceivedRequest, 'fields'>): Map<string, string> {
  const lines = exchange.fields.filter(([name]) => isSameName(name, 'Cookie'));
  return parseCookies(lines.map(([, value]) => value).join('; '));
}

/**
 * All values of the cookies with a name, in order, each unchanged from `=` to the next semicolon (RFC 6265 §5.4). Quotes
 * have no meaning, so no cookie can hide another one.
 */
export function cookieValues(exchange: Pick<ReceivedRequest, 'fields'>, name: string): string[] {
  return exchange.fields
    .filter(([field]) => isSameName(field, 'Cookie'))
    .flatMap(([, line]) => line.split(';'))
    .map((pair) => strip(pair, ' \t'))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Names and values of all cookies, in order, each unchanged (RFC 6265 §5.4). */
export function cookiePairs(fields: Fields): Field[] {
  return fields
    .filter(([name]) => isSameName(name, 'Cookie'))
    .flatMap(([, line]) => line.split(';'))
    .map((pair): Field => {
      const end = indexOrEnd(pair, '=', 0);
      return [pair.slice(0, end).trim(), pair.slice(end + 1).trim()];
    })
    .filter(([name]) => name !== '');
}

/**
 * Names and values of a `Cookie` field, in order; the first of repeated names counts.
 * Compat: quoted values lose their quotes and escapes, which are UTF-8, each other byte is a character, a name without `=` has
 * an empty value, and nothing is an error, as in Werkzeug 3.
 */
export function parseCookies(value: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  if (!value) return cookies;
  for (let at = 0; at < value.length; ) {
    const semicolon = indexOrEnd(value, ';', at);
    const pair = value.slice(at, semicolon);
    const equals = pair.indexOf('=');
    const endOfName = equals < 0 ? semicolon : at + equals;
    const end = equals < 0 ? semicolon : (endOfQuoted(value, endOfName + 1) ?? semicolon);
    const name = strip(value.slice(at, endOfName), ' \t');
    if (name !== '' && !cookies.has(name))
      cookies.set(name, unquote(strip(value.slice(endOfName + 1, end), ' \t')));
    at = end + 1;
  }
  return cookies;
}

/**
 * The value of a `Set-Cookie` field, or undefined for an invalid name. Values are quoted if necessary, with special
 * characters as three octal digits each. Attributes are written unchanged.
 * Compat: order of attributes, and which characters are quoted, as Werkzeug writes them.
 */
export function formatSetCookie(
  name: string,
  value: string,
  attributes: CookieAttributes,
): string | undefined {
  if (!COOKIE_NAME.test(name)) return undefined;
  const { domain, expires, maxAge, secure, httpOnly, path, sameSite, partitioned } = attributes;
  return [
    `${encodeUtf8(name)}=${quote(value)}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    ...(expires === undefined ? [] : [`Expires=${expires}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(path === undefined ? [] : [`Path=${path}`]),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
}

/** More lenient than the token of RFC 6265 §4.1.1: every name that a parser returns unchanged. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are invalid in a name
const COOKIE_NAME = /^(?!\s)[^\x00-\x1f\x7f=;]+(?<!\s)$/;

const QUOTED_TO_END = /\s*"(?:[^\\"]|\\.)*"\s*(?=;|$)/y;

/** The end of a value that is one quoted string, which may contain semicolons. */
function endOfQuoted(text: string, start: number): number | undefined {
  const pattern = new RegExp(QUOTED_TO_END);
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  const inside = value.slice(1, -1);
  // Each escape is one byte of UTF-8, so the bytes are joined before they are decoded.
  const bytes = encodeUtf8(inside).replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 1 ? code : String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function quote(value: string): string {
  if (/^[\w!#$%&'()*+\-./:<=>?@[\]^`{|}~]*$/.test(value)) return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  return `"${encodeUtf8(value).replace(/[\x00-\x1f",;\\\x7f-\xff]/g, escapeByte)}"`;
}

function escapeByte(byte: string): string {
  if (byte === '"' || byte === '\\') return `\\${byte}`;
  return `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
}

/** The UTF-8 of the text, with one character for each byte, as field values are written. */
function encodeUtf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index < 0 ? text.length : index;
}
