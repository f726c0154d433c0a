import type { Example } from '../../http/endpoint.ts';
import { applicationsSection } from '../answers/documentation.ts';
import { copyIsCurrent, refusals } from '../answers/refusals.ts';
import { Authorization } from '../answers/resources.ts';
import { clientEndpoint } from '../context.ts';
import { exampleApplication, exampleClientSignIn, exampleSpares, exampleToken } from '../example-accounts.ts';
import { checkToken, resetToken, revokeToken, tokenParams } from '../tokens/application-tokens.ts';

const toExample = (token: string, status: number): Example => ({
  path: `/api/v3/applications/${exampleApplication.clientId}/tokens/${token}`,
  fields: exampleClientSignIn,
  status,
});

export const checkTokenInPath = clientEndpoint({
  path: '/api/v3/applications/{client_id}/tokens/{access_token}',
  methods: ['GET'],
  tag: 'OAuth applications',
  summary: 'Returns the authorization and the user that a token belongs to; the token stands in the path.',
  description: "Needs the application's client ID and secret. A token in a path ends up in logs elsewhere.",
  documentation: applicationsSection('check-an-authorization'),
  deprecated: true,
  access: 'client',
  params: tokenParams,
  responses: { 200: Authorization, 304: copyIsCurrent, ...refusals(401, 404) },
  examples: [toExample(exampleToken.token, 200), toExample('unknown', 404)],

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
  params: tokenParams,
  responses: { 200: Authorization, ...refusals(401, 404) },
  examples: [toExample(exampleSpares.legacyReset.token, 200), toExample('unknown', 404)],

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
  params: tokenParams,
  responses: { 204: 'The token is worth nothing any more.', ...refusals(401, 404) },
  examples: [toExample(exampleSpares.legacyRevoked.token, 204), toExample('unknown', 404)],

  handle: ({ params, ...call }) => revokeToken(call, params.client_id, params.access_token),
});
