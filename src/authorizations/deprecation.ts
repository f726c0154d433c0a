import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';

/** A part of the API that was announced to go, and what its answers say about that. */
export interface Deprecation {
  readonly family: 'authorizations' | 'path tokens';
  /** Since when (RFC 9745 §2.1), and the announced end (RFC 8594 §3). */
  readonly fields: Fields;
  /** Stands in `Link`, after the pagination (RFC 9745 §3). */
  readonly link: string;
}

/** The deprecated family that the request is to, always the same object for the same family. */
export function deprecationOf(exchange: Exchange): Deprecation | undefined {
  const path = exchange.template || exchange.path;
  if (AUTHORIZATIONS_PATH.test(path)) return AUTHORIZATIONS;
  return PATH_TOKENS_PATH.test(path) ? PATH_TOKENS : undefined;
}

export function isDeprecated(exchange: Exchange): boolean {
  return deprecationOf(exchange) !== undefined;
}

const SINCE: Fields[number] = ['Deprecation', '@1581638400'];

const AUTHORIZATIONS_PATH = /^\/api\/v3\/(?:authorizations|applications\/grants)(?:\/|$)/;

const AUTHORIZATIONS: Deprecation = {
  family: 'authorizations',
  fields: [SINCE, ['Sunset', 'Fri, 13 Nov 2020 16:00:00 GMT']],
  link: toLink('2020-02-14-deprecating-oauth-auth-endpoint'),
};

/** Applications that name a token in the path, where it ends up in logs. */
const PATH_TOKENS_PATH = /^\/api\/v3\/applications\/[^/]+\/(?:tokens|grants)(?:\/|$)/;

const PATH_TOKENS: Deprecation = {
  family: 'path tokens',
  // The day is that of the OpenAPI description, the hour that of the announcement.
  fields: [SINCE, ['Sunset', 'Wed, 05 May 2021 14:00:00 GMT']],
  link: toLink('2020-02-14-deprecating-oauth-app-endpoint'),
};

function toLink(post: string): string {
  return `<https://developer.github.com/changes/${post}/>; rel="deprecation"; type="text/html"`;
}
