import { usersSection } from '../../domain/errors/documentation.ts';
import { exampleSignIn, exampleToken } from '../../domain/example-accounts.ts';
import { CurrentUser, toCurrentUser } from '../../domain/resources/current-user.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { respond } from '../../domain/responses/respond.ts';
import { endpoint } from '../endpoint.ts';

export const getAuthenticatedUser = endpoint({
  path: '/api/v3/user',
  tag: 'Users',
  summary: 'Returns the authenticated user.',
  description: 'Private members are omitted for a token without the scope `user` or `read:user`.',
  documentation: usersSection('get-the-authenticated-user'),
  access: 'credentials',
  responses: { 200: CurrentUser, 304: notModified, ...errorResponses(401, 403) },
  examples: [
    { title: 'With a password', fields: exampleSignIn, status: 200 },
    {
      title: 'With a token',
      fields: [['Authorization', `token ${exampleToken.token}`]],
      status: 200,
      responseFields: [['X-OAuth-Scopes', 'repo']],
    },
    { title: 'Without credentials', status: 401 },
  ],

  handle(call) {
    const { user, token } = call.caller;
    const mayReadAll =
      token === undefined || token.scopes.some((scope) => scope === 'user' || scope === 'read:user');
    const view = toCurrentUser(call.service.addresses.of(call.exchange), user, mayReadAll);
    respond(call, 200, view, { lastModified: user.updatedAt });
  },
});
