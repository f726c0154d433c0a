import { Type } from 'typebox';
import { organizationsSection } from '../../domain/errors/documentation.ts';
import { organizationScopeRequired } from '../../domain/errors/errors.ts';
import { exampleSignIn, exampleToken } from '../../domain/example-accounts.ts';
import { SimpleOrganization, toSimpleOrganization } from '../../domain/resources/organization-resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import {
  pageQuery,
  readPageQuery,
  respondWithPage,
  selectListing,
} from '../../domain/responses/pagination.ts';
import { acceptsToken, ORGANIZATION_SCOPES } from '../../domain/tokens/accepted-scopes.ts';
import { findInaccessible } from '../../domain/tokens/single-sign-on.ts';
import { endpoint } from '../endpoint.ts';

export const listOwnOrganizations = endpoint({
  path: '/api/v3/user/orgs',
  tag: 'Organizations',
  summary: "Lists the caller's organizations, page by page.",
  description:
    'A token needs one of the scopes `read:org`, `write:org`, `admin:org`, `user` and `repo`; without it the response is 403. Organizations that enforce single sign-on are omitted if the token is not authorized for them; `X-GitHub-SSO` lists them.',
  documentation: organizationsSection('list-organizations-for-the-authenticated-user'),
  access: 'credentials',
  query: pageQuery,
  responses: { 200: Type.Array(SimpleOrganization), 304: notModified, ...errorResponses(401, 403) },
  examples: [
    { title: 'With a password', fields: exampleSignIn, status: 200 },
    {
      title: 'With a token that single sign-on does not authorize',
      fields: [['Authorization', `token ${exampleToken.token}`]],
      status: 200,
      responseFields: [['X-GitHub-SSO', /^partial-results; organizations=\d+$/]],
    },
    { title: 'Without credentials', status: 401 },
  ],

  async handle({ query, exchange, service, caller }) {
    const { store } = service;
    if (!acceptsToken({ exchange, service, caller }, ORGANIZATION_SCOPES)) throw organizationScopeRequired();
    const address = service.addresses.of(exchange);
    const memberOf = await store.organizations.ofUser(caller.user.id);
    const inaccessible = await findInaccessible(store, caller, memberOf);
    const left = inaccessible.map(({ id }) => id);
    const reached = memberOf.filter(({ id }) => !left.includes(id));
    const page = readPageQuery(query);
    respondWithPage(
      { exchange, service, caller },
      page,
      selectListing(reached, page),
      (organization) => toSimpleOrganization(address, organization),
      {
        fields: left.length > 0 ? [['X-GitHub-SSO', `partial-results; organizations=${left.join(',')}`]] : [],
      },
    );
  },
});
