import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import { describedResponse, TextContent } from '../../../http/response.ts';
import { toClientNetwork } from '../../sign-in/client-network.ts';
import { toDigest } from '../../tokens/tokens.ts';
import { toRequestedScopes } from '../authorize/consent.ts';
import { page } from '../context.ts';
import { createUserCode } from '../device/user-code.ts';
import { deviceProblems, exchangeProblems } from '../oauth/errors.ts';
import { parametersBody, readOAuthParameters } from '../oauth/parameters.ts';
import { answerOAuth, oauthErrorResponse, oauthResponse } from '../oauth/response.ts';

export const requestDeviceCode = page({
  path: '/login/device/code',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Gives a device a code for its user to type, and one to ask for the token with.',
  description:
    'Parameters come as a form, as JSON or in the query. Client credentials may come by Basic instead.',
  body: parametersBody({
    client_id: Type.Optional(Type.String({ description: 'Of the application.' })),
    scope: Type.Optional(Type.String({ description: 'Scopes, set apart by spaces.' })),
  }),
  responses: {
    200: oauthResponse(
      'The codes, or an error.',
      Type.Object(
        {
          device_code: Type.String(),
          user_code: Type.String(),
          verification_uri: Type.String({ format: 'uri' }),
          expires_in: Type.Integer({ description: 'Seconds.' }),
          interval: Type.Integer({ description: 'Seconds between two requests for the token.' }),
        },
        { title: 'DeviceCode' },
      ),
    ),
    404: describedResponse('The release has no device flow, or no application has this client ID.', {
      'application/json': Type.Object({ error: Type.String() }),
      'text/html': TextContent,
    }),
    429: oauthErrorResponse('Too many codes are waiting, of this application, of this client or in all.'),
  },
  examples: [
    {
      path: '/login/device/code',
      fields: [['Accept', 'application/json']],
      body: 'client_id=0123456789abcdef0123&scope=repo',
      status: 200,
      answers: [['Content-Type', 'application/json; charset=utf-8']],
    },
  ],

  async handle({ exchange, body, service }) {
    const { store, runtime, era, addresses, clientAddress } = service;
    if (!era.hasDeviceFlow) throw notFound();
    const parameters = readOAuthParameters(exchange, body);
    const application = await store.applications.byClientId(parameters.get('client_id') ?? '');
    // Compat: JSON, whatever `Accept` asks for.
    if (!application) return exchange.json(404, { error: 'Not Found' }, [['Cache-Control', 'no-store']]);
    if (application.isSuspended) return answerOAuth(exchange, { ...exchangeProblems.client });
    const scopes = toRequestedScopes(parameters.get('scope') ?? '', era);
    const [deviceCode, now] = [runtime.bytes(20).toString('hex'), runtime.now()];
    const code = {
      digest: toDigest(deviceCode),
      applicationId: application.id,
      scopes,
      expiresAt: now + LIFETIME * 1000,
      interval: INTERVAL,
      network: toClientNetwork(clientAddress.of(exchange)),
    };
    let userCode: string;
    let outcome: 'added' | 'taken' | 'full';
    do {
      userCode = createUserCode(runtime);
      outcome = await store.deviceCodes.add({ ...code, userCode }, now, LIMITS);
    } while (outcome === 'taken');
    if (outcome === 'full')
      return answerOAuth(exchange, { ...deviceProblems.tooMany }, 429, [
        ['Retry-After', String(RETRY_AFTER)],
      ]);
    answerOAuth(exchange, {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${addresses.of(exchange).web}/login/device`,
      expires_in: LIFETIME,
      interval: INTERVAL,
    });
  },
});

/** Seconds. */
const LIFETIME = 900;

/** Anybody can ask for codes, so no client can use up those of all, and none that waits is taken away. */
const LIMITS = { ofApplication: 2500, ofNetwork: 250, inAll: 10_000 };

/** Seconds until codes may be over that leave room for another. */
const RETRY_AFTER = 60;

/** Seconds between two questions of the device. */
const INTERVAL = 5;
