import { Type } from 'typebox';
import type { AuthorizationContext } from '../../domain/context.ts';
import { authorizationsSection } from '../../domain/errors/documentation.ts';
import {
  emailUnverified,
  fieldError,
  keysNotPermitted,
  validationFailed,
} from '../../domain/errors/errors.ts';
import { exampleApplication, exampleSignIn } from '../../domain/example-accounts.ts';
import type { Caller } from '../../domain/request/caller.ts';
import { Authorization, buildShowing, toAuthorization } from '../../domain/resources/resources.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { type RespondingCall, respond } from '../../domain/responses/respond.ts';
import { authenticateClient } from '../../domain/sign-in/clients.ts';
import {
  clientSecretMember,
  MAX_FINGERPRINT_LENGTH,
  parseRequestedToken,
  type RequestedToken,
  tokenMembers,
} from '../../domain/tokens/token-request.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { endpoint } from '../endpoint.ts';

const clientId = Type.String({ description: 'The 20-character client ID of the OAuth app.' });

const body = Type.Object(
  {
    client_secret: clientSecretMember,
    ...tokenMembers,
    client_id: Type.Optional(
      Type.Unknown({
        description:
          'Not permitted, except with the setting `lenient-put` when it equals the one in the path.',
      }),
    ),
  },
  { additionalProperties: false },
);

const responses = {
  200: Authorization,
  201: Authorization,
  ...errorResponses(400, 401, 403, 422),
};

const examplePath = `/api/v3/authorizations/clients/${exampleApplication.clientId}`;

export const getOrCreateAuthorization = endpoint({
  path: '/api/v3/authorizations/clients/{client_id}',
  methods: ['PUT'],
  tag: 'OAuth authorizations',
  summary: "Returns the caller's authorization for one application, or creates one.",
  description:
    'Requires the password. An existing authorization is returned unchanged and without its token.',
  documentation: authorizationsSection('get-or-create-an-authorization-for-a-specific-app'),
  deprecated: true,
  access: 'password',
  params: { client_id: clientId },
  body,
  responses,
  examples: [
    {
      title: 'The first call: a new token',
      path: examplePath,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","scopes":["repo"],"fingerprint":"build machine"}`,
      status: 201,
      responseFields: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      title: 'The second call: the same authorization',
      path: examplePath,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","fingerprint":"laptop"}`,
      status: 200,
    },
    {
      title: 'A wrong client secret',
      path: examplePath,
      fields: exampleSignIn,
      body: '{"client_secret":"wrong"}',
      status: 422,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    checkRepeatedId(service, params.client_id, body.client_id);
    const requested = parseRequestedToken(body, service.release);
    await getOrCreate({ exchange, service, caller }, params.client_id, body.client_secret, requested);
  },
});

export const getOrCreateAuthorizationByFingerprint = endpoint({
  path: '/api/v3/authorizations/clients/{client_id}/{fingerprint}',
  methods: ['PUT'],
  tag: 'OAuth authorizations',
  summary: "Returns the caller's authorization for one application and fingerprint, or creates one.",
  description:
    'Requires the password. Equivalent to a fingerprint in the body; when both are given, they must be equal.',
  documentation: authorizationsSection('get-or-create-an-authorization-for-a-specific-app-and-fingerprint'),
  deprecated: true,
  access: 'password',
  params: {
    client_id: clientId,
    fingerprint: Type.String({
      description: 'Distinguishes authorizations of the same client ID and user.',
    }),
  },
  body,
  responses,
  examples: [
    {
      title: 'The first call: a new token',
      path: `${examplePath}/ci-runner`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","scopes":["repo"]}`,
      status: 201,
      responseFields: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      title: 'The second call: the same authorization',
      path: `${examplePath}/laptop`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}"}`,
      status: 200,
    },
    {
      title: 'Another fingerprint in the body',
      path: `${examplePath}/laptop`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","fingerprint":"desktop"}`,
      status: 422,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    const { client_id, fingerprint } = params;
    checkRepeatedId(service, client_id, body.client_id);
    const isOther = body.fingerprint && body.fingerprint !== fingerprint;
    if (isOther || fingerprint.length > MAX_FINGERPRINT_LENGTH)
      throw validationFailed([fieldError('fingerprint', 'invalid')]);
    const requested = parseRequestedToken({ ...body, fingerprint }, service.release);
    await getOrCreate({ exchange, service, caller }, client_id, body.client_secret, requested);
  },
});

/** Compat: recorded as a key that is not permitted, though go-github sends it for a request with `ClientID`. */
function checkRepeatedId({ settings }: AuthorizationContext, inPath: string, inBody: unknown): void {
  const isTolerated = settings.lenientPut && inBody === inPath;
  if (inBody !== undefined && !isTolerated) throw keysNotPermitted(['client_id']);
}

interface Call extends RespondingCall {
  readonly service: AuthorizationContext;
  readonly caller: Caller;
}

async function getOrCreate(
  call: Call,
  clientId: string,
  clientSecret: string,
  requested: RequestedToken,
): Promise<void> {
  const { exchange, service, caller } = call;
  if (clientId.length > 20) throw validationFailed([fieldError('client_id', 'invalid')]);
  if (!caller.user.emailVerified) throw emailUnverified();
  const application = await authenticateClient(service, exchange, clientId, clientSecret);

  const token = createToken(service, 'application');
  const { authorization, created } = await service.store.authorizations.getOrCreate(
    {
      ...requested,
      ...buildNewToken(token),
      userId: caller.user.id,
      applicationId: application.id,
      at: formatApiTime(service.runtime.now()),
    },
    service.securityLog.tokenEvent(exchange, 'oauth_access.create'),
  );
  const view = toAuthorization(buildShowing(service, exchange), authorization, created ? token : '');
  // Compat: as recorded, the answer that finds one has no Location.
  const hasLocation = created || service.settings.putLocation;
  respond(call, created ? 201 : 200, view, { fields: hasLocation ? [['Location', view.url]] : [] });
}
