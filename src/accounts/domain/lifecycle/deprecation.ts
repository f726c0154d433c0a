import type { Exchange } from '#http/message/exchange.ts';
import type { FamilyName } from './schedule.ts';

/** The deprecated family that the request belongs to. */
export function familyOf(exchange: Exchange): FamilyName | undefined {
  const path = exchange.route.template || exchange.path;
  if (AUTHORIZATIONS.test(path)) return 'authorizations';
  return PATH_TOKENS.test(path) ? 'path_tokens' : undefined;
}

const AUTHORIZATIONS = /^\/api\/v3\/(?:authorizations|applications\/grants)(?:\/|$)/;

/** The endpoints with a token in the path, where logs keep it. */
const PATH_TOKENS = /^\/api\/v3\/applications\/[^/]+\/(?:tokens|grants)(?:\/|$)/;

/** When the deprecation was announced. */
export const announcedAt = Date.parse('2020-02-14T00:00Z');

/** The announcement of the deprecation of each family, and of passwords. */
export const announcements: Readonly<Record<FamilyName | 'passwords', string>> = {
  authorizations: 'https://developer.github.com/changes/2020-02-14-deprecating-oauth-auth-endpoint/',
  path_tokens: 'https://developer.github.com/changes/2020-02-14-deprecating-oauth-app-endpoint/',
  passwords: 'https://developer.github.com/changes/2020-02-14-deprecating-password-auth/',
};
