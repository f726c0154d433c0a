import { findNamedUser, usernameParams } from '../../domain/accounts.ts';
import { usersSection } from '../../domain/errors/documentation.ts';
import { exampleSignIn } from '../../domain/example-accounts.ts';
import { PublicUser, toPublicUser } from '../../domain/resources/current-user.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { respond } from '../../domain/responses/respond.ts';
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
    { title: 'With a password', path: '/api/v3/users/mona', fields: exampleSignIn, status: 200 },
    { title: 'A user who does not exist', path: '/api/v3/users/nobody', status: 404 },
  ],

  async handle({ params, exchange, service, caller }) {
    const user = await findNamedUser(service.store, params.username);
    const address = service.addresses.of(exchange);
    const view = toPublicUser(address, caller ? user : { ...user, email: null });
    respond({ exchange, service, caller }, 200, view, { lastModified: user.updatedAt });
  },
});
