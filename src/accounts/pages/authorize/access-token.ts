import type { Exchange } from '#http/message/exchange.ts';
import { normaliseScopes } from '../../domain/tokens/scopes.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Application, FlowCode, User } from '../../store/index.ts';
import type { OAuthMembers } from '../oauth/response.ts';
import type { WebContext } from '../sessions/context.ts';
import type { Consent } from './consent.ts';

/**
 * Creates the token of a completed flow. Undefined if the code was replayed or exchanged, or the access
 * revoked, meanwhile.
 * Compat: a user and an application have at most ten tokens with the same scopes; the oldest is deleted.
 */
export async function createFlowToken(
  service: WebContext,
  exchange: Exchange,
  application: Application,
  user: User,
  consent: Consent,
  code: FlowCode,
): Promise<OAuthMembers | undefined> {
  const { store, runtime } = service;
  const at = formatApiTime(runtime.now());
  const token = createToken(service, 'application');
  const authorization = await store.authorizations.createInFlow(
    {
      userId: user.id,
      applicationId: application.id,
      origin: 'flow',
      ...buildNewToken(token),
      note: null,
      noteUrl: null,
      scopes: normaliseScopes(consent.scopes).toSorted(),
      fingerprint: null,
      at,
      organizationIds: consent.organizationIds,
    },
    MAX_EQUAL_TOKENS,
    code,
    () => service.securityLog.event(exchange, user.id, 'oauth_access.create', application.name),
  );
  if (!authorization) return undefined;
  return { access_token: token, scope: authorization.scopes.join(','), token_type: 'bearer' };
}

const MAX_EQUAL_TOKENS = 10;
