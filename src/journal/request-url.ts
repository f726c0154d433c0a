import { isAuthority } from '../http/authority.ts';
import { isSameName } from '../http/fields.ts';
import { escapeBytes } from '../http/percent.ts';
import { parsePairs } from '../http/query.ts';
import { parseTarget, splitBin } from '../http/target.ts';
import type { Pair, RecordedExchange } from './record.ts';

/** The path of a request without the prefix of a bin, still percent-encoded. */
export function pathOf({ request }: RecordedExchange): string {
  const target = parseTarget(request.target);
  return (splitBin(target) ?? target).path;
}

/** Names and values of the query, decoded. */
export function queryOf({ request }: RecordedExchange): Pair[] {
  return parsePairs(parseTarget(request.target).query ?? '');
}

/** Scheme, host and port that the client called: those of an absolute target, else those of `Host`. */
export function originOf({ request, connection }: RecordedExchange): string {
  const named = parseTarget(request.target).authority ?? fieldOf(request.headers, 'Host') ?? '';
  return `${connection.tls ? 'https' : 'http'}://${isAuthority(named) ? named : 'localhost'}`;
}

/** The absolute URL of a request. Characters that a URL does not contain are percent-encoded. */
export function urlOf(exchange: RecordedExchange): string {
  const { path, query } = parseTarget(exchange.request.target);
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return originOf(exchange) + escapeBytes(query === undefined ? rooted : `${rooted}?${query}`, NOT_OF_URLS);
}

/** All values of a field, joined with `, `; undefined without the field. */
export function fieldOf(headers: readonly Pair[], name: string): string | undefined {
  const values = headers.filter(([other]) => isSameName(other, name)).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Characters up to U+00FF that are not in the grammar of a URL (RFC 3986 §2), and that of a fragment. */
const NOT_OF_URLS = /%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;
