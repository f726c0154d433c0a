import type { Application, AuthorizationCode } from '../../store.ts';
import type { WebContext } from '../context.ts';
import { consentProblems, type OAuthProblem } from '../oauth/errors.ts';
import { toChallenge } from './proof-key.ts';
import { isRedirectUri, toRedirect } from './redirect-uri.ts';

/** The parameters of an authorization request (RFC 6749 §4.1.1), as text. */
export interface AuthorizationParameters {
  readonly client_id?: string;
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly state?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
}

/** A request that can be answered through the browser. */
export interface AuthorizationRequest {
  readonly application: Application;
  /** Where the browser goes in the end. */
  readonly target: string;
  readonly parameters: AuthorizationParameters;
  readonly challenge: AuthorizationCode['challenge'];
  /** What is wrong with it already. */
  readonly problem: OAuthProblem | undefined;
}

/** Undefined when no application is meant, or one that has no place to send users back to. */
export async function readAuthorizationRequest(
  { store }: Pick<WebContext, 'store'>,
  parameters: AuthorizationParameters,
): Promise<AuthorizationRequest | undefined> {
  const application = await store.applications.byClientId(parameters.client_id ?? '');
  if (!application || application.callbackUrl === null) return undefined;
  const asked = parameters.redirect_uri || application.callbackUrl;
  const isAllowed = isRedirectUri(asked, application.callbackUrl);
  const challenge = toChallenge(parameters.code_challenge, parameters.code_challenge_method);
  return {
    application,
    parameters,
    // Compat: what goes elsewhere is told at the registered place.
    target: isAllowed ? asked : application.callbackUrl,
    challenge: challenge ?? null,
    problem: problemOf(application, isAllowed, challenge === undefined),
  };
}

/** Where the browser is sent with an answer to the request. */
export function toAnswerUrl(
  { target, parameters }: AuthorizationRequest,
  answer: OAuthProblem | { readonly code: string },
): string {
  return toRedirect(target, { ...answer, state: parameters.state });
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
