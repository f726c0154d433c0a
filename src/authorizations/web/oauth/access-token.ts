import type { Exchange } from '../../../http/exchange.ts';
import { toApiTime } from '../../answers/api-time.ts';
import type { Application, FlowCode, User } from '../../store.ts';
import { normaliseScopes } from '../../tokens/scopes.ts';
import { createToken, toNewToken } from '../../tokens/tokens.ts';
import type { Consent } from '../authorize/consent.ts';
import type { WebContext } from '../context.ts';
import type { OAuthMembers } from './response.ts';

/**
 * Makes the token that a flow ends with. Undefined when its code was presented again or exchanged meanwhile, or the
 * access was revoked.
 * Compat: one user and application have ten with the same scopes at most; the oldest stops working.
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
  const at = toApiTime(runtime.now());
  const token = createToken(service, 'application');
  const isNew = (await store.grants.byApplication(user.id, application.id)) === undefined;
  const authorization = await store.authorizations.createInFlow(
    {
      userId: user.id,
      applicationId: application.id,
      origin: 'flow',
      ...toNewToken(token),
      note: null,
      noteUrl: null,
      scopes: normaliseScopes(consent.scopes).toSorted(),
      fingerprint: null,
      at,
    },
    MOST_ALIKE,
    code,
  );
  if (!authorization) return undefined;
  for (const id of consent.organizationIds) await store.organizations.allow(authorization.id, id, at);
  const action = isNew ? 'oauth_authorization.create' : 'oauth_access.create';
  await service.securityLog.note(exchange, user.id, action, application.name);
  return { access_token: token, scope: authorization.scopes.join(','), token_type: 'bearer' };
}

const MOST_ALIKE = 10;
