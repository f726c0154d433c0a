import { Type } from 'typebox';
import { applicationsSection } from '../../domain/errors/documentation.ts';
import {
  exampleApplication,
  exampleClientSignIn,
  exampleToken,
  exampleUser,
} from '../../domain/example-accounts.ts';
import { Authorization, toAuthorization } from '../../domain/resources/resources.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { buildScopedInstallation, reachMembers } from '../../domain/resources/scoped-installation.ts';
import { toSimpleUser } from '../../domain/resources/simple-user.ts';
import { respond } from '../../domain/responses/respond.ts';
import { clientParams, findOwnToken, TokenBody } from '../../domain/tokens/application-tokens.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { clientEndpoint } from '../endpoint.ts';

const examplePath = `/api/v3/applications/${exampleApplication.clientId}/token/scoped`;

/**
 * The original offers it to GitHub Apps only, and every application here is an OAuth app. This server offers it to them, so
 * that clients can be tested. The new token has less access than the given one.
 */
export const createScopedToken = clientEndpoint({
  path: '/api/v3/applications/{client_id}/token/scoped',
  methods: ['POST'],
  tag: 'OAuth applications',
  summary: 'Creates a token with less access than an existing one.',
  description:
    "Requires the application's client ID and secret. The new token has permissions in place of scopes. The response contains permissions and repositories as requested; this server has no repositories to compare them with.",
  documentation: applicationsSection('create-a-scoped-access-token'),
  access: 'client',
  params: clientParams,
  body: Type.Object({ ...TokenBody.properties, ...reachMembers }),
  responses: { 200: Authorization, ...errorResponses(400, 401, 404, 422) },
  examples: [
    {
      title: 'A token for one repository',
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleToken.token}","target":"${exampleUser.login}","repositories":["site"],"permissions":{"contents":"read"}}`,
      status: 200,
    },
    {
      title: 'Without a target',
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"${exampleToken.token}"}`,
      status: 422,
    },
    {
      title: 'An unknown token',
      path: examplePath,
      fields: exampleClientSignIn,
      body: `{"access_token":"unknown","target":"${exampleUser.login}"}`,
      status: 404,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    const { store, release } = service;
    const call = { exchange, service, caller };
    const { user, token: original } = await findOwnToken(call, params.client_id, body.access_token);
    const address = service.addresses.of(exchange);
    const installation = await buildScopedInstallation(store, address, user, body);

    const token = createToken(service, 'application');
    const at = formatApiTime(service.runtime.now());
    const record = await store.authorizations.create(
      {
        ...buildNewToken(token),
        userId: user.id,
        applicationId: caller.application.id,
        origin: original.origin,
        note: null,
        noteUrl: null,
        scopes: [],
        // A further token of the same user and application needs a fingerprint.
        fingerprint: service.runtime.uuid(),
        expiresAt: original.expiresAt,
        at,
      },
      service.securityLog.tokenEvent(exchange, 'oauth_access.create'),
    );
    if (!record) throw new Error('A new fingerprint is taken');
    try {
      // The original token was deleted meanwhile, so the new one is deleted too.
      await findOwnToken(call, params.client_id, body.access_token);
    } catch (error) {
      const event = service.securityLog.tokenEvent(exchange, 'oauth_access.destroy')(record);
      await store.authorizations.delete(user.id, record.id, at, { event });
      throw error;
    }
    const view = toAuthorization({ address, release }, record, token);
    respond({ exchange, service, caller: undefined }, 200, {
      ...view,
      user: toSimpleUser(address, user),
      installation,
    });
  },
});
