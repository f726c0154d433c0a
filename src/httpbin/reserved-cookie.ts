import { parseCookies } from '../http/cookies.ts';
import { HttpError } from '../http/errors.ts';
import { SESSION_COOKIE } from '../http/session-cookie-name.ts';

/**
 * Whether a value of `Set-Cookie` would sign the browser in to the pages about accounts, which stand on this origin:
 * with a session of his own planted, somebody could have others work on his account. A name that is left out counts as
 * well, since a browser sends `=sparring_session=x` back as `sparring_session=x` (RFC 6265bis §5.7).
 */
export function isReservedCookie(line: string): boolean {
  const [pair = ''] = line.split(';', 1);
  // Asked of the reader itself, which takes more off a name than a browser does: the spaces of UTF-8, for instance.
  return parseCookies(pair.replace(/^[\s=]+/, '')).has(SESSION_COOKIE);
}

/** @throws HttpError 400 when the value of `Set-Cookie` is for such a cookie. */
export function refuseReservedCookie(line: string): void {
  if (isReservedCookie(line))
    throw new HttpError(400, `${SESSION_COOKIE} is the cookie of this server's own sign-in.`);
}
