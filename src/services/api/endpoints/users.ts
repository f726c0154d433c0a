import { findNamedUser, usernameParams } from '#authorizations/accounts.ts';
import { exampleSignIn } from '#authorizations/example-accounts.ts';
import { PublicUser, toPublicUser } from '#authorizations/responses/current-user.ts';
import { usersSection } from '#authorizations/responses/documentation.ts';
import { respond } from '#authorizations/responses/respond.ts';
import { errorResponses, notModified } from '#authorizations/responses/response-schemas.ts';
import { publicEndpoint } from '../endpoint.ts';

export const getUser = publicEndpoint({
  path: '/api/v3/users/{username}',
  tag: 'Users',
  summary: 'Returns a user.',
  description: 'Public. The e-mail address is for callers with credentials.',
  documentation: usersSection('get-a-user'),
  params: usernameParams,
  responses: { 200: PublicUser, 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    { path: '/api/v3/users/mona', fields: exampleSignIn, status: 200 },
    { path: '/api/v3/users/nobody', status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const user = await findNamedUser(service.store, params.username);
    const address = service.addresses.of(exchange);
    const view = toPublicUser(address, caller ? user : { ...user, email: null });
    respond({ exchange, service, caller }, 200, view, { lastModified: user.updatedAt });
  },
});
