import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { canBeAllowed, readSsoRequest } from '../../domain/tokens/single-sign-on.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Authorization, Organization } from '../../store/index.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { buildConnectionPath, buildTokenPath } from '../shell/paths.ts';

const PATH = '/orgs/{org}/sso';

const params = { org: Type.String({ description: 'Login of the organization, case-insensitive.' }) };

export const ssoPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary:
    'Returns the page where a member authorizes a token for an organization that enforces single sign-on.',
  description:
    'The URL is in the `X-GitHub-SSO` header of a rejected request and on the page of the token. It is valid for one hour.',
  params,
  query: {
    authorization_request: Type.Optional(Type.String({ description: 'Identifies the token to authorize.' })),
  },
  responses: {
    404: 'The user is not a member of such an organization, or the request is invalid or expired.',
    422: 'The token cannot be authorized.',
  },
  examples: [
    {
      path: '/orgs/acme/sso',
      status: 302,
      responseFields: [['Location', '/login?return_to=%2Forgs%2Facme%2Fsso']],
    },
  ],

  async handle(call) {
    const { params, query, service, caller } = call;
    const { authorization_request: request } = query;
    const organization = await findOrganization(service, caller, params.org);
    const { expiredRequestView, ineligibleTokenView, missingRequestView, providerView } = await import(
      '../authorize/single-sign-on-page.ts'
    );
    if (request === undefined) return showPage(call, missingRequestView(organization));
    const authorization = await findAuthorization(service, caller, organization, request);
    if (!authorization) return showPage(call, expiredRequestView(organization), 404);
    if (!canBeAllowed(authorization))
      return showPage(call, ineligibleTokenView(organization, authorization), 422);
    await showPage(call, providerView(organization, authorization, request));
  },
});

export const allowToken = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Authorizes a token for an organization.',
  params,
  body: formBody({ authorization_request: textField('The value of the query of the page.') }),
  responses: {
    404: 'The user is not a member of such an organization, or the request is invalid or expired.',
    422: 'The token cannot be authorized.',
  },
  examples: [{ path: '/orgs/acme/sso', status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const { store, runtime, securityLog } = service;
    const request = readForm(call).text('authorization_request');
    const organization = await findOrganization(service, caller, params.org);
    const authorization = await findAuthorization(service, caller, organization, request);
    const { expiredRequestView, ineligibleTokenView } = await import('../authorize/single-sign-on-page.ts');
    if (!authorization) return showPage(call, expiredRequestView(organization), 404);
    if (!canBeAllowed(authorization))
      return showPage(call, ineligibleTokenView(organization, authorization), 422);
    const { application, note } = authorization;
    const subject = `${application?.name ?? note ?? 'token'} (${organization.login})`;
    const event = securityLog.event(exchange, caller.user.id, 'org_credential_authorization.grant', subject);
    await store.organizations.allow(authorization.id, organization.id, formatApiTime(runtime.now()), event);
    redirectTo(exchange, `${choosePagePath(authorization)}?notice=sso-allowed`);
  },
});

/** Non-members get 404. */
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
  // A token of impersonation belongs to an administrator, and the user cannot authorize it.
  if (found?.organizationId !== organization.id || found.authorization.origin === 'impersonation')
    return undefined;
  return found.authorization;
}

function choosePagePath({ id, application }: Authorization): string {
  return application === null ? buildTokenPath(id) : buildConnectionPath(application);
}
