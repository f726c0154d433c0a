import { type Field, type Fields, isSameName } from '../http/fields.ts';
import { type AccountsOrigin, rejectAccountCookies, rejectOriginHeader } from './accounts-origin.ts';
import { toChosenValue } from './redirect-target.ts';

/** What limits the headers that clients choose. */
export interface HeaderLimits extends AccountsOrigin {
  /** The only hosts that clients may have themselves redirected to; none means any. */
  readonly allowedRedirectDomains: readonly string[];
}

/**
 * Headers of an answer as a client chose them, with the targets of redirects as they may be written.
 * @throws HttpError 400 or 403 when they lead where they must not, or would reach the pages about accounts.
 */
export function toChosenHeaders(headers: Fields, limits: HeaderLimits): Field[] {
  for (const [name] of headers) rejectOriginHeader(name, limits);
  const cookies = headers.filter(([name]) => isSameName(name, 'Set-Cookie'));
  rejectAccountCookies(
    cookies.map(([, value]) => value),
    limits,
  );
  return headers.map(
    ([name, value]): Field => [name, toChosenValue(name, value, limits.allowedRedirectDomains)],
  );
}
