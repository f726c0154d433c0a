import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { canBeAllowed } from '../../single-sign-on/single-sign-on.ts';
import { readSsoRequest } from '../../single-sign-on/sso-request.ts';
import type { Authorization, Organization } from '../../store.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { goOn, show } from '../page.ts';
import { toConnectionPath } from '../settings/paths.ts';
import { endedRequestView, neverView, providerView, withoutRequestView } from '../settings/single-sign-on.ts';

const PATH = '/orgs/{org}/sso';

const params = { org: Type.String({ description: "The organization's login, in any case." }) };

export const ssoPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page on which a member allows a token for an organization that enforces single sign-on.',
  description:
    "Its address comes with `X-GitHub-SSO` of a refused call, or from the token's page, and is good for an hour.",
  access: 'session',
  params,
  query: {
    authorization_request: Type.Optional(Type.String({ description: 'Which token is asked about.' })),
  },
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    404: 'The user has no such organization, or the request is over.',
    422: 'This token can never be allowed.',
  },
  examples: [
    {
      path: '/orgs/acme/sso',
      status: 302,
      answers: [['Location', '/login?return_to=%2Forgs%2Facme%2Fsso']],
    },
  ],

  async handle(call) {
    const { params, query, service, caller } = call;
    const { authorization_request: request } = query;
    const organization = await findOrganization(service, caller, params.org);
    if (request === undefined) return show(call, withoutRequestView(organization));
    const authorization = await findAuthorization(service, caller, organization, request);
    if (!authorization) return show(call, endedRequestView(organization), 404);
    if (!canBeAllowed(authorization)) return show(call, neverView(organization, authorization), 422);
    await show(call, providerView(organization, authorization, request));
  },
});

export const allowToken = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Allows a token for an organization.',
  access: 'session',
  params,
  body: formBody({ authorization_request: textField('As in the query of the page.') }),
  responses: {
    303: redirectResponse('Done.'),
    403: 'The form did not come from the page.',
    404: 'The user has no such organization, or the request is over.',
    422: 'This token can never be allowed.',
  },
  examples: [{ path: '/orgs/acme/sso', status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const { store, runtime, securityLog } = service;
    const request = readForm(call).text('authorization_request');
    const organization = await findOrganization(service, caller, params.org);
    const authorization = await findAuthorization(service, caller, organization, request);
    if (!authorization) return show(call, endedRequestView(organization), 404);
    if (!canBeAllowed(authorization)) return show(call, neverView(organization, authorization), 422);
    await store.organizations.allow(authorization.id, organization.id, toApiTime(runtime.now()));
    const { application, note } = authorization;
    const subject = `${application?.name ?? note ?? 'token'} (${organization.login})`;
    await securityLog.note(exchange, caller.user.id, 'org_credential_authorization.grant', subject);
    goOn(exchange, `${toPage(authorization)}?notice=sso-allowed`);
  },
});

/** To whoever is no member it is not there. */
async function findOrganization(
  { store }: WebContext,
  { user }: Member,
  login: string,
): Promise<Organization> {
  const organization = await store.organizations.byLogin(login);
  if (organization?.saml !== 'enforced' || !(await store.organizations.isMember(organization.id, user.id)))
    throw notFound();
  return organization;
}

async function findAuthorization(
  { store, runtime }: WebContext,
  { user }: Member,
  organization: Organization,
  request: string,
): Promise<Authorization | undefined> {
  const find = (id: number) => store.authorizations.byId(user.id, id);
  const found = await readSsoRequest(request, find, runtime.now());
  // What an administrator does in the user's name is not the user's to allow.
  if (found?.organizationId !== organization.id || found.authorization.origin === 'impersonation')
    return undefined;
  return found.authorization;
}

function toPage({ id, application }: Authorization): string {
  return application === null ? `/settings/tokens/${id}` : toConnectionPath(application);
}
