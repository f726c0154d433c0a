import { Type } from 'typebox';
import { answer } from '../answer.ts';
import { toApiTime } from '../api-time.ts';
import { authenticateClient } from '../clients.ts';
import { endpoint } from '../context.ts';
import { authorizationsSection } from '../documentation.ts';
import { fieldError, validationFailed } from '../errors.ts';
import { exampleSignIn } from '../example-accounts.ts';
import { pageQuery, toPage, toPageLinks } from '../pagination.ts';
import { Authorization, BasicError, toAuthorization, ValidationError } from '../resources.ts';
import { clientIdMember, clientSecretMember, tokenMembers, toRequestedToken } from '../token-request.ts';
import { createToken, toDigest, toLastEight } from '../tokens.ts';

export const listAuthorizations = endpoint({
  path: '/api/v3/authorizations',
  methods: ['GET'],
  tag: 'OAuth authorizations',
  summary: "Lists the caller's authorizations, page by page.",
  description: 'Needs the password. No token is shown.',
  documentation: authorizationsSection('list-your-authorizations'),
  deprecated: true,
  access: 'password',
  query: {
    ...pageQuery,
    client_id: Type.Optional(Type.String({ description: 'The client ID of the app.' })),
  },
  responses: {
    200: Type.Array(Authorization),
    304: 'Your copy is current.',
    401: BasicError,
    403: BasicError,
  },
  examples: [
    {
      path: '/api/v3/authorizations',
      fields: exampleSignIn,
      status: 200,
      answers: [['Status', '200 OK']],
    },
    { path: '/api/v3/authorizations?client_id=0123456789abcdef0123', fields: exampleSignIn, status: 200 },
    { path: '/api/v3/authorizations', status: 401 },
  ],

  async handle({ query, exchange, service, caller }) {
    const address = service.addresses.of(exchange);
    const page = toPage(query);
    const { items, total } = await service.store.authorizations.list(caller.user.id, page, query.client_id);
    answer(
      { exchange, service, caller },
      200,
      items.map((record) => toAuthorization(address, record)),
      { links: toPageLinks(exchange, address, page, total) },
    );
  },
});

export const createAuthorization = endpoint({
  path: '/api/v3/authorizations',
  methods: ['POST'],
  tag: 'OAuth authorizations',
  summary: 'Makes a personal access token, or with a client ID and secret a token of that application.',
  description:
    'Needs the password. The token is shown in this answer and never again. A fingerprint tells several tokens of one application apart.',
  documentation: authorizationsSection('create-a-new-authorization'),
  deprecated: true,
  access: 'password',
  body: Type.Object({
    ...tokenMembers,
    client_id: Type.Optional(clientIdMember),
    client_secret: Type.Optional(clientSecretMember),
  }),
  responses: {
    201: Authorization,
    400: BasicError,
    401: BasicError,
    403: BasicError,
    422: ValidationError,
  },
  examples: [
    {
      path: '/api/v3/authorizations',
      fields: exampleSignIn,
      body: '{"scopes":["gist"],"note":"backup job"}',
      status: 201,
      answers: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    { path: '/api/v3/authorizations', fields: exampleSignIn, body: '{"scopes":["all"]}', status: 422 },
    { path: '/api/v3/authorizations', fields: exampleSignIn, body: '{', status: 400 },
  ],

  async handle({ body, exchange, service, caller }) {
    const requested = toRequestedToken(body);
    const { client_id: clientId = '', client_secret: clientSecret = '' } = body;
    // Compat: clients send both empty for a personal access token.
    const isPersonal = clientId === '' && clientSecret === '';
    const application = isPersonal
      ? null
      : await authenticateClient(service.store.applications, clientId, clientSecret);

    const token = createToken(service.runtime);
    const record = await service.store.authorizations.create({
      ...requested,
      userId: caller.user.id,
      applicationId: application?.id ?? null,
      hashedToken: toDigest(token),
      tokenLastEight: toLastEight(token),
      at: toApiTime(service.runtime.now()),
    });
    if (!record) throw validationFailed([fieldError(application ? 'fingerprint' : 'note', 'already_exists')]);
    const created = toAuthorization(service.addresses.of(exchange), record, token);
    answer({ exchange, service, caller }, 201, created, { fields: [['Location', created.url]] });
  },
});
