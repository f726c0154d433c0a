import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { SortedMembers } from '../python/value.ts';
import { toHeaderView, withoutProxyFields } from './header-view.ts';
import { requestUrl } from './url.ts';

export const ScalarsOrLists = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
);
export const HeaderView = Type.Record(Type.String(), Type.String());

/** The schema of a request without its body. */
export const RequestView = Type.Object(
  {
    args: ScalarsOrLists,
    headers: HeaderView,
    origin: Type.String(),
    url: Type.String(),
  },
  { title: 'Request' },
);

/** A request without its body, for `exchange.json`. */
export interface RequestMembers {
  /** The query: a string, or a list for a repeated name. */
  readonly args: SortedMembers;
  readonly headers: SortedMembers;
  /** The address of the client, or `X-Forwarded-For`. */
  readonly origin: string;
  readonly url: string;
}

export function requestView(exchange: Exchange): RequestMembers {
  const args = toScalarsOrLists(parsePairs(exchange.query ?? ''));
  const headers = toHeaderView(exchange.rawFields);
  return {
    args,
    headers: args.has(SHOW_PROXY_FIELDS) ? headers : withoutProxyFields(headers),
    origin: originOf(exchange, headers),
    url: requestUrl(exchange, headers),
  };
}

/** Compat: this query parameter shows all headers, regardless of its value. */
const SHOW_PROXY_FIELDS = 'show_env';

/** Compat: the complete `X-Forwarded-For` of any client, or else the address of the peer. */
function originOf(exchange: Exchange, headers: SortedMembers): string {
  const forwarded = headers.get('X-Forwarded-For');
  return typeof forwarded === 'string' ? forwarded : exchange.peerAddress;
}

/** The value of a name, or a list of its values when it is repeated. */
export type ScalarOrList = string | string[];

const NONE = new SortedMembers([], []);

/** Converts the pairs of a query or form to an object. Compat: the value of a name that is not repeated is a string. */
export function toScalarsOrLists(pairs: readonly (readonly [name: string, value: string])[]): SortedMembers {
  if (pairs.length === 0) return NONE;
  const members = new Map<string, ScalarOrList>();
  for (const [name, value] of pairs) {
    const known = members.get(name);
    if (known === undefined) members.set(name, value);
    else if (typeof known === 'string') members.set(name, [known, value]);
    else known.push(value);
  }
  return SortedMembers.of(members);
}
