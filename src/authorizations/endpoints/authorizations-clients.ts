import { Type } from 'typebox';
import { type AnsweredCall, answer } from '../answers/answer.ts';
import { toApiTime } from '../answers/api-time.ts';
import { authorizationsSection } from '../answers/documentation.ts';
import { emailUnverified, fieldError, keysNotPermitted, validationFailed } from '../answers/errors.ts';
import { refusals } from '../answers/refusals.ts';
import { Authorization, toAuthorization, toShowing } from '../answers/resources.ts';
import { type AuthorizationContext, type Caller, endpoint } from '../context.ts';
import { exampleApplication, exampleSignIn } from '../example-accounts.ts';
import { authenticateClient } from '../sign-in/clients.ts';
import { noteToken } from '../tokens/note-token.ts';
import {
  clientSecretMember,
  LONGEST_FINGERPRINT,
  type RequestedToken,
  tokenMembers,
  toRequestedToken,
} from '../tokens/token-request.ts';
import { createToken, toNewToken } from '../tokens/tokens.ts';

const clientId = Type.String({ description: 'The 20-character client ID of the OAuth app.' });

const body = Type.Object(
  {
    client_secret: clientSecretMember,
    ...tokenMembers,
    client_id: Type.Optional(
      Type.Unknown({
        description: 'Not permitted, but with the setting `lenient-put`, where it is the one of the path.',
      }),
    ),
  },
  { additionalProperties: false },
);

const responses = {
  200: Authorization,
  201: Authorization,
  ...refusals(400, 401, 403, 422),
};

const examplePath = `/api/v3/authorizations/clients/${exampleApplication.clientId}`;

export const getOrCreateAuthorization = endpoint({
  path: '/api/v3/authorizations/clients/{client_id}',
  methods: ['PUT'],
  tag: 'OAuth authorizations',
  summary: "Returns the caller's authorization for one application, making it when there is none.",
  description:
    'Needs the password. An existing authorization comes back as it is, whatever else is asked for, and without its token.',
  documentation: authorizationsSection('get-or-create-an-authorization-for-a-specific-app'),
  deprecated: true,
  access: 'password',
  params: { client_id: clientId },
  body,
  responses,
  examples: [
    {
      path: examplePath,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","scopes":["repo"],"fingerprint":"build machine"}`,
      status: 201,
      answers: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      path: examplePath,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","fingerprint":"laptop"}`,
      status: 200,
    },
    { path: examplePath, fields: exampleSignIn, body: '{"client_secret":"wrong"}', status: 422 },
  ],

  async handle({ params, body, exchange, service, caller }) {
    checkRepeatedId(service, params.client_id, body.client_id);
    const requested = toRequestedToken(body, service.era);
    await getOrCreate({ exchange, service, caller }, params.client_id, body.client_secret, requested);
  },
});

export const getOrCreateAuthorizationByFingerprint = endpoint({
  path: '/api/v3/authorizations/clients/{client_id}/{fingerprint}',
  methods: ['PUT'],
  tag: 'OAuth authorizations',
  summary:
    "Returns the caller's authorization for one application and fingerprint, making it when there is none.",
  description:
    'Needs the password. The same as with the fingerprint in the body; where it stands in both it must be the same.',
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
      path: `${examplePath}/ci-runner`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","scopes":["repo"]}`,
      status: 201,
      answers: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      path: `${examplePath}/laptop`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}"}`,
      status: 200,
    },
    {
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
    if (isOther || fingerprint.length > LONGEST_FINGERPRINT)
      throw validationFailed([fieldError('fingerprint', 'invalid')]);
    const requested = toRequestedToken({ ...body, fingerprint }, service.era);
    await getOrCreate({ exchange, service, caller }, client_id, body.client_secret, requested);
  },
});

/** Compat: recorded as a key that is not permitted, though go-github up to 28 sends it. */
function checkRepeatedId({ switches }: AuthorizationContext, inPath: string, inBody: unknown): void {
  const isTolerated = switches.lenientPut && inBody === inPath;
  if (inBody !== undefined && !isTolerated) throw keysNotPermitted(['client_id']);
}

interface Call extends AnsweredCall {
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
  const { authorization, created } = await service.store.authorizations.getOrCreate({
    ...requested,
    ...toNewToken(token),
    userId: caller.user.id,
    applicationId: application.id,
    at: toApiTime(service.runtime.now()),
  });
  if (created) await noteToken(service, exchange, 'oauth_access.create', authorization);
  const shown = toAuthorization(toShowing(service, exchange), authorization, created ? token : '');
  // Compat: as recorded, the answer that finds one has no Location.
  const hasLocation = created || service.switches.putLocation;
  answer(call, created ? 201 : 200, shown, { fields: hasLocation ? [['Location', shown.url]] : [] });
}
