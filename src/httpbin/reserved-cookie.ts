import { parseCookies, SESSION_COOKIE } from '../http/cookies.ts';

/**
 * Whether a value of `Set-Cookie` would sign the browser in to the pages about accounts, which stand on this origin:
 * with a session of his own planted, somebody could have others work on his account. A name that is left out counts as
 * well, since a browser sends `=sparring_session=x` back as `sparring_session=x` (RFC 6265bis §5.7).
 */
export function isReservedCookie(line: string): boolean {
  const [pair = ''] = line.split(';', 1);
  // Asked of the reader itself, which takes more off a name than a browser does: the spaces of UTF-8, for instance.
  const [name = ''] = parseCookies(pair.replace(/^[\s=]+/, '')).keys();
  return name.replace(NAME_PREFIX, '') === SESSION_COOKIE;
}

/** Prefixes by which a browser knows how a cookie was set (RFC 6265bis §4.1.3); it takes them in any case. */
const NAME_PREFIX = /^__(?:host-http|host|secure|http)-/i;
