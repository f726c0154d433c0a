import { Type } from 'typebox';
import { exampleSignIn, exampleToken } from '#authorizations/example-accounts.ts';
import { teamsSection } from '#authorizations/responses/documentation.ts';
import { notFound } from '#authorizations/responses/errors.ts';
import { pageQuery, respondWithPage, toListing, toPage } from '#authorizations/responses/pagination.ts';
import { errorResponses, notModified } from '#authorizations/responses/response-schemas.ts';
import { acceptsToken, ORGANIZATION_SCOPES } from '#authorizations/tokens/accepted-scopes.ts';
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
    { fields: exampleSignIn, status: 200 },
    { fields: [['Authorization', `token ${exampleToken.token}`]], status: 200 },
    { status: 401 },
  ],

  handle(call) {
    if (!acceptsToken(call, ORGANIZATION_SCOPES)) throw notFound();
    const page = toPage(call.query);
    respondWithPage(call, page, toListing([], page), (team) => team);
  },
});
