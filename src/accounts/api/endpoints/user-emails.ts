import { Type } from 'typebox';
import { usersSection } from '../../domain/errors/documentation.ts';
import { notFound } from '../../domain/errors/errors.ts';
import { exampleSignIn, exampleToken } from '../../domain/example-accounts.ts';
import { errorResponses, notModified, orNull } from '../../domain/resources/response-schemas.ts';
import {
  pageQuery,
  readPageQuery,
  respondWithPage,
  selectListing,
} from '../../domain/responses/pagination.ts';
import { acceptsToken } from '../../domain/tokens/accepted-scopes.ts';
import { endpoint } from '../endpoint.ts';

const ACCEPTED_SCOPES: readonly string[] = ['user', 'user:email'];

const Email = Type.Object({
  email: Type.String(),
  primary: Type.Boolean(),
  verified: Type.Boolean(),
  visibility: orNull(Type.String()),
});

export const listEmails = endpoint({
  path: '/api/v3/user/emails',
  tag: 'Users',
  summary: 'Lists the e-mail addresses of the caller.',
  description:
    'A user has one address, or none. A token needs the scope `user` or `user:email`; without it the answer is 404.',
  documentation: usersSection('list-email-addresses-for-the-authenticated-user'),
  access: 'credentials',
  query: pageQuery,
  responses: { 200: Type.Array(Email), 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    { title: 'With a password', fields: exampleSignIn, status: 200 },
    {
      title: 'With a token that lacks the scope',
      fields: [['Authorization', `token ${exampleToken.token}`]],
      status: 404,
      responseFields: [['X-Accepted-OAuth-Scopes', ACCEPTED_SCOPES.join(', ')]],
    },
    { title: 'Without credentials', status: 401 },
  ],

  handle(call) {
    if (!acceptsToken(call, ACCEPTED_SCOPES)) throw notFound();
    const { user } = call.caller;
    const emails =
      user.email === null
        ? []
        : [{ email: user.email, primary: true, verified: user.emailVerified, visibility: 'public' }];
    const page = readPageQuery(call.query);
    respondWithPage(call, page, selectListing(emails, page), (email) => email);
  },
});
