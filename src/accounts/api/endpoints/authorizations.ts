import { Type } from 'typebox';
import { authorizationsSection } from '../../domain/errors/documentation.ts';
import { emailUnverified, fieldError, notFound, validationFailed } from '../../domain/errors/errors.ts';
import { exampleSignIn } from '../../domain/example-accounts.ts';
import { Authorization, buildShowing, toAuthorization } from '../../domain/resources/resources.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { applicationPageQuery, readPageQuery, respondWithPage } from '../../domain/responses/pagination.ts';
import { respond, respondNoContent } from '../../domain/responses/respond.ts';
import { authenticateClient } from '../../domain/sign-in/clients.ts';
import { buildTokenChange, TokenChange } from '../../domain/tokens/token-change.ts';
import {
  clientIdMember,
  clientSecretMember,
  parseRequestedToken,
  tokenMembers,
} from '../../domain/tokens/token-request.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { endpoint } from '../endpoint.ts';

export const listAuthorizations = endpoint({
  path: '/api/v3/authorizations',
  tag: 'OAuth authorizations',
  summary: "Lists the caller's authorizations, page by page.",
  description: 'Requires the password. No token is shown.',
  documentation: authorizationsSection('list-your-authorizations'),
  deprecated: true,
  access: 'password',
  query: applicationPageQuery,
  responses: { 200: Type.Array(Authorization), 304: notModified, ...errorResponses(401, 403) },
  examples: [
    {
      title: 'All authorizations of the caller',
      fields: exampleSignIn,
      status: 200,
      responseFields: [['Status', '200 OK']],
    },
    {
      title: 'Those of one application',
      path: '/api/v3/authorizations?client_id=0123456789abcdef0123',
      fields: exampleSignIn,
      status: 200,
    },
    { title: 'Without credentials', status: 401 },
  ],

  async handle({ query, exchange, service, caller }) {
    const showing = buildShowing(service, exchange);
    const page = readPageQuery(query);
    const clientId = service.release.hasClientIdFilter ? query.client_id : undefined;
    const tokens = await service.store.authorizations.list(caller.user.id, page, clientId);
    respondWithPage({ exchange, service, caller }, page, tokens, (token) => toAuthorization(showing, token));
  },
});

export const createAuthorization = endpoint({
  path: '/api/v3/authorizations',
  methods: ['POST'],
  tag: 'OAuth authorizations',
  summary: 'Creates a personal access token, or with a client ID and secret a token of that application.',
  description:
    'Requires the password. Only this response contains the token. A fingerprint distinguishes several tokens of one application.',
  documentation: authorizationsSection('create-a-new-authorization'),
  deprecated: true,
  access: 'password',
  body: Type.Object({
    ...tokenMembers,
    client_id: Type.Optional(clientIdMember),
    client_secret: Type.Optional(clientSecretMember),
  }),
  responses: { 201: Authorization, ...errorResponses(400, 401, 403, 422) },
  examples: [
    {
      title: 'A personal access token',
      fields: exampleSignIn,
      body: '{"scopes":["gist"],"note":"backup job"}',
      status: 201,
      responseFields: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    { title: 'A scope that does not exist', fields: exampleSignIn, body: '{"scopes":["all"]}', status: 422 },
    { title: 'A body that is not JSON', fields: exampleSignIn, body: '{', status: 400 },
  ],

  async handle({ body, exchange, service, caller }) {
    const requested = parseRequestedToken(body, service.release);
    if (!caller.user.emailVerified) throw emailUnverified();
    const { client_id: clientId = '', client_secret: clientSecret = '' } = body;
    // Compat: clients send both empty for a personal access token.
    const isPersonal = clientId === '' && clientSecret === '';
    if (isPersonal && service.release.isNoteRequired && !requested.note)
      throw validationFailed([fieldError('note', 'missing_field')]);
    const application = isPersonal
      ? null
      : await authenticateClient(service, exchange, clientId, clientSecret);

    const token = createToken(service, application ? 'application' : 'personal');
    const record = await service.store.authorizations.create(
      {
        ...requested,
        ...buildNewToken(token),
        userId: caller.user.id,
        applicationId: application?.id ?? null,
        at: formatApiTime(service.runtime.now()),
      },
      service.securityLog.tokenEvent(exchange, 'oauth_access.create'),
    );
    if (!record) throw validationFailed([fieldError(application ? 'fingerprint' : 'note', 'already_exists')]);
    const created = toAuthorization(buildShowing(service, exchange), record, token);
    respond({ exchange, service, caller }, 201, created, { fields: [['Location', created.url]] });
  },
});

const idParams = { authorization_id: Type.Integer({ description: 'The ID of the authorization.' }) };

export const getAuthorization = endpoint({
  path: '/api/v3/authorizations/{authorization_id}',
  tag: 'OAuth authorizations',
  summary: "Returns one of the caller's authorizations.",
  description: 'Requires the password. The token is not shown.',
  documentation: authorizationsSection('get-a-single-authorization'),
  deprecated: true,
  access: 'password',
  params: idParams,
  responses: { 200: Authorization, 304: notModified, ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'An authorization of the caller',
      path: '/api/v3/authorizations/1',
      fields: exampleSignIn,
      status: 200,
      responseFields: [['Last-Modified', / GMT$/]],
    },
    {
      title: 'An authorization that does not exist',
      path: '/api/v3/authorizations/999999',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const record = await service.store.authorizations.byId(caller.user.id, params.authorization_id);
    if (!record) throw notFound();
    const view = toAuthorization(buildShowing(service, exchange), record);
    respond({ exchange, service, caller }, 200, view, { lastModified: record.updatedAt });
  },
});

export const updateAuthorization = endpoint({
  path: '/api/v3/authorizations/{authorization_id}',
  methods: ['PATCH', 'POST'],
  tag: 'OAuth authorizations',
  summary: "Changes the scopes, note, note URL or fingerprint of one of the caller's authorizations.",
  description:
    'Requires the password. Of `scopes`, `add_scopes` and `remove_scopes` only one can be given. POST is for clients that cannot send PATCH.',
  documentation: authorizationsSection('update-an-existing-authorization'),
  deprecated: true,
  access: 'password',
  params: idParams,
  body: TokenChange,
  responses: { 200: Authorization, ...errorResponses(400, 401, 403, 404, 422) },
  examples: [
    {
      title: 'Add a scope, and set the note',
      path: '/api/v3/authorizations/1',
      fields: exampleSignIn,
      body: '{"add_scopes":["gist"],"note":"build machine"}',
      status: 200,
    },
    {
      title: 'Remove a scope, by POST',
      method: 'POST',
      path: '/api/v3/authorizations/1',
      fields: exampleSignIn,
      body: '{"remove_scopes":["gist"]}',
      status: 200,
    },
    {
      title: 'Two ways to set the scopes at once',
      path: '/api/v3/authorizations/1',
      fields: exampleSignIn,
      body: '{"scopes":["repo"],"add_scopes":["gist"]}',
      status: 422,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    const applyChange = buildTokenChange(body, service.release);
    let field = 'note';
    const changed = await service.store.authorizations.update(
      caller.user.id,
      params.authorization_id,
      (current) => {
        if (current.application) field = 'fingerprint';
        return applyChange(current);
      },
      formatApiTime(service.runtime.now()),
      service.securityLog.tokenEvent(exchange, 'oauth_access.update'),
    );
    if (!changed) throw notFound();
    if (changed === 'taken') throw validationFailed([fieldError(field, 'already_exists')]);
    const view = toAuthorization(buildShowing(service, exchange), changed);
    respond({ exchange, service, caller }, 200, view);
  },
});

export const deleteAuthorization = endpoint({
  path: '/api/v3/authorizations/{authorization_id}',
  methods: ['DELETE'],
  tag: 'OAuth authorizations',
  summary: "Deletes one of the caller's authorizations and its token.",
  description: 'Requires the password. The grant of the application stays.',
  documentation: authorizationsSection('delete-an-authorization'),
  deprecated: true,
  access: 'password',
  params: idParams,
  responses: { 204: 'The resource is deleted.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'An authorization of the caller',
      path: '/api/v3/authorizations/4',
      fields: exampleSignIn,
      status: 204,
    },
    {
      title: 'An authorization that does not exist',
      path: '/api/v3/authorizations/999999',
      fields: exampleSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const { authorizations } = service.store;
    const [userId, at] = [caller.user.id, formatApiTime(service.runtime.now())];
    const record = await authorizations.byId(userId, params.authorization_id);
    if (!record) throw notFound();
    const event = service.securityLog.tokenEvent(exchange, 'oauth_access.destroy')(record);
    if (!(await authorizations.delete(userId, record.id, at, { event }))) throw notFound();
    respondNoContent({ exchange, service, caller });
  },
});
