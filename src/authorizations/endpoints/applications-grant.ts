import { Type } from 'typebox';
import { applicationsSection } from '../answers/documentation.ts';
import { BasicError, ValidationError } from '../answers/resources.ts';
import { clientEndpoint } from '../context.ts';
import { exampleApplication, exampleClientSignIn, exampleLeavers } from '../example-accounts.ts';
import { revokeGrant, TokenBody } from '../tokens/application-tokens.ts';

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
  params: { client_id: Type.String({ description: 'The client ID of the calling OAuth app.' }) },
  body: TokenBody,
  responses: {
    204: 'The grant and its tokens are gone.',
    400: BasicError,
    401: BasicError,
    404: BasicError,
    422: ValidationError,
  },
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
