import Negotiator from 'negotiator';
import type { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Field, type Fields, reasonPhrase } from '../http/fields.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { toProblemDetails } from '../http/problem-details.ts';
import type { ErrorAnswer } from '../http/service.ts';
import { absoluteUrl } from './absolute-url.ts';
import { errorPage } from './error-page.ts';
import { toPythonJson } from './python-json.ts';
import { redirectPage } from './redirect.ts';
import { toRedirectTarget } from './redirect-target.ts';

const HTML = 'text/html; charset=utf-8';

/** Without it, a cache would give one origin what was meant for another (Fetch §3.2.6). */
const VARY: Field = ['Vary', 'Origin'];

const ANY_ORIGIN: Fields = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Credentials', 'true'],
  VARY,
];

/** What a script of another origin may see besides the few fields that it always may. */
const EXPOSED =
  'Accept-Ranges, Allow, Content-Disposition, Content-Encoding, Content-Range, ETag, Link, Location, ' +
  'Proxy-Authenticate, Retry-After, Server-Timing, Trailer, Vary, WWW-Authenticate, X-More-Info';

/** CORS on every answer: the request's origin or `*`, and on OPTIONS what a preflight asks for. */
export function commonFields(exchange: Exchange | undefined): Fields {
  if (!exchange) return ANY_ORIGIN;
  const origin = exchange.field('Origin');
  if (origin === undefined && exchange.method !== 'OPTIONS') return ANY_ORIGIN;
  const fields: Field[] = [
    ['Access-Control-Allow-Origin', origin ?? '*'],
    ['Access-Control-Allow-Credentials', 'true'],
    VARY,
  ];
  if (origin !== undefined) fields.push(['Access-Control-Expose-Headers', EXPOSED]);
  if (exchange.method === 'OPTIONS') fields.push(...preflightFields(exchange));
  return fields;
}

function preflightFields(exchange: Exchange): Field[] {
  const fields: Field[] = [
    ['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, PATCH, OPTIONS'],
    ['Access-Control-Max-Age', '3600'],
  ];
  const wanted = exchange.field('Access-Control-Request-Headers');
  if (wanted !== undefined) fields.push(['Access-Control-Allow-Headers', wanted]);
  return fields;
}

/** Compat: in capitals, `401 UNAUTHORIZED`, and `UNKNOWN` where none is registered. */
export function capitalReasonPhrase(status: number): string {
  return CAPITALS[status] ?? 'UNKNOWN';
}

/** Compat: Werkzeug's own words, some of them older than RFC 9110. */
const WERKZEUGS: Readonly<Record<number, string>> = {
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

const CAPITALS: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    Object.entries(STATUS_CODES).map(([status, phrase = '']) => [status, phrase.toUpperCase()]),
  ),
  ...WERKZEUGS,
};

/** Problem details (RFC 9457), or a page for whoever would rather read one. */
export function renderError(error: HttpError, exchange: Exchange | undefined): ErrorAnswer {
  if (exchange && prefersPage(exchange.field('Accept'))) {
    return {
      fields: [['Content-Type', HTML], ['Vary', 'Accept'], ...PAGE_SECURITY, ...error.fields],
      content: errorPage(error.status, reasonPhrase(error.status), error.message),
    };
  }
  return {
    fields: [['Content-Type', 'application/problem+json'], ['Vary', 'Accept'], ...error.fields],
    content: toPythonJson(toProblemDetails(error)),
  };
}

/** An error page shows what the client sent: it runs nothing, loads nothing and is in no frame. */
const PAGE_SECURITY: Fields = [
  ['X-Content-Type-Options', 'nosniff'],
  [
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
];

function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/')) return false;
  const negotiator = new Negotiator({ headers: { accept } });
  return negotiator.mediaType(['application/problem+json', 'application/json', 'text/html']) === 'text/html';
}

export function answerOptions(exchange: Exchange, allow: string): void {
  exchange.send(
    200,
    [
      ['Content-Type', HTML],
      ['Allow', allow],
    ],
    '',
  );
}

/** Compat: a path with repeated slashes is answered by the way to the one without, by its whole URL. */
export function redirectToMergedPath(exchange: Exchange, merged: string): void {
  const query = exchange.query ? `?${exchange.query}` : '';
  const location = toRedirectTarget(absoluteUrl(exchange, escapeUnsafe(merged + query)), []);
  exchange.send(
    308,
    [
      ['Content-Type', HTML],
      ['Location', location],
    ],
    redirectPage(location),
  );
}

/** What a URL cannot hold as it is (RFC 3986 §2), as escapes. Escapes that are there stay; bytes are characters up to U+00FF. */
function escapeUnsafe(target: string): string {
  return target.replace(
    /[^\w\-.~:/?[\]@!$&'()*+,;=%]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
