import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { usersSection } from '../../domain/errors/documentation.ts';
import { badCredentials } from '../../domain/errors/errors.ts';
import { exampleToken } from '../../domain/example-accounts.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { respondUncached } from '../../domain/responses/respond.ts';
import { publicEndpoint } from '../endpoint.ts';

export const graphql = publicEndpoint({
  path: '/api/graphql',
  methods: ['POST'],
  tag: 'Users',
  summary: 'Answers the GraphQL query `{ viewer { login } }` with the login of the caller.',
  description:
    'GitHub CLI sends this query in `gh auth login` and `gh auth status`. Any other query is answered with a GraphQL error.',
  documentation: usersSection('get-the-authenticated-user'),
  body: Type.Object(
    {
      query: Type.Optional(Type.Unknown({ description: 'The GraphQL document.' })),
      operationName: Type.Optional(Type.Unknown({ description: 'Name of the operation in the document.' })),
      variables: Type.Optional(Type.Unknown({ description: 'Not used.' })),
    },
    { additionalProperties: true },
  ),
  responses: {
    200: Type.Object({
      data: Type.Optional(Type.Object({ viewer: Type.Object({ login: Type.String() }) })),
      errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
    }),
    ...errorResponses(400, 401, 403),
  },
  examples: [
    {
      title: 'The login of the caller',
      fields: [
        ['Authorization', `token ${exampleToken.token}`],
        ['Content-Type', 'application/json'],
      ],
      body: '{"query":"query UserCurrent{viewer{login}}"}',
      status: 200,
      responseFields: [['X-OAuth-Scopes', 'repo']],
    },
    {
      title: 'An unknown token',
      fields: [['Authorization', 'token unknown']],
      body: '{"query":"{viewer{login}}"}',
      status: 401,
    },
  ],

  handle({ exchange, service, caller, body }) {
    if (!caller) throw badCredentials();
    const { query, operationName } = body;
    if (typeof query !== 'string')
      throw new HttpError(400, 'A query attribute must be specified and must be a string.');
    const result = answerQuery(query, operationName, caller.user.login);
    respondUncached({ exchange, service, caller }, 200, result);
  },
});

/** Result of a GraphQL document (GraphQL October 2021 §7.1): data, or one error. */
function answerQuery(document: string, operationName: unknown, login: string): object {
  const viewerQuery = VIEWER_QUERY.exec(withoutIgnoredTokens(document));
  if (!viewerQuery) return { errors: [{ message: NOT_SERVED }] };
  if (operationName && operationName !== viewerQuery.groups?.name)
    return { errors: [{ message: `No operation named "${String(operationName).slice(0, MAX_NAME)}"` }] };
  return { data: { viewer: { login } } };
}

/** A document whose one operation selects `viewer { login }`, without ignored tokens. */
const VIEWER_QUERY = /^(?:query(?: (?<name>[A-Za-z_]\w*))?)?\{viewer\{login\}\}$/;

/**
 * The document with each run of ignored tokens (byte order mark, white space, comments, commas; GraphQL §2.1) as one
 * space between names and as nothing elsewhere. Empty when the document is longer than the query can be.
 */
function withoutIgnoredTokens(document: string): string {
  if (document.length > MAX_DOCUMENT) return '';
  return document
    .replace(/#[^\n\r]*/g, ' ')
    .replace(/[\uFEFF\s,]+/g, ' ')
    .replace(/ ?([{}]) ?/g, '$1')
    .trim();
}

const MAX_DOCUMENT = 10_000;
const MAX_NAME = 100;

const NOT_SERVED =
  'This server answers one GraphQL query: { viewer { login } }. The REST API at /api/v3 serves everything else.';
