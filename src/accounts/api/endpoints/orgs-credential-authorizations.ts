import { type Static, Type } from 'typebox';
import { findNamedOrganization, organizationParams } from '../../domain/accounts.ts';
import { organizationsSection } from '../../domain/errors/documentation.ts';
import { notFound } from '../../domain/errors/errors.ts';
import { exampleAdministratorSignIn, exampleSignIn } from '../../domain/example-accounts.ts';
import { errorResponses, notModified, orNull } from '../../domain/resources/response-schemas.ts';
import { pageQuery, readPageQuery, respondWithPage } from '../../domain/responses/pagination.ts';
import { respondNoContent } from '../../domain/responses/respond.ts';
import type { Approval } from '../../store/index.ts';
import { endpoint } from '../endpoint.ts';

const CredentialAuthorization = Type.Object({
  login: Type.String({ description: 'Login of the owner of the token.' }),
  credential_id: Type.Integer(),
  credential_type: Type.String({ description: 'The kind of the token.' }),
  token_last_eight: Type.String(),
  credential_authorized_at: Type.String({ format: 'date-time' }),
  scopes: Type.Array(Type.String()),
  credential_accessed_at: orNull(Type.String({ format: 'date-time' })),
});

export const listCredentialAuthorizations = endpoint({
  path: '/api/v3/orgs/{org}/credential-authorizations',
  tag: 'Organizations',
  summary: 'Lists the tokens that are authorized for an organization with single sign-on, page by page.',
  description: 'Requires a site administrator; others get 404.',
  documentation: organizationsSection('list-saml-sso-authorizations-for-an-organization'),
  access: 'administrator',
  params: organizationParams,
  query: pageQuery,
  responses: { 200: Type.Array(CredentialAuthorization), 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'As a site administrator',
      path: '/api/v3/orgs/acme/credential-authorizations',
      fields: exampleAdministratorSignIn,
      status: 200,
    },
    {
      title: 'As another user: not found',
      path: '/api/v3/orgs/acme/credential-authorizations',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, query, exchange, service, caller }) {
    const { id } = await findNamedOrganization(service.store, params.org);
    const page = readPageQuery(query);
    const approvals = await service.store.organizations.approvals(id, page);
    respondWithPage({ exchange, service, caller }, page, approvals, toCredential);
  },
});

export const deleteCredentialAuthorization = endpoint({
  path: '/api/v3/orgs/{org}/credential-authorizations/{credential_id}',
  methods: ['DELETE'],
  tag: 'Organizations',
  summary: 'Revokes the authorization of a token for an organization.',
  description: 'Requires a site administrator. The token itself stays valid.',
  documentation: organizationsSection('remove-a-saml-sso-authorization-for-an-organization'),
  access: 'administrator',
  params: { ...organizationParams, credential_id: Type.Integer({ description: 'The ID of the token.' }) },
  responses: { 204: 'The authorization is revoked.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      path: '/api/v3/orgs/acme/credential-authorizations/999999',
      fields: exampleAdministratorSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const { id } = await findNamedOrganization(service.store, params.org);
    const isWithdrawn = await service.store.organizations.disallow(params.credential_id, id);
    if (!isWithdrawn) throw notFound();
    respondNoContent({ exchange, service, caller });
  },
});

function toCredential({ login, authorization, at }: Approval): Static<typeof CredentialAuthorization> {
  return {
    login,
    credential_id: authorization.id,
    credential_type: authorization.application ? 'OAuth app token' : 'personal access token',
    token_last_eight: authorization.tokenLastEight,
    credential_authorized_at: at,
    scopes: authorization.scopes,
    credential_accessed_at: authorization.lastUsedAt,
  };
}
