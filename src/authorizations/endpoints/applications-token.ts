import { applicationsSection } from '../answers/documentation.ts';
import { refusals } from '../answers/refusals.ts';
import { Authorization } from '../answers/resources.ts';
import { clientEndpoint } from '../context.ts';
import { exampleApplication, exampleClientSignIn, exampleSpares, exampleToken } from '../example-accounts.ts';
import {
  checkToken,
  clientParams,
  resetToken,
  revokeToken,
  TokenBody,
} from '../tokens/application-tokens.ts';

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/token`;

export const checkTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['POST'],
  tag: 'OAuth applications',
  summary: 'Returns the authorization and the user that a token belongs to.',
  description:
    "Needs the application's client ID and secret in place of login and password. Without counting as a failed sign-in of anybody, a token that is worth nothing is 404.",
  documentation: applicationsSection('check-a-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 200: Authorization, ...refusals(400, 401, 404, 422) },
  examples: [
    {
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleToken.token}"}`,
      status: 200,
    },
    { path: examplePath, fields: exampleClientSignIn, body: '{"access_token":"unknown"}', status: 404 },
    { path: examplePath, fields: exampleClientSignIn, body: '{}', status: 422 },
  ],

  handle: ({ params, body, ...call }) => checkToken(call, params.client_id, body.access_token),
});

export const resetTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['PATCH'],
  tag: 'OAuth applications',
  summary: 'Gives an authorization a new token: the old one is worth nothing at once.',
  description:
    "Needs the application's client ID and secret. The authorization keeps its ID, its scopes and its place.",
  documentation: applicationsSection('reset-a-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 200: Authorization, ...refusals(400, 401, 404, 422) },
  examples: [
    {
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleSpares.reset.token}"}`,
      status: 200,
    },
    { path: examplePath, fields: exampleClientSignIn, body: '{"access_token":"unknown"}', status: 404 },
  ],

  handle: ({ params, body, ...call }) => resetToken(call, params.client_id, body.access_token),
});

export const revokeTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: 'Deletes an authorization by its token.',
  description: "Needs the application's client ID and secret. The grant stays.",
  documentation: applicationsSection('delete-an-app-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 204: 'The token is worth nothing any more.', ...refusals(400, 401, 404, 422) },
  examples: [
    {
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleSpares.revoked.token}"}`,
      status: 204,
    },
    { path: examplePath, fields: exampleClientSignIn, body: '{"access_token":"unknown"}', status: 404 },
  ],

  handle: ({ params, body, ...call }) => revokeToken(call, params.client_id, body.access_token),
});
