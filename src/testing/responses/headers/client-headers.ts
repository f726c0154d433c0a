import type { Exchange } from '#http/message/exchange.ts';
import { type Field, type Fields, isSameName } from '#http/syntax/fields.ts';
import { type AccountsOrigin, rejectAccountCookies, rejectOriginHeader } from './accounts-origin.ts';
import { checkClientHeaderValue } from './redirect-target.ts';

/** Limits for headers that clients choose. */
export interface HeaderLimits extends AccountsOrigin {
  /** Hosts that redirects may lead to; an empty list allows any. */
  readonly allowedRedirectDomains: readonly string[];
}

/**
 * Validates the response headers that a client chose, and normalizes redirect targets.
 * @throws HttpError 400 or 403 for a redirect target that is not allowed, or a header that affects the account pages.
 */
export function checkClientHeaders(headers: Fields, limits: HeaderLimits): Field[] {
  for (const [name] of headers) rejectOriginHeader(name, limits);
  const cookies = headers.filter(([name]) => isSameName(name, 'Set-Cookie'));
  rejectAccountCookies(
    cookies.map(([, value]) => value),
    limits,
  );
  return headers.map(
    ([name, value]): Field => [name, checkClientHeaderValue(name, value, limits.allowedRedirectDomains)],
  );
}

/**
 * Whether a header frames the message or describes the connection (RFC 9110 §7.6.1, RFC 9112 §6). The server sets these
 * itself.
 */
export function isConnectionField(name: string): boolean {
  return CONNECTION_FIELDS.has(name.toLowerCase());
}

/** Whether a header is forbidden in trailers, because recipients need it before the content (RFC 9110 §6.5.1). */
export function isForbiddenInTrailers(name: string): boolean {
  return isConnectionField(name) || FORBIDDEN_IN_TRAILERS.has(name.toLowerCase());
}

const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const FORBIDDEN_IN_TRAILERS: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'expect',
  'expires',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'location',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'range',
  'refresh',
  'retry-after',
  'set-cookie',
  'vary',
  'warning',
  'www-authenticate',
]);

/** Whether the response can have trailers: not for HEAD, and not for HTTP/1.0, which has no chunks. */
export function canSendTrailers({ method, protocol }: Exchange): boolean {
  return method !== 'HEAD' && protocol !== 'HTTP/1.0';
}
