import { Type } from 'typebox';
import { answer } from '../answer.ts';
import { toApiTime } from '../api-time.ts';
import { authenticateClient } from '../clients.ts';
import { endpoint } from '../context.ts';
import { authorizationsSection } from '../documentation.ts';
import { fieldError, validationFailed } from '../errors.ts';
import { exampleApplication, exampleSignIn } from '../example-accounts.ts';
import { Authorization, BasicError, toAuthorization, ValidationError } from '../resources.ts';
import { clientSecretMember, tokenMembers, toRequestedToken } from '../token-request.ts';
import { createToken, toDigest, toLastEight } from '../tokens.ts';

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
  params: {
    client_id: Type.String({ description: 'The 20-character client ID of the OAuth app.' }),
  },
  body: Type.Object({ client_secret: clientSecretMember, ...tokenMembers }, { additionalProperties: false }),
  responses: {
    200: Authorization,
    201: Authorization,
    400: BasicError,
    401: BasicError,
    403: BasicError,
    422: ValidationError,
  },
  examples: [
    {
      path: `/api/v3/authorizations/clients/${exampleApplication.clientId}`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","scopes":["repo"],"fingerprint":"build machine"}`,
      status: 201,
      answers: [['Location', /\/api\/v3\/authorizations\/\d+$/]],
    },
    {
      path: `/api/v3/authorizations/clients/${exampleApplication.clientId}`,
      fields: exampleSignIn,
      body: `{"client_secret":"${exampleApplication.clientSecret}","fingerprint":"laptop"}`,
      status: 200,
    },
    {
      path: `/api/v3/authorizations/clients/${exampleApplication.clientId}`,
      fields: exampleSignIn,
      body: '{"client_secret":"wrong"}',
      status: 422,
    },
  ],

  async handle({ params, body, exchange, service, caller }) {
    if (params.client_id.length > 20) throw validationFailed([fieldError('client_id', 'invalid')]);
    const requested = toRequestedToken(body);
    const application = await authenticateClient(
      service.store.applications,
      params.client_id,
      body.client_secret,
    );

    const token = createToken(service.runtime);
    const { authorization, created } = await service.store.authorizations.getOrCreate({
      ...requested,
      userId: caller.user.id,
      applicationId: application.id,
      hashedToken: toDigest(token),
      tokenLastEight: toLastEight(token),
      at: toApiTime(service.runtime.now()),
    });
    const shown = toAuthorization(service.addresses.of(exchange), authorization, created ? token : '');
    const call = { exchange, service, caller };
    // Compat: the answer that finds one has no Location.
    if (created) answer(call, 201, shown, { fields: [['Location', shown.url]] });
    else answer(call, 200, shown);
  },
});
