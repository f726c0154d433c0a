import { Type } from 'typebox';
import { applicationsSection, authorizationsSection } from '../../domain/errors/documentation.ts';
import { notFound } from '../../domain/errors/errors.ts';
import {
  exampleApplication,
  exampleClientSignIn,
  exampleLeavers,
  exampleSignIn,
} from '../../domain/example-accounts.ts';
import { Grant, toGrant } from '../../domain/resources/resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { applicationPageQuery, readPageQuery, respondWithPage } from '../../domain/responses/pagination.ts';
import { respond, respondNoContent } from '../../domain/responses/respond.ts';
import { deleteGrantWithTokens, revokeGrant, tokenParams } from '../../domain/tokens/application-tokens.ts';
import { clientEndpoint, endpoint } from '../endpoint.ts';

export const listGrants = endpoint({
  path: '/api/v3/applications/grants',
  tag: 'OAuth authorizations',
  summary: "Lists the applications that have access to the caller's account, page by page.",
  description: 'Requires the password. Personal access tokens belong to no application and have no grant.',
  documentation: authorizationsSection('list-your-grants'),
  deprecated: true,
  access: 'password',
  query: applicationPageQuery,
  responses: { 200: Type.Array(Grant), 304: notModified, ...errorResponses(401, 403) },
  examples: [{ fields: exampleSignIn, status: 200 }],

  async handle({ query, exchange, service, caller }) {
    const address = service.addresses.of(exchange);
    const page = readPageQuery(query);
    const clientId = service.release.hasClientIdFilter ? query.client_id : undefined;
    const grants = await service.store.grants.list(caller.user.id, page, clientId);
    respondWithPage({ exchange, service, caller }, page, grants, (grant) => toGrant(address, grant));
  },
});

const grantParams = { grant_id: Type.Integer({ description: 'The ID of the grant.' }) };

export const getGrant = endpoint({
  path: '/api/v3/applications/grants/{grant_id}',
  tag: 'OAuth authorizations',
  summary: 'Returns one grant.',
  description:
    "Requires the password. A grant's scopes are the union of those of the application's tokens for the caller.",
  documentation: authorizationsSection('get-a-single-grant'),
  deprecated: true,
  access: 'password',
  params: grantParams,
  responses: { 200: Grant, 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'A grant of the caller',
      path: '/api/v3/applications/grants/1',
      fields: exampleSignIn,
      status: 200,
      responseFields: [['Last-Modified', / GMT$/]],
    },
    {
      title: 'A grant that does not exist',
      path: '/api/v3/applications/grants/999999',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const grant = await service.store.grants.byId(caller.user.id, params.grant_id);
    if (!grant) throw notFound();
    const address = service.addresses.of(exchange);
    respond({ exchange, service, caller }, 200, toGrant(address, grant), { lastModified: grant.updatedAt });
  },
});

export const deleteGrant = endpoint({
  path: '/api/v3/applications/grants/{grant_id}',
  methods: ['DELETE'],
  tag: 'OAuth authorizations',
  summary: "Revokes an application's access: deletes its grant and all its tokens for the caller.",
  description: 'Requires the password. The tokens are invalid when the response is sent.',
  documentation: authorizationsSection('delete-a-grant'),
  deprecated: true,
  access: 'password',
  params: grantParams,
  responses: { 204: 'The grant and its tokens are deleted.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'A grant of the caller',
      path: '/api/v3/applications/grants/1',
      fields: exampleSignIn,
      status: 204,
    },
    {
      title: 'A grant that does not exist',
      path: '/api/v3/applications/grants/999999',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const grant = await service.store.grants.byId(caller.user.id, params.grant_id);
    if (!grant || !(await deleteGrantWithTokens(service, exchange, grant))) throw notFound();
    respondNoContent({ exchange, service, caller });
  },
});

export const revokeGrantInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/grants/{access_token}',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: "Revokes the application's access to the account of a token's user, with the token in the path.",
  description:
    "Requires the application's client ID and secret. Logs of other servers keep a token in a path.",
  documentation: applicationsSection('revoke-a-grant-for-an-application'),
  deprecated: true,
  access: 'client',
  params: tokenParams,
  responses: { 204: 'The grant and its tokens are deleted.', ...errorResponses(401, 404) },
  examples: [
    {
      title: 'By a token of the user',
      path: `/api/v3/applications/${exampleApplication.clientId}/grants/${exampleLeavers.legacyGrant.token}`,
      fields: exampleClientSignIn,
      status: 204,
    },
    {
      title: 'An unknown token',
      path: `/api/v3/applications/${exampleApplication.clientId}/grants/unknown`,
      fields: exampleClientSignIn,
      status: 404,
    },
  ],

  handle: ({ params, ...call }) => revokeGrant(call, params.client_id, params.access_token),
});
