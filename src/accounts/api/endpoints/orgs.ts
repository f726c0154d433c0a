import { findNamedOrganization, organizationParams } from '../../domain/accounts.ts';
import type { AuthorizationContext } from '../../domain/context.ts';
import { organizationsSection } from '../../domain/errors/documentation.ts';
import { singleSignOnRequired } from '../../domain/errors/errors.ts';
import { exampleSignIn, exampleToken } from '../../domain/example-accounts.ts';
import type { Address } from '../../domain/request/addresses.ts';
import type { Caller } from '../../domain/request/caller.ts';
import { FullOrganization, toFullOrganization } from '../../domain/resources/organization-resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { respond } from '../../domain/responses/respond.ts';
import { createSsoRequest, findInaccessible } from '../../domain/tokens/single-sign-on.ts';
import type { Organization } from '../../store/index.ts';
import { publicEndpoint } from '../endpoint.ts';

export const getOrganization = publicEndpoint({
  path: '/api/v3/orgs/{org}',
  tag: 'Organizations',
  summary: 'Returns an organization.',
  description:
    'Public. If a member requests an organization that enforces single sign-on, the token must be authorized for it; `X-GitHub-SSO` contains the URL of the page. A token that an application got through this API cannot be authorized; the page describes the alternative.',
  documentation: organizationsSection('get-an-organization'),
  params: organizationParams,
  responses: { 200: FullOrganization, 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    { title: 'With a password', path: '/api/v3/orgs/acme', fields: exampleSignIn, status: 200 },
    {
      title: 'With a token that single sign-on does not authorize',
      path: '/api/v3/orgs/acme',
      fields: [['Authorization', `token ${exampleToken.token}`]],
      status: 403,
      responseFields: [
        ['X-GitHub-SSO', /^required; url=.*\/orgs\/acme\/sso\?authorization_request=[\w.-]+$/],
      ],
    },
    { title: 'An organization that does not exist', path: '/api/v3/orgs/nobody', status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store } = service;
    const address = service.addresses.of(exchange);
    const organization = await findNamedOrganization(store, params.org);
    if (caller) await checkAccess(service, address, caller, organization);
    respond({ exchange, service, caller }, 200, toFullOrganization(address, organization), {
      lastModified: organization.updatedAt,
    });
  },
});

/** Compat: the error has the URL also for a token that cannot be allowed. The page describes the reason. */
async function checkAccess(
  { store, runtime }: AuthorizationContext,
  { web }: Address,
  caller: Caller,
  organization: Organization,
): Promise<void> {
  const { user, token } = caller;
  if (!token || !(await store.organizations.isMember(organization.id, user.id))) return;
  const [inaccessible] = await findInaccessible(store, caller, [organization]);
  if (!inaccessible) return;
  const request = createSsoRequest({ authorization: token, organizationId: organization.id }, runtime.now());
  const url = `${web}/orgs/${encodeURIComponent(organization.login)}/sso?authorization_request=${request}`;
  throw singleSignOnRequired(token.application ? 'OAuth' : 'personal', url);
}
