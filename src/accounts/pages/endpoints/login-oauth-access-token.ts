import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { computeDigest, isOfDigest } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Application, AuthorizationCode } from '../../store/index.ts';
import { createFlowToken } from '../authorize/access-token.ts';
import { isVerifier } from '../authorize/proof-key.ts';
import { DEVICE_GRANT_TYPE, exchangeDeviceCode } from '../device/device-code-exchange.ts';
import { consentProblems, deviceProblems, exchangeProblems } from '../oauth/errors.ts';
import { type OAuthParameters, parametersBody, readOAuthParameters } from '../oauth/parameters.ts';
import { type OAuthMembers, oauthResponse, sendOAuth } from '../oauth/response.ts';
import { page, type WebContext } from '../sessions/context.ts';

const PARAMETERS = [
  ['client_id', 'Client ID of the application.'],
  ['client_secret', 'Client secret of the application.'],
  ['code', 'Code of the redirect.'],
  ['redirect_uri', 'The value of the authorization request.'],
  ['code_verifier', 'RFC 7636.'],
  ['device_code', 'RFC 8628.'],
  ['grant_type', 'For a device: `urn:ietf:params:oauth:grant-type:device_code`.'],
] as const;

export const exchangeCode = page({
  path: '/login/oauth/access_token',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Exchanges an authorization code or a device code for an access token.',
  description:
    'Parameters are sent as a form, as JSON or in the query. An application sends `client_id`, `client_secret` and `code`; a device sends `client_id`, `device_code` and `grant_type`. The response is form-encoded, JSON or XML, as `Accept` requests. Errors have status 200 and the member `error`.',
  body: parametersBody(
    Object.fromEntries(
      PARAMETERS.map(([name, description]) => [name, Type.Optional(Type.String({ description }))]),
    ),
  ),
  responses: {
    200: oauthResponse(
      'The token, or an error.',
      Type.Object(
        {
          access_token: Type.String(),
          scope: Type.String({ description: 'Scopes, separated by commas.' }),
          token_type: Type.Literal('bearer'),
        },
        { title: 'AccessToken' },
      ),
    ),
  },
  examples: [
    {
      title: 'A wrong client secret, answered as JSON',
      fields: [['Accept', 'application/json']],
      body: 'client_id=0123456789abcdef0123&client_secret=wrong&code=abc',
      status: 200,
      responseFields: [['Content-Type', 'application/json; charset=utf-8']],
    },
    {
      title: 'Without a client secret, answered as a form',
      body: 'client_id=0123456789abcdef0123&code=abc',
      status: 200,
    },
  ],

  async handle({ exchange, body, service }) {
    const parameters = readOAuthParameters(exchange, body);
    const grantType = parameters.get('grant_type') ?? 'authorization_code';
    if (grantType === DEVICE_GRANT_TYPE || parameters.has('device_code'))
      return sendOAuth(exchange, await exchangeDeviceCode(service, exchange, parameters));
    if (grantType !== 'authorization_code') return sendOAuth(exchange, { ...deviceProblems.grantType });
    sendOAuth(exchange, await exchangeAuthorizationCode(service, exchange, parameters));
  },
});

async function exchangeAuthorizationCode(
  service: WebContext,
  exchange: Exchange,
  parameters: OAuthParameters,
): Promise<OAuthMembers> {
  const { store, runtime } = service;
  const application = await store.applications.byClientId(parameters.get('client_id') ?? '');
  if (!application || !isOfDigest(parameters.get('client_secret') ?? '', application.secretDigest))
    return { ...exchangeProblems.client };

  const digest = computeDigest(parameters.get('code') ?? '');
  const code = await store.authorizationCodes.take(digest, runtime.now());
  if (!code) await revokeReplayed(service, exchange, application, digest);
  if (code?.applicationId !== application.id) return { ...exchangeProblems.code };
  if (application.isSuspended) return { ...consentProblems.suspended };
  // RFC 6749 §4.1.3. A request without `redirect_uri` sent its code to the registered callback.
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri && redirectUri !== (code.redirectUri ?? application.callbackUrl))
    return { ...exchangeProblems.redirectUri };
  if (!isProven(code, parameters.get('code_verifier'))) return { ...exchangeProblems.code };

  const user = await store.users.byId(code.userId);
  if (!user || user.suspendedAt !== null) return { ...exchangeProblems.code };
  if (!user.emailVerified) return { ...exchangeProblems.email };
  const token = await createFlowToken(service, exchange, application, user, code, {
    authorizationCode: digest,
  });
  return token ?? { ...exchangeProblems.code };
}

/** A replayed code has leaked: the token that was created with it is deleted (RFC 6749 §4.1.2). */
async function revokeReplayed(
  { store, runtime, securityLog, log }: WebContext,
  exchange: Exchange,
  { id, name, clientId }: Application,
  digest: string,
): Promise<void> {
  const replay = await store.authorizationCodes.replay(digest, id);
  if (!replay) return;
  log.warn('An authorization code was replayed', { clientId });
  const { userId, authorizationId } = replay;
  if (authorizationId === null) return;
  const at = formatApiTime(runtime.now());
  const subject = `${name} (replayed authorization code)`;
  const event = securityLog.event(exchange, userId, 'oauth_access.destroy', subject);
  await store.authorizations.delete(userId, authorizationId, at, { event });
}

/**
 * Whether the verifier matches the challenge of the code. A verifier without a challenge is rejected: an attacker may have
 * removed the challenge from the request to inject a code (RFC 9700 §4.8.2).
 */
function isProven({ challenge }: AuthorizationCode, verifier: string | undefined): boolean {
  return challenge ? isVerifier(verifier ?? '', challenge) : !verifier;
}
