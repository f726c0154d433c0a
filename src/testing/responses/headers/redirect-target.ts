import { HttpError } from '#http/errors/errors.ts';
import { escapeCharacters } from '#http/syntax/percent.ts';
import { strip } from '#http/syntax/text.ts';

/** A scheme (RFC 3986 §4.2), or text that some parsers accept as one. */
const SCHEME = /^[^/?#]*:/;
const WITH_AUTHORITY = /^(https?:)?\/\/([^/?#]*)(.*)$/is;
const AUTHORITY = /^([^@\\]*@)?(\[[\da-f:.]+\]|[^@:[\]%\\ ]+)(:\d*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\x00-\x1f\x7f]/;

/**
 * Converts a redirect target from a client to a `Location` value: a relative reference, or an HTTP URL whose host is on
 * the list, if there is one. Rejects targets in which parsers see different hosts.
 * Compat: ASCII stays unchanged, even when URLs must not contain it.
 * @throws HttpError 400 for an invalid target, 403 for a host that is not on the list.
 */
export function parseRedirectTarget(input: string, allowedDomains: readonly string[]): string {
  const text = checkTrimmed(input);
  const [, scheme = '', authority, rest = ''] = WITH_AUTHORITY.exec(text) ?? [];
  if (authority !== undefined)
    return `${scheme}//${checkAuthority(authority, allowedDomains)}${escapeUnsafe(rest)}`;
  if (SCHEME.test(text)) {
    throw new HttpError(
      400,
      'A redirect target must be relative, or begin with http:// or https:// and a host.',
    );
  }
  return escapeUnsafe(text);
}

/**
 * A `Location` value from a client. Without a list of hosts, targets that no client can follow are allowed, as test
 * cases for clients.
 * Compat: visible ASCII stays unchanged; other text is converted to a URL.
 * @throws HttpError 400 for control characters, and with a list as `parseRedirectTarget`.
 */
export function parseLocation(input: string, allowedDomains: readonly string[]): string {
  if (allowedDomains.length > 0) return parseRedirectTarget(input, allowedDomains);
  const text = checkTrimmed(input);
  if (/^[!-~]*$/.test(text)) return text;
  const [, scheme = '', authority, rest = ''] = WITH_AUTHORITY.exec(text) ?? [];
  if (authority === undefined) return escapeUnsafe(text);
  const written = /^[ -~]*$/.test(authority) ? authority : formatInternational(authority);
  return `${scheme}//${written}${escapeUnsafe(rest)}`;
}

/**
 * A response header value from a client; validates redirect targets.
 * @throws HttpError as `parseLocation` and `parseRedirectTarget`.
 */
export function checkClientHeaderValue(
  name: string,
  value: string,
  allowedDomains: readonly string[],
): string {
  switch (name.toLowerCase()) {
    case 'location':
      return parseLocation(value, allowedDomains);
    case 'refresh':
      return parseRefresh(value, allowedDomains);
    default:
      return value;
  }
}

/** Browsers follow `Refresh` with any status, also in a sandbox (WHATWG HTML §7.4.6). */
function parseRefresh(value: string, allowedDomains: readonly string[]): string {
  if (/^ *\d+ *$/.test(value)) return value;
  const [, seconds, target] = /^ *(\d+) *[;,] *url *= *([^'" ].*)$/i.exec(value) ?? [];
  if (target === undefined) throw new HttpError(400, 'Refresh must have the form `5` or `5; url=/get`.');
  return `${seconds}; url=${parseRedirectTarget(target, allowedDomains)}`;
}

function checkTrimmed(input: string): string {
  if (CONTROL.test(input)) throw new HttpError(400, 'A redirect target must not contain control characters.');
  // Spaces around a header value are not significant (RFC 9110 §5.5).
  return strip(input, ' ');
}

/** An authority with an ASCII host, or percent-encoded when the host is invalid. */
function formatInternational(authority: string): string {
  const { userinfo, host, port } = readAuthority(authority);
  return host ? `${escapeUnsafe(userinfo)}${host}${port}` : escapeUnsafe(authority);
}

function checkAuthority(authority: string, allowedDomains: readonly string[]): string {
  const { userinfo, written, host, port } = readAuthority(authority);
  if (!host) throw new HttpError(400, 'A redirect target must have a valid host, and an optional port.');
  if (allowedDomains.length > 0 && !allowedDomains.some((domain) => isHost(domain, host))) {
    throw new HttpError(
      403,
      `Redirects to this host are not allowed. Allowed hosts: ${allowedDomains.join(', ')}.`,
    );
  }
  const isPlain = /^[!-~]+$/.test(written) && written.toLowerCase() === host;
  return `${escapeUnsafe(userinfo)}${isPlain ? written : host}${port}`;
}

/** The components of an authority; without a host when parsers disagree about it. */
function readAuthority(authority: string) {
  const [, userinfo = '', written = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  // The host as browsers parse it: punycode, and `127.1` in full. Parsers disagree about escapes.
  const host = written && URL.parse(`http://${written}${port}/`)?.hostname;
  return { userinfo, written, host, port };
}

function isHost(domain: string, host: string): boolean {
  return URL.parse(`http://${domain}/`)?.hostname === host;
}

/** Percent-encodes UTF-8 (RFC 3987 §3.1), and backslashes, which browsers treat as slashes. */
function escapeUnsafe(text: string): string {
  return escapeCharacters(text, /[^!-[\]-~]+/g);
}
