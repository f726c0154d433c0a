import { isUtf8 } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';

export interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

/** The components of an `Authorization` field: the scheme in lower case, and the rest. */
export interface Authorization {
  readonly scheme: string;
  readonly credentials: string;
}

/** Parameters of the Digest scheme by lower-case name, unquoted. */
export type DigestParameters = ReadonlyMap<string, string>;

/** Splits an `Authorization` value into scheme and credentials (RFC 9110 §11.4); undefined when it is absent or empty. */
export function parseAuthorization(value: string | undefined): Authorization | undefined {
  if (!value) return undefined;
  const space = value.indexOf(' ');
  const end = space < 0 ? value.length : space;
  return { scheme: value.slice(0, end).toLowerCase(), credentials: value.slice(end).trim() };
}

/** User and password of an `Authorization` value; undefined without valid Basic credentials (RFC 7617 §2). */
export function basicCredentials(value: string | undefined): BasicCredentials | undefined {
  const authorization = parseAuthorization(value);
  if (authorization?.scheme !== 'basic' || !TOKEN68.test(authorization.credentials)) return undefined;
  const text = decodeUtf8(Buffer.from(authorization.credentials, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  // RFC 7617 §2 forbids control characters in both parts.
  if (text === undefined || colon < 0 || CONTROL.test(text)) return undefined;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Parameters of an `Authorization` value of the Digest scheme; undefined for another scheme, a syntax error (RFC 9110
 * §11.2) or a repeated name. Accepts unquoted values where quotes are required.
 */
export function digestParameters(value: string | undefined): DigestParameters | undefined {
  const authorization = parseAuthorization(value);
  if (authorization?.scheme !== 'digest') return undefined;
  const { credentials } = authorization;
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  while (pattern.lastIndex < credentials.length) {
    const found = pattern.exec(credentials);
    if (!found) return undefined;
    const [, name = '', quoted, bare = ''] = found;
    const key = name.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, fromWire(quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, '$1')));
  }
  return parameters.size === 0 ? undefined : parameters;
}

const TOKEN68 = /^[\w\-.~+/]+=*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\x00-\x1f\x7f]/;

/** One parameter and the comma after it. Adjacent parts match different characters, so matching needs linear time. */
const PARAMETER =
  /[ \t,]*([\w!#$%&'*+\-.^`|~]+)[ \t]*=(?:[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*|([^",]*))(?:,[ \t,]*|$)/y;

function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Decodes a field value, which has one character for each byte, as UTF-8 if possible. */
function fromWire(value: string): string {
  return decodeUtf8(Buffer.from(value, 'latin1')) ?? value;
}

/** Compares secrets in a time that depends neither on their content nor on their length. */
export function isSameSecret(input: string, expected: string): boolean {
  // Digests have a fixed length, and their comparison reveals nothing about the secrets.
  return timingSafeEqual(hash('sha256', input, 'buffer'), hash('sha256', expected, 'buffer'));
}
