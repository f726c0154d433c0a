import { Type } from 'typebox';
import { teamsSection } from '../../domain/errors/documentation.ts';
import { notFound } from '../../domain/errors/errors.ts';
import { exampleSignIn, exampleToken } from '../../domain/example-accounts.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import {
  pageQuery,
  readPageQuery,
  respondWithPage,
  selectListing,
} from '../../domain/responses/pagination.ts';
import { acceptsToken, ORGANIZATION_SCOPES } from '../../domain/tokens/accepted-scopes.ts';
import { endpoint } from '../endpoint.ts';

export const listTeams = endpoint({
  path: '/api/v3/user/teams',
  tag: 'Users',
  summary: 'Lists the teams of the caller.',
  description:
    'There are no teams, so the list is empty. A token needs one of the scopes `read:org`, `write:org`, `admin:org`, `user` and `repo`; without it the response is 404.',
  documentation: teamsSection('list-teams-for-the-authenticated-user'),
  access: 'credentials',
  query: pageQuery,
  responses: {
    200: Type.Array(Type.Unknown(), { maxItems: 0 }),
    304: notModified,
    ...errorResponses(401, 403, 404),
  },
  examples: [
    { title: 'With a password', fields: exampleSignIn, status: 200 },
    { title: 'With a token', fields: [['Authorization', `token ${exampleToken.token}`]], status: 200 },
    { title: 'Without credentials', status: 401 },
  ],

  handle(call) {
    if (!acceptsToken(call, ORGANIZATION_SCOPES)) throw notFound();
    const page = readPageQuery(call.query);
    respondWithPage(call, page, selectListing([], page), (team) => team);
  },
});
