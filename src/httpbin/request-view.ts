import { Type } from 'typebox';
import type { Exchange } from '../http/exchange.ts';
import { parsePairs } from '../http/query.ts';
import { toHeaderView, withoutProxyFields } from './header-view.ts';
import type { SortedMembers } from './python-value.ts';
import { requestUrl } from './request-url.ts';
import { toScalarsOrLists } from './scalars-or-lists.ts';

export const ScalarsOrLists = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Array(Type.String())]),
);
export const HeaderView = Type.Record(Type.String(), Type.String());

/** JSON of a picture of a request without its body. */
export const RequestView = Type.Object(
  {
    args: ScalarsOrLists,
    headers: HeaderView,
    origin: Type.String(),
    url: Type.String(),
  },
  { title: 'Request' },
);

/** A picture of a request without its body, for `exchange.json`. */
export interface RequestPicture {
  /** The query: a value, or a list where a name came several times. */
  readonly args: SortedMembers;
  readonly headers: SortedMembers;
  /** Whom the request came from, as far as it says. */
  readonly origin: string;
  readonly url: string;
}

export function requestView(exchange: Exchange): RequestPicture {
  const args = toScalarsOrLists(parsePairs(exchange.query ?? ''));
  const headers = toHeaderView(exchange.rawFields);
  return {
    args,
    headers: args.has(SHOW_ALL) ? headers : withoutProxyFields(headers),
    origin: originOf(exchange, headers),
    url: requestUrl(exchange, headers),
  };
}

/** Compat: with this name in the query, whatever its value, nothing is hidden. */
const SHOW_ALL = 'show_env';

/** Compat: the whole of `X-Forwarded-For` is believed, from anyone, else the address of the peer is told. */
function originOf(exchange: Exchange, headers: SortedMembers): string {
  const forwarded = headers.get('X-Forwarded-For');
  return typeof forwarded === 'string' ? forwarded : exchange.peerAddress;
}
