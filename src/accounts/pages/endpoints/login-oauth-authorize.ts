import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';
import type { NewSecurityEvent } from '../../store/index.ts';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  buildResponseUrl,
  isUnknownClient,
  PARAMETERS,
  readAuthorizationRequest,
  type UnknownClient,
} from '../authorize/authorization-request.ts';
import {
  buildConsentRequest,
  type Consent,
  decisionFields,
  isGranted,
  parseRequestedScopes,
  readConsent,
  requireVerifiedEmail,
  selectUnknownScopes,
} from '../authorize/consent.ts';
import { type Form, formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { consentProblems } from '../oauth/errors.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { type MemberRequest, redirectTo, showPage } from '../shell/page.ts';

export const consentPage = memberPage({
  path: '/login/oauth/authorize',
  tag: 'OAuth flows',
  summary: 'Asks the user to authorize an application, and redirects to it with a code.',
  description:
    'No page is shown if the user has granted the scopes before. Without `scope`, the granted scopes are requested.',
  query: {
    client_id: Type.Optional(Type.String({ description: 'Client ID of the application.' })),
    redirect_uri: Type.Optional(
      Type.String({
        description:
          'Redirect target with host and port of the registered callback; on a loopback address, with any port.',
      }),
    ),
    scope: Type.Optional(Type.String({ description: 'Scopes, separated by spaces.' })),
    state: Type.Optional(Type.String({ description: 'Returned with the code.' })),
    login: Type.Optional(Type.String({ description: 'Login to fill in on the sign-in page.' })),
    allow_signup: Type.Optional(Type.String({ description: 'Ignored: this server has no sign-up.' })),
    code_challenge: Type.Optional(Type.String({ description: 'RFC 7636.' })),
    code_challenge_method: Type.Optional(Type.String({ description: '`S256`, or `plain`.' })),
  },
  responses: {
    303: redirectResponse('To the application, with `code` or `error`.'),
    404: 'The client ID is missing, no application has it, or its application has no callback URL.',
    422: 'The email address of the user is not verified.',
  },
  compare: {
    httpbun: ['different', 'The paths and pages of GitHub; no OpenID Connect.', '/oauth2/…'],
    httpcan: ['different', 'The paths and pages of GitHub; no OpenID Connect.', '/oauth2/…'],
  },
  examples: [
    {
      path: '/login/oauth/authorize?client_id=0123456789abcdef0123&scope=repo',
      status: 302,
      responseFields: [['Location', /^\/login\?return_to=/]],
    },
  ],

  async handle({ query, exchange, service, caller }) {
    const request = await readAuthorizationRequest(service, query);
    if (isUnknownClient(request)) return showUnknownClient({ exchange, service, caller }, request);
    if (request.problem) return redirectTo(exchange, buildResponseUrl(request, request.problem));
    requireVerifiedEmail(caller.user);
    const grant = await service.store.grants.byApplication(caller.user.id, request.application.id);
    const scopes =
      query.scope === undefined && grant
        ? grant.scopes
        : parseRequestedScopes(query.scope ?? '', service.release);
    if (grant && isGranted(scopes, grant.scopes)) {
      const code = createCode(service);
      const consent = { scopes: [...scopes], organizationIds: [] };
      if (await addCode(service, caller, request, code, consent))
        return redirectTo(exchange, buildResponseUrl(request, { code }));
    }
    const unknown = selectUnknownScopes(query.scope ?? '', service.release);
    const requested = await buildConsentRequest(service, request.application, caller.user, scopes, unknown);
    const { consentView } = await import('../authorize/consent-page.ts');
    await showPage({ exchange, service, caller }, consentView(request, requested));
  },
});

export const decideConsent = memberForm({
  path: '/login/oauth/authorize',
  tag: 'OAuth flows',
  summary: 'Grants or denies access to an application.',
  body: formBody({
    ...Object.fromEntries(
      PARAMETERS.map((name) => [name, optionalField('The value of the query of the page.')]),
    ),
    asked: textField('The scopes that the page lists, separated by spaces.'),
    ...decisionFields,
  }),
  responses: {
    303: redirectResponse('To the application, with `code` or `error`.'),
    404: 'The client ID is missing, no application has it, or its application has no callback URL.',
    422: 'The email address of the user is not verified.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const request = await readAuthorizationRequest(service, readParameters(form));
    if (isUnknownClient(request)) return showUnknownClient(call, request);
    if (request.problem) return redirectTo(exchange, buildResponseUrl(request, request.problem));
    if (form.text('decision') !== 'authorize')
      return redirectTo(exchange, buildResponseUrl(request, consentProblems.denied));
    requireVerifiedEmail(caller.user);
    const scopes = parseRequestedScopes(form.text('asked'), service.release);
    const requested = await buildConsentRequest(service, request.application, caller.user, scopes);
    const { name } = request.application;
    const event = service.securityLog.event(exchange, caller.user.id, 'oauth_authorization.create', name);
    const code = createCode(service);
    await addCode(service, caller, request, code, readConsent(requested, form), event);
    redirectTo(exchange, buildResponseUrl(request, { code }));
  },
});

async function showUnknownClient(call: MemberRequest, request: UnknownClient): Promise<void> {
  const { unknownClientView } = await import('../authorize/unknown-client-page.ts');
  await showPage(call, unknownClientView(request, call.caller.user), 404);
}

function createCode({ runtime }: WebContext): string {
  return runtime.bytes(10).toString('hex');
}

/**
 * Stores the code of a request.
 * @param event given where the user has just authorized the application.
 * @returns false when the access was revoked meanwhile.
 */
async function addCode(
  { runtime, store }: WebContext,
  { user }: Member,
  request: AuthorizationRequest,
  code: string,
  consent: Consent,
  event?: NewSecurityEvent,
): Promise<boolean> {
  const now = runtime.now();
  return await store.authorizationCodes.add(
    {
      ...consent,
      digest: computeDigest(code),
      applicationId: request.application.id,
      userId: user.id,
      redirectUri: request.parameters.redirect_uri || null,
      challenge: request.challenge,
      expiresAt: now + CODE_LIFETIME_MS,
    },
    now,
    event,
  );
}

const CODE_LIFETIME_MS = 10 * 60 * 1000;

function readParameters(form: Form): AuthorizationParameters {
  const input = PARAMETERS.map((name) => [name, form.exact(name)] as const);
  return Object.fromEntries(input.filter(([, value]) => value !== ''));
}
