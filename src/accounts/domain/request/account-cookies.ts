import { type Fields, isSameName } from '#http/syntax/fields.ts';

/** The beginning of the names of all cookies of the account pages, behind a prefix such as `__Secure-` (RFC 6265bis §4.1.3). */
const NAME_START = 'sparring_';

/** The session cookie of the account pages. No other service of this origin may set it. */
export const SESSION_COOKIE = `${NAME_START}session`;

/** The cookie with secrets that one page shows. */
export const ONE_TIME_COOKIE = `${NAME_START}once`;

/** Whether the value of `Cookie` can have a cookie of the account pages. */
export function mayHaveAccountCookie(value: string): boolean {
  return value.includes(NAME_START);
}

/** Whether a pair of `Cookie` is a cookie of the account pages. */
export function isAccountCookie(pair: string): boolean {
  return ACCOUNT_COOKIE.test(pair);
}

const ACCOUNT_COOKIE = /^\s*(?:__[A-Za-z]+(?:-[A-Za-z]+)?-)?sparring_/;

/** The fields without the cookies of the account pages, which no test may read. */
export function withoutAccountCookies(fields: Fields): Fields {
  if (!fields.some(([name, value]) => isSameName(name, 'Cookie') && mayHaveAccountCookie(value)))
    return fields;
  return fields.flatMap(([name, value]): Fields => {
    if (!isSameName(name, 'Cookie')) return [[name, value]];
    const retained = value.split(';').filter((pair) => !isAccountCookie(pair));
    return retained.length === 0 ? [] : [[name, retained.join(';').trim()]];
  });
}
