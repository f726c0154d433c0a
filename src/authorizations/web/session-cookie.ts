import { requestCookies, toSetCookie } from '../../http/cookies.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Field, Fields } from '../../http/fields.ts';
import { SESSION_COOKIE } from '../../http/session-cookie-name.ts';

/** The secret that the browser was given; undefined when there is none, or something else in its place. */
export function readSessionCookie(exchange: Pick<Exchange, 'fields'>): string | undefined {
  const value = requestCookies(exchange).get(SESSION_COOKIE);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/**
 * Fields that give the browser its secret until it is closed, or for so many seconds. A span and no date, because the
 * browser does not go by the server's clock.
 */
export function sessionCookieFields(secret: string, isSecure: boolean, seconds?: number): Fields {
  const maxAge = seconds === undefined ? {} : { maxAge: seconds };
  return PATHS.map((path): Field => {
    const attributes = { ...maxAge, secure: isSecure, httpOnly: true, path, sameSite: 'Lax' };
    return ['Set-Cookie', toSetCookie(SESSION_COOKIE, secret, attributes) ?? ''];
  });
}

/**
 * The only paths that the cookie is sent to. The testing service stands beside the pages and shows whoever asks what
 * cookies came, so none of its paths may be among them.
 */
const PATHS = ['/login', '/logout', '/settings', '/orgs'];

const SECRET = /^[0-9a-f]{64}$/;
