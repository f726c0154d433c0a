import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { describedResponse, TextContent } from '#http/message/response.ts';
import { computeClientNetwork } from '../../domain/request/client-address.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';
import { parseRequestedScopes } from '../authorize/consent.ts';
import { createUserCode } from '../device/user-code.ts';
import { deviceProblems, exchangeProblems } from '../oauth/errors.ts';
import { parametersBody, readOAuthParameters } from '../oauth/parameters.ts';
import { oauthErrorResponse, oauthResponse, sendOAuth } from '../oauth/response.ts';
import { page } from '../sessions/context.ts';

export const requestDeviceCode = page({
  path: '/login/device/code',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Returns a device code and a user code to a device.',
  description:
    'Parameters are sent as a form, as JSON or in the query. Client credentials may be sent as Basic credentials.',
  body: parametersBody({
    client_id: Type.Optional(Type.String({ description: 'Client ID of the application.' })),
    scope: Type.Optional(Type.String({ description: 'Scopes, separated by spaces.' })),
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
    429: oauthErrorResponse('Too many codes are pending for this application, for this client or in total.'),
  },
  examples: [
    {
      fields: [['Accept', 'application/json']],
      body: 'client_id=0123456789abcdef0123&scope=repo',
      status: 200,
      responseFields: [['Content-Type', 'application/json; charset=utf-8']],
    },
  ],

  async handle({ exchange, body, service }) {
    const { store, runtime, release, addresses, clientAddress } = service;
    if (!release.hasDeviceFlow) throw notFound();
    const parameters = readOAuthParameters(exchange, body);
    const application = await store.applications.byClientId(parameters.get('client_id') ?? '');
    // Compat: JSON for every `Accept`.
    if (!application) return exchange.json(404, { error: 'Not Found' }, [['Cache-Control', 'no-store']]);
    if (application.isSuspended) return sendOAuth(exchange, { ...exchangeProblems.client });
    const scopes = parseRequestedScopes(parameters.get('scope') ?? '', release);
    const [deviceCode, now] = [runtime.bytes(20).toString('hex'), runtime.now()];
    const code = {
      digest: computeDigest(deviceCode),
      applicationId: application.id,
      scopes,
      expiresAt: now + LIFETIME_SECONDS * 1000,
      interval: INTERVAL_SECONDS,
      network: computeClientNetwork(clientAddress.of(exchange)),
    };
    let userCode: string;
    let outcome: 'added' | 'taken' | 'full';
    do {
      userCode = createUserCode(runtime);
      outcome = await store.deviceCodes.add({ ...code, userCode }, now, LIMITS);
    } while (outcome === 'taken');
    if (outcome === 'full')
      return sendOAuth(exchange, { ...deviceProblems.tooMany }, 429, [
        ['Retry-After', String(RETRY_AFTER_SECONDS)],
      ]);
    sendOAuth(exchange, {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${addresses.of(exchange).web}/login/device`,
      expires_in: LIFETIME_SECONDS,
      interval: INTERVAL_SECONDS,
    });
  },
});

const LIFETIME_SECONDS = 900;

/** Maximum pending codes. The lower limits of an application and of a network keep one client from using up the total. */
const LIMITS = { ofApplication: 2500, ofNetwork: 250, inAll: 10_000 };

/** Pending codes may have expired by then. */
const RETRY_AFTER_SECONDS = 60;

/** The time between two requests of the device for its token. */
const INTERVAL_SECONDS = 5;
