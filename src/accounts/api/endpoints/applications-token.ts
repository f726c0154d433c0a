import type { Example } from '#http/routing/endpoint.ts';
import { applicationsSection } from '../../domain/errors/documentation.ts';
import {
  exampleApplication,
  exampleClientSignIn,
  exampleSpares,
  exampleToken,
} from '../../domain/example-accounts.ts';
import { Authorization } from '../../domain/resources/resources.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import {
  checkToken,
  clientParams,
  resetToken,
  revokeToken,
  TokenBody,
} from '../../domain/tokens/application-tokens.ts';
import { clientEndpoint } from '../endpoint.ts';

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/token`;

const buildExample = (token: string, status: number): Example => ({
  title: status === 404 ? 'An unknown token' : 'A token of the application',
  path: examplePath,
  fields: exampleClientSignIn,
  body: JSON.stringify({ access_token: token }),
  status,
});

export const checkTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['POST'],
  tag: 'OAuth applications',
  summary: 'Returns the authorization and the user of a token.',
  description:
    "Requires the application's client ID and secret instead of login and password. An invalid token gets 404 and does not count as a failed sign-in.",
  documentation: applicationsSection('check-a-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 200: Authorization, ...errorResponses(400, 401, 404, 422) },
  examples: [
    buildExample(exampleToken.token, 200),
    buildExample('unknown', 404),
    { title: 'Without a token', path: examplePath, fields: exampleClientSignIn, body: '{}', status: 422 },
  ],

  handle: ({ params, body, ...call }) => checkToken(call, params.client_id, body.access_token),
});

export const resetTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['PATCH'],
  tag: 'OAuth applications',
  summary: 'Replaces the token of an authorization. The old token becomes invalid at once.',
  description:
    "Requires the application's client ID and secret. The authorization keeps its ID, its scopes and its position in the list.",
  documentation: applicationsSection('reset-a-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 200: Authorization, ...errorResponses(400, 401, 404, 422) },
  examples: [buildExample(exampleSpares.reset.token, 200), buildExample('unknown', 404)],

  handle: ({ params, body, ...call }) => resetToken(call, params.client_id, body.access_token),
});

export const revokeTokenInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: 'Deletes an authorization by its token.',
  description: "Requires the application's client ID and secret. The grant stays.",
  documentation: applicationsSection('delete-an-app-token'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 204: 'The token is invalid.', ...errorResponses(400, 401, 404, 422) },
  examples: [buildExample(exampleSpares.revoked.token, 204), buildExample('unknown', 404)],

  handle: ({ params, body, ...call }) => revokeToken(call, params.client_id, body.access_token),
});
