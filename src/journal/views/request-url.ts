import { splitBin } from '#bins/bin-prefix.ts';
import { isAuthority } from '#http/syntax/authority.ts';
import { fieldValues } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { parseTarget } from '#http/syntax/target.ts';
import { buildUrl } from '#http/syntax/url.ts';
import type { Pair, RecordedExchange } from '../recording/record.ts';

interface WithTarget {
  readonly request: Pick<RecordedExchange['request'], 'target'>;
}

/** The path of a request without the prefix of a bin, still percent-encoded. */
export function pathOf({ request }: WithTarget): string {
  const target = parseTarget(request.target);
  return (splitBin(target) ?? target).path;
}

/** The path without the bin, with the query. */
export function pathAndQueryOf(exchange: RecordedExchange): string {
  const { query } = parseTarget(exchange.request.target);
  return query === undefined ? pathOf(exchange) : `${pathOf(exchange)}?${query}`;
}

/** Names and values of the query, decoded. */
export function queryOf({ request }: WithTarget): Pair[] {
  return parsePairs(parseTarget(request.target).query ?? '');
}

/** Scheme, host and port that the client called: those of an absolute target, else those of `Host`. */
export function originOf({ request, connection }: RecordedExchange): string {
  const named = parseTarget(request.target).authority ?? fieldOf(request.headers, 'Host') ?? '';
  return `${connection.tls ? 'https' : 'http'}://${isAuthority(named) ? named : 'localhost'}`;
}

/** The absolute URL of a request. */
export function urlOf(exchange: RecordedExchange): string {
  return buildUrl(originOf(exchange), exchange.request.target);
}

/** All values of a field, joined with `, `; undefined without the field. */
export function fieldOf(headers: readonly Pair[], name: string): string | undefined {
  const values = fieldValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}
