import { applicationsSection } from '../../domain/errors/documentation.ts';
import { exampleApplication, exampleClientSignIn, exampleLeavers } from '../../domain/example-accounts.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { clientParams, revokeGrant, TokenBody } from '../../domain/tokens/application-tokens.ts';
import { clientEndpoint } from '../endpoint.ts';

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/grant`;

export const revokeGrantInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/grant',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: "Revokes the application's access to the account of a token's user.",
  description:
    "Requires the application's client ID and secret. Any token of the application for the user identifies the grant. The grant and all its tokens are deleted when the response is sent.",
  documentation: applicationsSection('delete-an-app-authorization'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 204: 'The grant and its tokens are deleted.', ...errorResponses(400, 401, 404, 422) },
  examples: [
    {
      title: 'By a token of the user',
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleLeavers.grant.token}"}`,
      status: 204,
    },
    {
      title: 'An unknown token',
      path: examplePath,
      fields: exampleClientSignIn,
      body: '{"access_token":"unknown"}',
      status: 404,
    },
  ],

  handle: ({ params, body, ...call }) => revokeGrant(call, params.client_id, body.access_token),
});
