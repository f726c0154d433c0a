import { Type } from 'typebox';
import { administrationSection } from '../../domain/errors/documentation.ts';
import { forbidden, notFound } from '../../domain/errors/errors.ts';
import {
  exampleAdministratorSignIn,
  exampleAdministratorToken,
  exampleSignIn,
} from '../../domain/example-accounts.ts';
import { Authorization, buildShowing, toAuthorization } from '../../domain/resources/resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { pageQuery, readPageQuery, respondWithPage } from '../../domain/responses/pagination.ts';
import { respondNoContent } from '../../domain/responses/respond.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { endpoint } from '../endpoint.ts';

export const listPersonalTokens = endpoint({
  path: '/api/v3/admin/tokens',
  tag: 'Enterprise administration',
  summary: 'Lists the personal access tokens of all users, page by page.',
  description: 'Requires a site administrator. The response does not contain the tokens.',
  documentation: administrationSection('list-personal-access-tokens'),
  access: 'administrator',
  query: pageQuery,
  responses: { 200: Type.Array(Authorization), 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    { title: 'As a site administrator', fields: exampleAdministratorSignIn, status: 200 },
    {
      title: 'With a token of the scope site_admin',
      fields: [['Authorization', `token ${exampleAdministratorToken.token}`]],
      status: 200,
      responseFields: [['X-OAuth-Scopes', 'site_admin']],
    },
    { title: 'As another user: not found', fields: exampleSignIn, status: 404 },
  ],

  async handle({ query, exchange, service, caller }) {
    const showing = buildShowing(service, exchange);
    const page = readPageQuery(query);
    const tokens = await service.store.authorizations.listPersonal(page);
    respondWithPage({ exchange, service, caller }, page, tokens, (token) => toAuthorization(showing, token));
  },
});

export const deletePersonalToken = endpoint({
  path: '/api/v3/admin/tokens/{token_id}',
  methods: ['DELETE'],
  tag: 'Enterprise administration',
  summary: 'Deletes the personal access token of any user.',
  description: 'Requires a site administrator. The token of the request itself cannot be deleted.',
  documentation: administrationSection('delete-a-personal-access-token'),
  access: 'administrator',
  params: { token_id: Type.Integer({ description: 'The ID of the token.' }) },
  responses: { 204: 'The token is deleted.', ...errorResponses(401, 403, 404) },
  examples: [{ path: '/api/v3/admin/tokens/999999', fields: exampleAdministratorSignIn, status: 404 }],

  async handle({ params, exchange, service, caller }) {
    const { store, runtime } = service;
    const token = await store.authorizations.personalById(params.token_id);
    if (!token) throw notFound();
    if (token.id === caller.token?.id) throw forbidden('You cannot delete the token that you are using.');
    const event = service.securityLog.tokenEvent(exchange, 'oauth_access.destroy')(token);
    const at = formatApiTime(runtime.now());
    if (!(await store.authorizations.delete(token.userId, token.id, at, { event }))) throw notFound();
    respondNoContent({ exchange, service, caller });
  },
});
