import type { Application, AuthorizationCode } from '../../store/index.ts';
import { consentProblems, type OAuthProblem } from '../oauth/errors.ts';
import { buildRedirect, isRedirectUri } from '../oauth/redirect-uri.ts';
import type { WebContext } from '../sessions/context.ts';
import { parseChallenge } from './proof-key.ts';

/** The parameters of an authorization request (RFC 6749 §4.1.1), as text. */
export interface AuthorizationParameters {
  readonly client_id?: string;
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
}

/** An authorization request whose response can be sent by redirect. */
export interface AuthorizationRequest {
  readonly application: Application;
  /** The URL that the browser is redirected to. */
  readonly target: string;
  readonly parameters: AuthorizationParameters;
  readonly challenge: AuthorizationCode['challenge'];
  /** The error of an invalid request. */
  readonly problem: OAuthProblem | undefined;
}

/** Why no application can be asked, and so none is redirected to. */
export interface UnknownClient {
  readonly cause: 'no-client-id' | 'no-application' | 'no-callback';
  readonly clientId: string;
  /** The application that has no callback URL. */
  readonly application?: Application;
}

export function isUnknownClient(found: AuthorizationRequest | UnknownClient): found is UnknownClient {
  return 'cause' in found;
}

export async function readAuthorizationRequest(
  { store }: Pick<WebContext, 'store'>,
  parameters: AuthorizationParameters,
): Promise<AuthorizationRequest | UnknownClient> {
  const clientId = parameters.client_id ?? '';
  if (clientId === '') return { cause: 'no-client-id', clientId };
  const application = await store.applications.byClientId(clientId);
  if (!application) return { cause: 'no-application', clientId };
  if (application.callbackUrl === null) return { cause: 'no-callback', clientId, application };
  const redirectUri = parameters.redirect_uri || application.callbackUrl;
  const isAllowed = isRedirectUri(redirectUri, application.callbackUrl);
  const challenge = parseChallenge(parameters.code_challenge, parameters.code_challenge_method);
  return {
    application,
    parameters,
    // Compat: a mismatch is reported to the registered callback.
    target: isAllowed ? redirectUri : application.callbackUrl,
    challenge: challenge ?? null,
    problem: problemOf(application, isAllowed, challenge === undefined),
  };
}

/** The redirect target with the parameters of the response. */
export function buildResponseUrl(
  { target, parameters }: AuthorizationRequest,
  response: OAuthProblem | { readonly code: string },
): string {
  return buildRedirect(target, { ...response, state: parameters.state });
}

function problemOf(
  application: Application,
  isAllowed: boolean,
  isChallengeWrong: boolean,
): OAuthProblem | undefined {
  if (application.isSuspended) return consentProblems.suspended;
  if (!isAllowed) return consentProblems.redirectUri;
  return isChallengeWrong ? consentProblems.challenge : undefined;
}

/** The parameters of the page that its form submits. */
export const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
