import { Type } from 'typebox';
import { HttpError } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toDigest } from '../../tokens/tokens.ts';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  readAuthorizationRequest,
  toAnswerUrl,
} from '../authorize/authorization-request.ts';
import {
  type Consent,
  type ConsentRequest,
  consentFields,
  consentHeading,
  decisionButtons,
  decisionFields,
  isGranted,
  readConsent,
  refuseUnverified,
  toConsentRequest,
  toRequestedScopes,
} from '../authorize/consent.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { type Form, formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { consentProblems } from '../oauth/errors.ts';
import { goOn, show, type View } from '../page.ts';

export const consentPage = memberPage({
  path: '/login/oauth/authorize',
  methods: ['GET'],
  tag: 'OAuth flows',
  summary: 'Asks the user to let an application in, and sends the browser back to it with a code.',
  description:
    'Where the user granted the same before, no page is shown. Without `scope` the user grants what the application has already.',
  access: 'session',
  query: {
    client_id: Type.Optional(Type.String({ description: 'Of the application.' })),
    redirect_uri: Type.Optional(
      Type.String({
        description:
          'Where to go back to: host and port of the registered callback, or any port of loopback.',
      }),
    ),
    scope: Type.Optional(Type.String({ description: 'Scopes, set apart by spaces.' })),
    state: Type.Optional(Type.String({ description: 'Comes back with the code.' })),
    login: Type.Optional(Type.String({ description: 'Login to sign in with.' })),
    allow_signup: Type.Optional(Type.String({ description: 'Read and passed over: nobody signs up here.' })),
    code_challenge: Type.Optional(Type.String({ description: 'RFC 7636.' })),
    code_challenge_method: Type.Optional(Type.String({ description: '`S256`, or `plain`.' })),
  },
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    303: redirectResponse('Back to the application, with `code`, or with `error`.'),
    404: 'There is no such application, or it registered no callback.',
    422: 'The user has no verified e-mail address.',
  },
  examples: [
    {
      path: '/login/oauth/authorize?client_id=0123456789abcdef0123&scope=repo',
      status: 302,
      answers: [['Location', /^\/login\?return_to=/]],
    },
  ],

  async handle({ query, exchange, service, caller }) {
    const request = await find(service, query);
    if (request.problem) return goOn(exchange, toAnswerUrl(request, request.problem));
    refuseUnverified(caller.user);
    const grant = await service.store.grants.byApplication(caller.user.id, request.application.id);
    const scopes =
      query.scope === undefined && grant ? grant.scopes : toRequestedScopes(query.scope ?? '', service.era);
    if (grant && isGranted(scopes, grant.scopes))
      return goOnWithCode(service, exchange, caller, request, { scopes: [...scopes], organizationIds: [] });
    const asked = await toConsentRequest(service, request.application, caller.user, scopes);
    await show({ exchange, service, caller }, consentView(request, asked));
  },
});

/** The parameters that the form repeats. */
const PARAMETERS = ['client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method'] as const;

export const decideConsent = memberPage({
  path: '/login/oauth/authorize',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Takes what the user decided on the consent page.',
  access: 'session',
  body: formBody({
    ...Object.fromEntries(PARAMETERS.map((name) => [name, optionalField('As in the query of the page.')])),
    asked: textField('The scopes that the page asked about, set apart by spaces.'),
    ...decisionFields,
  }),
  responses: {
    303: redirectResponse('Back to the application, with `code`, or with `error`.'),
    403: 'The form did not come from the page.',
    404: 'There is no such application, or it registered no callback.',
    422: 'The user has no verified e-mail address.',
  },
  examples: [{ path: '/login/oauth/authorize', status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const request = await find(service, readParameters(form));
    if (request.problem) return goOn(exchange, toAnswerUrl(request, request.problem));
    if (form.text('decision') !== 'authorize')
      return goOn(exchange, toAnswerUrl(request, consentProblems.denied));
    refuseUnverified(caller.user);
    const scopes = toRequestedScopes(form.text('asked'), service.era);
    const asked = await toConsentRequest(service, request.application, caller.user, scopes);
    await goOnWithCode(service, exchange, caller, request, readConsent(asked, form));
  },
});

async function find(service: WebContext, parameters: AuthorizationParameters): Promise<AuthorizationRequest> {
  const request = await readAuthorizationRequest(service, parameters);
  if (!request)
    throw new HttpError(404, 'No application has this client_id, or it registered no callback URL.');
  return request;
}

async function goOnWithCode(
  service: WebContext,
  exchange: Exchange,
  { user }: Member,
  request: AuthorizationRequest,
  consent: Consent,
): Promise<void> {
  const { runtime, store } = service;
  const [code, now] = [runtime.bytes(10).toString('hex'), runtime.now()];
  await store.authorizationCodes.add(
    {
      ...consent,
      digest: toDigest(code),
      applicationId: request.application.id,
      userId: user.id,
      redirectUri: request.parameters.redirect_uri || null,
      challenge: request.challenge,
      expiresAt: now + CODE_LIFETIME,
    },
    now,
  );
  goOn(exchange, toAnswerUrl(request, { code }));
}

/** Milliseconds. */
const CODE_LIFETIME = 10 * 60 * 1000;

function readParameters(form: Form): AuthorizationParameters {
  const given = PARAMETERS.map((name) => [name, form.exact(name)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function consentView({ application, target, parameters }: AuthorizationRequest, asked: ConsentRequest): View {
  return {
    title: `Authorize ${application.name}`,
    formTargets: [new URL(target).origin],
    body: (html, { token }) => html`
      <div class="narrow">
        ${consentHeading(html, asked)}
        <form method="post" action="/login/oauth/authorize">
          ${token}
          ${PARAMETERS.map((name) =>
            parameters[name] === undefined
              ? null
              : html`<input type="hidden" name=${name} value=${parameters[name]} />`,
          )}
          <input type="hidden" name="asked" value=${asked.scopes.join(' ')} />
          ${consentFields(html, asked)}
          ${decisionButtons(html, asked)}
        </form>
        <p class="soft">You will be sent to <code>${new URL(target).origin}</code>.</p>
      </div>`,
  };
}
