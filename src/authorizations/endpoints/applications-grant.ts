import { applicationsSection } from '../answers/documentation.ts';
import { refusals } from '../answers/refusals.ts';
import { clientEndpoint } from '../context.ts';
import { exampleApplication, exampleClientSignIn, exampleLeavers } from '../example-accounts.ts';
import { clientParams, revokeGrant, TokenBody } from '../tokens/application-tokens.ts';

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/grant`;

export const revokeGrantInBody = clientEndpoint({
  path: '/api/v3/applications/{client_id}/grant',
  methods: ['DELETE'],
  tag: 'OAuth applications',
  summary: "Ends the application's access to the account of a token's user.",
  description:
    "Needs the application's client ID and secret. Any token that the application holds for the user says whom it is about; the grant and all of them are gone when the answer comes.",
  documentation: applicationsSection('delete-an-app-authorization'),
  access: 'client',
  params: clientParams,
  body: TokenBody,
  responses: { 204: 'The grant and its tokens are gone.', ...refusals(400, 401, 404, 422) },
  examples: [
    {
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleLeavers.grant.token}"}`,
      status: 204,
    },
    { path: examplePath, fields: exampleClientSignIn, body: '{"access_token":"unknown"}', status: 404 },
  ],

  handle: ({ params, body, ...call }) => revokeGrant(call, params.client_id, body.access_token),
});
