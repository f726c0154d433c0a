import { Type } from 'typebox';
import { applicationsSection } from '../answers/documentation.ts';
import { Authorization, BasicError } from '../answers/resources.ts';
import { clientEndpoint } from '../context.ts';
import { exampleApplication, exampleClientSignIn, exampleSpares, exampleToken } from '../example-accounts.ts';
import { checkToken, resetToken, revokeToken } from '../tokens/application-tokens.ts';

const params = {
  client_id: Type.String({ description: 'The client ID of the calling OAuth app.' }),
  access_token: Type.String({ description: 'The token that the application holds.' }),
};

const refusals = { 401: BasicError, 404: BasicError };

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/tokens`;

export const checkTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['GET'],
  tag: 'OAuth applications',
  summary: 'Returns the authorization and the user that a token belongs to; the token stands in the path.',
  description: "Needs the application's client ID and secret. A token in a path ends up in logs elsewhere.",
  documentation: applicationsSection('check-an-authorization'),
  deprecated: true,
  access: 'client',
  params,
  responses: { 200: Authorization, 304: 'Your copy is current.', ...refusals },
  examples: [
    { path: `${examplePath}/${exampleToken.token}`, fields: exampleClientSignIn, status: 200 },
    { path: `${examplePath}/unknown`, fields: exampleClientSignIn, status: 404 },
  ],

  handle: ({ params, ...call }) => checkToken(call, params.client_id, params.access_token),
});

export const resetTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['POST'],
  tag: 'OAuth applications',
  summary: 'Gives an authorization a new token; the old one stands in the path.',
  description: "Needs the application's client ID and secret. No body is read.",
  documentation: applicationsSection('reset-an-authorization'),
  deprecated: true,
  access: 'client',
  params,
  responses: { 200: Authorization, ...refusals },
  examples: [
    { path: `${examplePath}/${exampleSpares.legacyReset.token}`, fields: exampleClientSignIn, status: 200 },
    { path: `${examplePath}/unknown`, fields: exampleClientSignIn, status: 404 },
  ],

  handle: ({ params, ...call }) => resetToken(call, params.client_id, params.access_token),
});

export const revokeTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: 'Deletes an authorization by its token, which stands in the path.',
  description: "Needs the application's client ID and secret. The grant stays.",
  documentation: applicationsSection('revoke-an-authorization-for-an-application'),
  deprecated: true,
  access: 'client',
  params,
  responses: { 204: 'The token is worth nothing any more.', ...refusals },
  examples: [
    {
      path: `${examplePath}/${exampleSpares.legacyRevoked.token}`,
      fields: exampleClientSignIn,
      status: 204,
    },
    { path: `${examplePath}/unknown`, fields: exampleClientSignIn, status: 404 },
  ],

  handle: ({ params, ...call }) => revokeToken(call, params.client_id, params.access_token),
});
