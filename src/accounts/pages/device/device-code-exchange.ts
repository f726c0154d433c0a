import type { Exchange } from '#http/message/exchange.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';
import { createFlowToken } from '../authorize/access-token.ts';
import { consentProblems, deviceProblems, exchangeProblems } from '../oauth/errors.ts';
import type { OAuthParameters } from '../oauth/parameters.ts';
import type { OAuthMembers } from '../oauth/response.ts';
import type { WebContext } from '../sessions/context.ts';

export const DEVICE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The response to a device that polls for its token (RFC 8628 §3.4): the token, once, or an error. */
export async function exchangeDeviceCode(
  service: WebContext,
  exchange: Exchange,
  parameters: OAuthParameters,
): Promise<OAuthMembers> {
  const { store, runtime } = service;
  if (parameters.get('grant_type') !== DEVICE_GRANT_TYPE) return { ...deviceProblems.grantType };
  const application = await store.applications.byClientId(parameters.get('client_id') ?? '');
  if (!application) return { ...exchangeProblems.client };

  const [digest, now] = [computeDigest(parameters.get('device_code') ?? ''), runtime.now()];
  const code = await store.deviceCodes.ask(digest, now, SLOW_DOWN);
  if (code?.applicationId !== application.id) return { ...deviceProblems.deviceCode };
  if (code.expiresAt <= now) return { ...deviceProblems.expired };
  if (code.askedAt !== null && now - code.askedAt < code.interval * 1000)
    return { ...deviceProblems.slowDown, interval: code.interval + SLOW_DOWN };
  if (code.decision === 'pending') return { ...deviceProblems.pending };
  if (application.isSuspended) return { ...consentProblems.suspended };
  if (code.decision === 'denied' || code.userId === null) return { ...deviceProblems.denied };

  const user = await store.users.byId(code.userId);
  if (!user || user.suspendedAt !== null) return { ...deviceProblems.denied };
  if (!user.emailVerified) return { ...exchangeProblems.email };
  const token = await createFlowToken(service, exchange, application, user, code, { deviceCode: digest });
  return token ?? { ...deviceProblems.deviceCode };
}

/** Seconds added to the interval of a device that polls too often (RFC 8628 §3.5). */
const SLOW_DOWN = 5;
