import { cookieValues, formatSetCookie } from '#http/message/cookies.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { SESSION_COOKIE } from '../../domain/request/account-cookies.ts';

/**
 * The distinct session secrets of a request, in order. There are several if another server on the host has set a cookie
 * of this name for another path: cookies do not depend on the port.
 */
export function readSessionSecrets(exchange: Pick<Exchange, 'fields'>, isSecure: boolean): string[] {
  const values = cookieValues(exchange, chooseCookieName(isSecure)).filter((value) => SECRET.test(value));
  return [...new Set(values)].slice(0, MAX_SECRETS);
}

/**
 * Headers that set the session cookie until the browser is closed, or for so many seconds. `Max-Age` is used, because
 * `Expires` would depend on the clock of the server.
 */
export function sessionCookieFields(
  secret: string,
  isSecure: boolean,
  prefix: string,
  seconds?: number,
): Fields {
  const maxAge = seconds === undefined ? {} : { maxAge: seconds };
  return PATHS.map((path): Field => {
    const attributes = { ...maxAge, secure: isSecure, httpOnly: true, path: prefix + path, sameSite: 'Lax' };
    return ['Set-Cookie', formatSetCookie(chooseCookieName(isSecure), secret, attributes) ?? ''];
  });
}

/** The prefix prevents pages over http from setting the cookie (RFC 6265bis §4.1.3). `__Host-` would require `Path=/`. */
function chooseCookieName(isSecure: boolean): string {
  return isSecure ? `__Secure-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/**
 * The paths of the cookie, below the prefix of the server. The testing service has the same origin and returns the cookies of a request, so none of its
 * paths is included.
 */
const PATHS = ['/login', '/logout', '/settings', '/orgs'];

const SECRET = /^[0-9a-f]{64}$/;

const MAX_SECRETS = 8;
