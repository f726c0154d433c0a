import { type ErrorResponse, type HttpError, methodNotAllowed, notFound } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { isPreflight } from '#http/message/preflight.ts';
import { toProblemDetails } from '#http/message/problem-details.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { escapeBytes } from '#http/syntax/percent.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { isToken } from '#http/syntax/token.ts';
import { negotiateErrorPage } from '#pages/error-page.ts';
import { formatPythonJson } from '../python/json.ts';
import { absoluteUrl } from '../request/url.ts';
import { parseRedirectTarget } from '../responses/headers/redirect-target.ts';
import { redirectPage } from './redirects.ts';

const HTML = 'text/html; charset=utf-8';

/** Prevents caches from serving one origin the response for another (Fetch §3.2.6). */
const VARY: Field = ['Vary', 'Origin'];

const ANY_ORIGIN: Fields = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Credentials', 'true'],
  VARY,
];

/** Headers that scripts of other origins may read, besides the CORS-safelisted ones. */
const EXPOSED =
  'Accept-Ranges, Allow, Content-Disposition, Content-Encoding, Content-Range, ETag, Link, Location, ' +
  'Proxy-Authenticate, Retry-After, Server-Timing, Trailer, Vary, WWW-Authenticate, X-More-Info';

/** CORS headers of every response: the origin of the request or `*`, and for OPTIONS the headers of a preflight. */
export function commonFields(exchange: Exchange | undefined): Fields {
  if (!exchange || exchange.setsCors) return fieldsWithoutOrigin(exchange?.setsCors === true);
  const origin = exchange.field('Origin');
  if (origin === undefined && exchange.method !== 'OPTIONS') return ANY_ORIGIN;
  const fields = corsFields(origin);
  return exchange.method === 'OPTIONS' ? [...fields, ...preflightFields(exchange)] : fields;
}

/** CORS headers of the response to a request without `Origin`. @param setsCors whether the response has CORS headers of its own */
export function fieldsWithoutOrigin(setsCors: boolean): Fields {
  return setsCors ? [VARY] : ANY_ORIGIN;
}

/** @param origin the field `Origin` of the request */
export function corsFields(origin: string | undefined): Fields {
  if (origin === undefined) return ANY_ORIGIN;
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    VARY,
    ['Access-Control-Expose-Headers', EXPOSED],
  ];
}

function preflightFields(exchange: Exchange): Field[] {
  const fields: Field[] = [
    ['Access-Control-Allow-Methods', allowedMethods(exchange)],
    ['Access-Control-Max-Age', '3600'],
  ];
  const requested = exchange.field('Access-Control-Request-Headers');
  if (requested !== undefined) fields.push(['Access-Control-Allow-Headers', requested]);
  return fields;
}

const METHODS = 'GET, POST, PUT, DELETE, PATCH, OPTIONS';

/** The methods of httpbin, and the one that the browser asks for: rules can respond to any. */
function allowedMethods(exchange: Exchange): string {
  const method = exchange.field('Access-Control-Request-Method');
  return method === undefined || !isToken(method) || METHODS.split(', ').includes(method)
    ? METHODS
    : `${METHODS}, ${method}`;
}

/** Compat: upper case, such as `401 UNAUTHORIZED`, and `UNKNOWN` for unregistered codes. */
export function upperCaseReasonPhrase(status: number): string {
  return WERKZEUG_PHRASES[status] ?? reasonPhrase(status).toUpperCase();
}

/** Compat: phrases of Werkzeug, some of which predate RFC 9110. */
const WERKZEUG_PHRASES: Readonly<Record<number, string>> = {
  203: 'NON AUTHORITATIVE INFORMATION',
  207: 'MULTI STATUS',
  306: 'SWITCH PROXY',
  413: 'REQUEST ENTITY TOO LARGE',
  414: 'REQUEST URI TOO LONG',
  416: 'REQUESTED RANGE NOT SATISFIABLE',
  449: 'RETRY WITH',
  509: 'UNKNOWN',
  511: 'NETWORK AUTHENTICATION FAILED',
};

/** Renders an error as problem details (RFC 9457), or as a page when the client prefers it. */
export function renderError(error: HttpError, exchange: Exchange | undefined): ErrorResponse {
  return negotiateErrorPage(error, exchange, () => ({
    fields: [['Content-Type', 'application/problem+json'], ...error.fields],
    content: formatPythonJson(toProblemDetails(error)),
  }));
}

export function respondToOptions(exchange: Exchange, allow: string): void {
  exchange.send(
    200,
    [
      ['Content-Type', HTML],
      ['Allow', allow],
    ],
    '',
  );
}

/** Rejects a request without an endpoint. The preflight of an unknown path is answered, so that the page gets the 404. */
export function rejectUnmatched(exchange: Exchange, allow: string | undefined): void {
  if (allow !== undefined) throw methodNotAllowed(allow);
  if (!isPreflight(exchange)) throw notFound();
  respondToOptions(exchange, METHODS);
}

/** Compat: redirects a path with repeated slashes to the absolute URL without them. */
export function redirectToMergedPath(exchange: Exchange, merged: string): void {
  const query = exchange.query ? `?${exchange.query}` : '';
  const location = parseRedirectTarget(absoluteUrl(exchange, escapeUnsafe(merged + query)), []);
  exchange.send(
    308,
    [
      ['Content-Type', HTML],
      ['Location', location],
    ],
    redirectPage(location),
  );
}

/**
 * Percent-encodes characters that URLs must not contain (RFC 3986 §2). Existing escapes stay; bytes are characters up
 * to U+00FF.
 */
function escapeUnsafe(target: string): string {
  return escapeBytes(target, /[^\w\-.~:/?[\]@!$&'()*+,;=%]/g);
}
