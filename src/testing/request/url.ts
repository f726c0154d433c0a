import { domainToUnicode } from 'node:url';
import type { Exchange } from '#http/message/exchange.ts';
import { splitAuthority } from '#http/syntax/authority.ts';
import { escapeBytes, percentDecode } from '#http/syntax/percent.ts';
import type { SortedMembers } from '../python/value.ts';
import { toHeaderView } from './header-view.ts';
import { toIri } from './iri.ts';

/** The requested URL as an IRI (RFC 3987), with the scheme that a proxy reports. */
export function requestUrl(exchange: Exchange, headers: SortedMembers): string {
  const scheme = forwardedScheme(headers) ?? exchange.scheme;
  return `${scheme}://${toUnicodeAuthority(authorityOf(exchange, exchange.scheme))}${exchange.base}${pathIri(exchange.path)}${queryIri(exchange.query)}`;
}

function forwardedScheme(headers: SortedMembers): string | undefined {
  const named = headers.get('X-Forwarded-Proto') || headers.get('X-Forwarded-Protocol');
  if (typeof named === 'string' && named !== '') return named;
  return headers.get('X-Forwarded-Ssl') === 'on' ? 'https' : undefined;
}

/** Compat: international names are in Unicode. */
function toUnicodeAuthority(authority: string): string {
  if (!authority.includes('xn--')) return authority;
  const { host, port } = splitAuthority(authority);
  return `${domainToUnicode(host) || host}${port}`;
}

const PLAIN_PATH = /^[\w\-.~!$&'()*+,;=:@/]*$/;
const PLAIN_QUERY = /^[\w\-.~!$&'()*+,;=:@/?]*$/;

function pathIri(path: string): string {
  return PLAIN_PATH.test(path) ? path : toIri(percentDecode(path), 'path');
}

/** Compat: omits a `?` before an empty query. */
function queryIri(query: string | undefined): string {
  if (query === undefined || query === '') return '';
  return PLAIN_QUERY.test(query) ? `?${query}` : `?${toIri(escapeBytes(query, UNENCODED_BYTE), 'query')}`;
}

/** Raw bytes of a target, which are characters up to U+00FF. */
const UNENCODED_BYTE = /[\x80-\xff]/g;

/** Whether the request used HTTPS, according to the connection or a proxy. */
export function isSecure(exchange: Exchange): boolean {
  const forwarded = forwardedScheme(toHeaderView(exchange.rawFields));
  return (forwarded ?? exchange.scheme).toLowerCase() === 'https';
}

/** The absolute URL of a path, with the host and the bin that the client requested. */
export function absoluteUrl(exchange: Exchange, path: string): string {
  const scheme = isSecure(exchange) ? 'https' : 'http';
  return `${scheme}://${authorityOf(exchange, scheme)}${exchange.base}${path}`;
}

/** Compat: lower case, without the default port of the scheme. */
function authorityOf(exchange: Exchange, scheme: 'http' | 'https'): string {
  const authority = exchange.authority.toLowerCase();
  const defaultPort = scheme === 'http' ? ':80' : ':443';
  return authority.endsWith(defaultPort) ? authority.slice(0, -defaultPort.length) : authority;
}
