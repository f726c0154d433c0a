import { HttpError } from '../http/errors.ts';
import { escapeCharacters } from '../http/percent.ts';
import { strip } from '../http/text.ts';

/** A scheme, or what some take for one (RFC 3986 §4.2). */
const SCHEME = /^[^/?#]*:/;
const WITH_AUTHORITY = /^(https?:)?\/\/([^/?#]*)(.*)$/is;
const AUTHORITY = /^([^@\\]*@)?(\[[\da-f:.]+\]|[^@:[\]%\\ ]+)(:\d*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const CONTROL = /[\x00-\x1f\x7f]/;

/**
 * Where a client asks to be sent, as a value of `Location`: a relative reference that stays on this server, or an http
 * or https URL to a host on the list, where there is one. All parsers read the same host in it; what they differ on is
 * rejected.
 * Compat: what is ASCII stays as it was given, whether a URL may hold it or not.
 * @throws HttpError 400 when it is no such target, 403 when its host is not on the list.
 */
export function toRedirectTarget(given: string, allowedDomains: readonly string[]): string {
  const text = toTrimmed(given);
  const [, scheme = '', authority, rest = ''] = WITH_AUTHORITY.exec(text) ?? [];
  if (authority !== undefined)
    return `${scheme}//${toAuthority(authority, allowedDomains)}${escapeUnsafe(rest)}`;
  if (SCHEME.test(text)) {
    throw new HttpError(400, 'A redirect target is relative, or begins with http:// or https:// and a host.');
  }
  return escapeUnsafe(text);
}

/**
 * The value of a `Location` that a client chose. Without a list it may be a target that no client can follow, since
 * clients are tested with those too.
 * Compat: visible ASCII stays as it was given; text with anything else is written as a URL.
 * @throws HttpError 400 when it holds a control character, and with a list as `toRedirectTarget`.
 */
export function toLocation(given: string, allowedDomains: readonly string[]): string {
  if (allowedDomains.length > 0) return toRedirectTarget(given, allowedDomains);
  const text = toTrimmed(given);
  if (/^[!-~]*$/.test(text)) return text;
  const [, scheme = '', authority, rest = ''] = WITH_AUTHORITY.exec(text) ?? [];
  if (authority === undefined) return escapeUnsafe(text);
  const written = /^[ -~]*$/.test(authority) ? authority : toInternational(authority);
  return `${scheme}//${written}${escapeUnsafe(rest)}`;
}

/**
 * The value of a response header that a client chose: as it is, unless it leads somewhere.
 * @throws HttpError as `toLocation` and `toRedirectTarget`.
 */
export function toChosenValue(name: string, value: string, allowedDomains: readonly string[]): string {
  switch (name.toLowerCase()) {
    case 'location':
      return toLocation(value, allowedDomains);
    case 'refresh':
      return toRefresh(value, allowedDomains);
    default:
      return value;
  }
}

/** A page is left for the URL in `Refresh` with any status, and a sandbox does not prevent it (WHATWG HTML §7.4.6). */
function toRefresh(value: string, allowedDomains: readonly string[]): string {
  if (/^ *\d+ *$/.test(value)) return value;
  const [, seconds, target] = /^ *(\d+) *[;,] *url *= *([^'" ].*)$/i.exec(value) ?? [];
  if (target === undefined) throw new HttpError(400, 'Refresh is such as `5` or `5; url=/get`.');
  return `${seconds}; url=${toRedirectTarget(target, allowedDomains)}`;
}

function toTrimmed(given: string): string {
  if (CONTROL.test(given)) throw new HttpError(400, 'A redirect target holds no control characters.');
  // Around a field's value spaces mean nothing (RFC 9110 §5.5).
  return strip(given, ' ');
}

/** An authority with its host in ASCII, or, when there is no such host, with all of it percent-encoded. */
function toInternational(authority: string): string {
  const { userinfo, host, port } = readAuthority(authority);
  return host ? `${escapeUnsafe(userinfo)}${host}${port}` : escapeUnsafe(authority);
}

function toAuthority(authority: string, allowedDomains: readonly string[]): string {
  const { userinfo, written, host, port } = readAuthority(authority);
  if (!host) throw new HttpError(400, 'A redirect target names a host, and at most a port with it.');
  if (allowedDomains.length > 0 && !allowedDomains.some((domain) => isHost(domain, host))) {
    throw new HttpError(403, `Redirects lead to ${allowedDomains.join(', ')} only.`);
  }
  const isPlain = /^[!-~]+$/.test(written) && written.toLowerCase() === host;
  return `${escapeUnsafe(userinfo)}${isPlain ? written : host}${port}`;
}

/** The parts of an authority; without a host when clients do not agree on it. */
function readAuthority(authority: string) {
  const [, userinfo = '', written = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  // As browsers read it: other scripts in ASCII, `127.1` in full. An escape in it is not read alike everywhere.
  const host = written && URL.parse(`http://${written}${port}/`)?.hostname;
  return { userinfo, written, host, port };
}

function isHost(domain: string, host: string): boolean {
  return URL.parse(`http://${domain}/`)?.hostname === host;
}

/** RFC 3987 §3.1: as the escapes of its UTF-8. A backslash too, since browsers take it for a slash. */
function escapeUnsafe(text: string): string {
  return escapeCharacters(text, /[^!-[\]-~]+/g);
}
