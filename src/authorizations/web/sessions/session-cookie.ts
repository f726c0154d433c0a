import { cookieValues, toSetCookie } from '../../../http/cookies.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { Field, Fields } from '../../../http/fields.ts';
import { SESSION_COOKIE } from '../../../http/session-cookie-name.ts';

/**
 * The secrets that the browser sends, in their order, each once. There are several where another server on the same host
 * has set a cookie of this name for another path: browsers keep cookies by host, whatever the port.
 */
export function readSessionSecrets(exchange: Pick<Exchange, 'fields'>, isSecure: boolean): string[] {
  const values = cookieValues(exchange, toName(isSecure)).filter((value) => SECRET.test(value));
  return [...new Set(values)].slice(0, MAX_SECRETS);
}

/**
 * Fields that give the browser its secret until it is closed, or for so many seconds. A span and no date, because the
 * browser does not go by the server's clock.
 */
export function sessionCookieFields(secret: string, isSecure: boolean, seconds?: number): Fields {
  const maxAge = seconds === undefined ? {} : { maxAge: seconds };
  return PATHS.map((path): Field => {
    const attributes = { ...maxAge, secure: isSecure, httpOnly: true, path, sameSite: 'Lax' };
    return ['Set-Cookie', toSetCookie(toName(isSecure), secret, attributes) ?? ''];
  });
}

/** The prefix keeps pages over http from setting the cookie (RFC 6265bis §4.1.3). `__Host-` would demand `Path=/`. */
function toName(isSecure: boolean): string {
  return isSecure ? `__Secure-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/**
 * The only paths that the cookie is sent to. The testing service stands beside the pages and shows whoever asks what
 * cookies came, so none of its paths may be among them.
 */
const PATHS = ['/login', '/logout', '/settings', '/orgs'];

const SECRET = /^[0-9a-f]{64}$/;

const MAX_SECRETS = 8;
