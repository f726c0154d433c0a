import { domainToUnicode } from 'node:url';
import type { Exchange } from '../http/exchange.ts';
import { percentDecode } from '../http/percent.ts';
import { toIri } from './iri.ts';
import type { SortedMembers } from './python-value.ts';

/** The URL that was asked for, as an IRI (RFC 3987), with the scheme that a proxy in front says was used. */
export function requestUrl(exchange: Exchange, headers: SortedMembers): string {
  const scheme = forwardedScheme(headers) ?? socketScheme(exchange);
  return `${scheme}://${requestAuthority(exchange, headers)}${pathIri(exchange.path)}${queryIri(exchange.query)}`;
}

export function socketScheme(exchange: Exchange): 'http' | 'https' {
  return exchange.scheme;
}

/** Host and port as the client named them, or, from a client of HTTP/1.0 that does not, as they are. */
export function requestAuthority(exchange: Exchange, headers: SortedMembers): string {
  const host = headers.get('Host');
  if (typeof host === 'string') return toAuthority(host, socketScheme(exchange) === 'http' ? ':80' : ':443');
  const { localAddress = '', localPort = 0 } = exchange.request.socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

export function forwardedScheme(headers: SortedMembers): string | undefined {
  const named = headers.get('X-Forwarded-Proto') || headers.get('X-Forwarded-Protocol');
  if (typeof named === 'string' && named !== '') return named;
  return headers.get('X-Forwarded-Ssl') === 'on' ? 'https' : undefined;
}

/** Compat: lower case, without the scheme's own port, and international names in their own script. */
function toAuthority(host: string, schemePort: string): string {
  const authority = host.toLowerCase();
  const short = authority.endsWith(schemePort) ? authority.slice(0, -schemePort.length) : authority;
  return short.includes('xn--') ? inItsOwnScript(short) : short;
}

function inItsOwnScript(authority: string): string {
  const [, name = '', port = ''] = /^(.*?)(:\d*)?$/.exec(authority) ?? [];
  return `${domainToUnicode(name) || name}${port}`;
}

const PLAIN_PATH = /^[\w\-.~!$&'()*+,;=:@/]*$/;
const PLAIN_QUERY = /^[\w\-.~!$&'()*+,;=:@/?]*$/;

function pathIri(path: string): string {
  return PLAIN_PATH.test(path) ? path : toIri(percentDecode(path), 'path');
}

/** Compat: a `?` with nothing behind it is not shown. */
function queryIri(query: string | undefined): string {
  if (query === undefined || query === '') return '';
  return PLAIN_QUERY.test(query) ? `?${query}` : `?${toIri(escapeBytes(query), 'query')}`;
}

/** Bytes that came unencoded, which Node hands over as characters up to U+00FF, as escapes. */
function escapeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
