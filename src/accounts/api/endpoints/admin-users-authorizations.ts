import { Type } from 'typebox';
import { findNamedUser, usernameParams } from '../../domain/accounts.ts';
import type { AuthorizationContext } from '../../domain/context.ts';
import { administrationSection } from '../../domain/errors/documentation.ts';
import { notFound } from '../../domain/errors/errors.ts';
import { exampleAdministratorSignIn } from '../../domain/example-accounts.ts';
import {
  Authorization,
  buildShowing,
  IMPERSONATION,
  toAuthorization,
} from '../../domain/resources/resources.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { respond, respondNoContent } from '../../domain/responses/respond.ts';
import { parseRequestedToken, tokenMembers } from '../../domain/tokens/token-request.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { NewSecurityEvent } from '../../store/index.ts';
import { endpoint } from '../endpoint.ts';

export const createImpersonation = endpoint({
  path: '/api/v3/admin/users/{username}/authorizations',
  methods: ['POST'],
  tag: 'Enterprise administration',
  summary: 'Creates an impersonation token of a user.',
  description:
    'Requires a site administrator. A user has at most one such token: a new one replaces it. Only this response contains the token.',
  documentation: administrationSection('create-an-impersonation-oauth-token'),
  access: 'administrator',
  params: usernameParams,
  body: Type.Object({ scopes: tokenMembers.scopes }),
  responses: { 201: Authorization, ...errorResponses(400, 401, 403, 404, 422) },
  examples: [
    {
      title: 'A token with one scope',
      path: '/api/v3/admin/users/mona/authorizations',
      fields: exampleAdministratorSignIn,
      body: '{"scopes":["repo"]}',
      status: 201,
      responseFields: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      title: 'A scope that does not exist',
      path: '/api/v3/admin/users/mona/authorizations',
      fields: exampleAdministratorSignIn,
      body: '{"scopes":["all"]}',
      status: 422,
    },
    {
      title: 'A user who does not exist',
      path: '/api/v3/admin/users/nobody/authorizations',
      fields: exampleAdministratorSignIn,
      body: '{}',
      status: 404,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    const { id } = await findNamedUser(service.store, params.username);
    const { scopes } = parseRequestedToken({ scopes: body.scopes ?? null }, service.release);
    const token = createToken(service, 'application');
    const event = service.securityLog.event(exchange, id, 'oauth_access.create', IMPERSONATION.name);
    // The token of the last of several concurrent calls remains.
    const record = await service.store.authorizations.replaceImpersonation(
      {
        userId: id,
        applicationId: null,
        origin: 'impersonation',
        ...buildNewToken(token),
        note: null,
        noteUrl: null,
        scopes,
        fingerprint: null,
        at: formatApiTime(service.runtime.now()),
      },
      () => event,
    );
    const view = toAuthorization(buildShowing(service, exchange), record, token);
    respond({ exchange, service, caller }, 201, view, { fields: [['Location', view.url]] });
  },
});

export const deleteImpersonation = endpoint({
  path: '/api/v3/admin/users/{username}/authorizations',
  methods: ['DELETE'],
  tag: 'Enterprise administration',
  summary: 'Deletes the impersonation token of a user.',
  description: 'Requires a site administrator.',
  documentation: administrationSection('delete-an-impersonation-oauth-token'),
  access: 'administrator',
  params: usernameParams,
  responses: { 204: 'The token is deleted.', ...errorResponses(401, 403, 404) },
  examples: [
    {
      title: 'The token of a user',
      path: '/api/v3/admin/users/hubot/authorizations',
      fields: exampleAdministratorSignIn,
      status: 204,
    },
    {
      title: 'A user without such a token',
      path: '/api/v3/admin/users/siteadmin/authorizations',
      fields: exampleAdministratorSignIn,
      status: 404,
    },
  ],

  async handle({ params, exchange, service, caller }) {
    const { id } = await findNamedUser(service.store, params.username);
    const event = service.securityLog.event(exchange, id, 'oauth_access.destroy', IMPERSONATION.name);
    if (!(await endImpersonation(service, id, event))) throw notFound();
    respondNoContent({ exchange, service, caller });
  },
});

/** False when there was none. */
async function endImpersonation(
  { store, runtime }: AuthorizationContext,
  userId: number,
  event?: NewSecurityEvent,
): Promise<boolean> {
  const before = await store.authorizations.impersonation(userId);
  if (!before) return false;
  return store.authorizations.delete(userId, before.id, formatApiTime(runtime.now()), event ? { event } : {});
}
