import type { Address } from '../answers/addresses.ts';
import { answer } from '../answers/answer.ts';
import { organizationsSection } from '../answers/documentation.ts';
import { singleSignOnRequired } from '../answers/errors.ts';
import { FullOrganization, toFullOrganization } from '../answers/organization-resources.ts';
import { copyIsCurrent, refusals } from '../answers/refusals.ts';
import { type AuthorizationContext, type Caller, publicEndpoint } from '../context.ts';
import { exampleSignIn, exampleToken } from '../example-accounts.ts';
import { findUnreached } from '../single-sign-on/single-sign-on.ts';
import { createSsoRequest } from '../single-sign-on/sso-request.ts';
import type { Organization } from '../store.ts';
import { findNamedOrganization, organizationParams } from '../users/named-organization.ts';

export const getOrganization = publicEndpoint({
  path: '/api/v3/orgs/{org}',
  methods: ['GET'],
  tag: 'Organizations',
  summary: 'Returns an organization.',
  description:
    'Everybody sees it. A member of an organization that enforces single sign-on, though, calls as a member: his token must be allowed for it, and `X-GitHub-SSO` says where. A token that an application got through this interface never can be; the page there tells what to do instead.',
  documentation: organizationsSection('get-an-organization'),
  params: organizationParams,
  responses: { 200: FullOrganization, 304: copyIsCurrent, ...refusals(401, 403, 404) },
  examples: [
    { path: '/api/v3/orgs/acme', fields: exampleSignIn, status: 200 },
    {
      path: '/api/v3/orgs/acme',
      fields: [['Authorization', `token ${exampleToken.token}`]],
      status: 403,
      answers: [['X-GitHub-SSO', /^required; url=.*\/orgs\/acme\/sso\?authorization_request=[\w.-]+$/]],
    },
    { path: '/api/v3/orgs/nobody', status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const { store } = service;
    const address = service.addresses.of(exchange);
    const organization = await findNamedOrganization(store, params.org);
    if (caller) await checkReach(service, address, caller, organization);
    answer({ exchange, service, caller }, 200, toFullOrganization(address, organization), {
      lastModified: organization.updatedAt,
    });
  },
});

/** Compat: for a member's token that may not be allowed there is the URL too. Its page is the only place that says why. */
async function checkReach(
  { store, runtime }: AuthorizationContext,
  { web }: Address,
  caller: Caller,
  organization: Organization,
): Promise<void> {
  const { user, token } = caller;
  if (!token || !(await store.organizations.isMember(organization.id, user.id))) return;
  const [unreached] = await findUnreached(store, caller, [organization]);
  if (!unreached) return;
  const request = createSsoRequest({ authorization: token, organizationId: organization.id }, runtime.now());
  const url = `${web}/orgs/${encodeURIComponent(organization.login)}/sso?authorization_request=${request}`;
  throw singleSignOnRequired(token.application ? 'OAuth' : 'personal', url);
}
