import { domainToUnicode } from 'node:url';
import { splitAuthority } from '../http/authority.ts';
import type { Exchange } from '../http/exchange.ts';
import { escapeBytes, percentDecode } from '../http/percent.ts';
import { toIri } from './iri.ts';
import type { SortedMembers } from './python-value.ts';

/** The URL that was asked for, as an IRI (RFC 3987), with the scheme that a proxy in front says was used. */
export function requestUrl(exchange: Exchange, headers: SortedMembers): string {
  const scheme = forwardedScheme(headers) ?? exchange.scheme;
  return `${scheme}://${requestAuthority(exchange)}${pathIri(exchange.path)}${queryIri(exchange.query)}`;
}

/** Compat: host and port in lower case, without the scheme's own port, and international names in their own script. */
export function requestAuthority(exchange: Exchange): string {
  const authority = exchange.authority.toLowerCase();
  const schemePort = exchange.scheme === 'http' ? ':80' : ':443';
  const short = authority.endsWith(schemePort) ? authority.slice(0, -schemePort.length) : authority;
  return short.includes('xn--') ? inItsOwnScript(short) : short;
}

export function forwardedScheme(headers: SortedMembers): string | undefined {
  const named = headers.get('X-Forwarded-Proto') || headers.get('X-Forwarded-Protocol');
  if (typeof named === 'string' && named !== '') return named;
  return headers.get('X-Forwarded-Ssl') === 'on' ? 'https' : undefined;
}

function inItsOwnScript(authority: string): string {
  const { host, port } = splitAuthority(authority);
  return `${domainToUnicode(host) || host}${port}`;
}

const PLAIN_PATH = /^[\w\-.~!$&'()*+,;=:@/]*$/;
const PLAIN_QUERY = /^[\w\-.~!$&'()*+,;=:@/?]*$/;

function pathIri(path: string): string {
  return PLAIN_PATH.test(path) ? path : toIri(percentDecode(path), 'path');
}

/** Compat: a `?` with nothing behind it is not shown. */
function queryIri(query: string | undefined): string {
  if (query === undefined || query === '') return '';
  return PLAIN_QUERY.test(query) ? `?${query}` : `?${toIri(escapeBytes(query, UNENCODED_BYTE), 'query')}`;
}

const UNENCODED_BYTE = /[\x80-\xff]/g;
