import type { Example } from '#http/routing/endpoint.ts';
import { applicationsSection } from '../../domain/errors/documentation.ts';
import {
  exampleApplication,
  exampleClientSignIn,
  exampleSpares,
  exampleToken,
} from '../../domain/example-accounts.ts';
import { Authorization } from '../../domain/resources/resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { checkToken, resetToken, revokeToken, tokenParams } from '../../domain/tokens/application-tokens.ts';
import { clientEndpoint } from '../endpoint.ts';

const buildExample = (token: string, status: number): Example => ({
  title: status === 404 ? 'An unknown token' : 'A token of the application',
  path: `/api/v3/applications/${exampleApplication.clientId}/tokens/${token}`,
  fields: exampleClientSignIn,
  status,
});

export const checkTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  tag: 'OAuth applications',
  summary: 'Returns the authorization and the user of a token in the path.',
  description:
    "Requires the application's client ID and secret. Logs of other servers keep a token in a path.",
  documentation: applicationsSection('check-an-authorization'),
  deprecated: true,
  access: 'client',
  params: tokenParams,
  responses: { 200: Authorization, 304: notModified, ...errorResponses(401, 404) },
  examples: [buildExample(exampleToken.token, 200), buildExample('unknown', 404)],

  handle: ({ params, ...call }) => checkToken(call, params.client_id, params.access_token),
});

export const resetTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['POST'],
  tag: 'OAuth applications',
  summary: 'Replaces the token of an authorization, with the old token in the path.',
  description: "Requires the application's client ID and secret. No body is read.",
  documentation: applicationsSection('reset-an-authorization'),
  deprecated: true,
  access: 'client',
  params: tokenParams,
  responses: { 200: Authorization, ...errorResponses(401, 404) },
  examples: [buildExample(exampleSpares.legacyReset.token, 200), buildExample('unknown', 404)],

  handle: ({ params, ...call }) => resetToken(call, params.client_id, params.access_token),
});

export const revokeTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: 'Deletes an authorization by its token in the path.',
  description: "Requires the application's client ID and secret. The grant stays.",
  documentation: applicationsSection('revoke-an-authorization-for-an-application'),
  deprecated: true,
  access: 'client',
  params: tokenParams,
  responses: { 204: 'The token is invalid.', ...errorResponses(401, 404) },
  examples: [buildExample(exampleSpares.legacyRevoked.token, 204), buildExample('unknown', 404)],

  handle: ({ params, ...call }) => revokeToken(call, params.client_id, params.access_token),
});
