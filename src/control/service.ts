import { storeErrorToHttp } from '../authorizations/answers/errors.ts';
import type { ClientAddress } from '../authorizations/sign-in/client-address.ts';
import type { SharedState } from '../cluster/shared-state.ts';
import { methodNotAllowed, notFound } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { reasonPhrase } from '../http/node-http.ts';
import { ProblemDetails, toProblemDetails } from '../http/problem-details.ts';
import { emptyResponse } from '../http/response.ts';
import type { Service } from '../http/service.ts';
import { LiveFeed } from '../journal/live-feed.ts';
import { createRedaction } from '../journal/redaction.ts';
import { Waiters } from '../journal/waiters.ts';
import { createAccess } from './access.ts';
import type { ControlContext } from './context.ts';
import { endpoints } from './endpoints/index.ts';
import { createSnapshotRegistry } from './snapshot-registry.ts';

export interface ControlServiceOptions
  extends Omit<ControlContext, 'snapshots' | 'redaction' | 'worker' | 'waiters' | 'liveFeed'> {
  readonly clientAddress: ClientAddress;
  readonly shared: Pick<SharedState, 'worker'>;
  /** Grants access from other machines. */
  readonly controlToken: string | undefined;
}

/** The control API at `/_sparring`, for tests and operators. */
export function createControlService(options: ControlServiceOptions): Service {
  const { clientAddress, controlToken, version } = options;
  const access = createAccess({ clientAddress, token: controlToken });
  const context: ControlContext = {
    ...options,
    // Not from the random source of the server, which a seed can determine.
    redaction: createRedaction({ salt: Buffer.from(options.runtime.uniqueId()) }),
    waiters: new Waiters(options.runtime, MAX_WAITERS),
    liveFeed: new LiveFeed(options.runtime, MAX_STREAMS),
    worker: options.shared.worker,
    snapshots: createSnapshotRegistry(options.serverState, options.shared),
  };
  return {
    name: 'control',
    title: 'Control API',
    version,
    description:
      'Controls a running server: data, clock, faults and audit. For programs on this machine, and with a token from other machines; never for web pages.',
    prefix: '/_sparring',
    pathDecoding: 'segment',
    endpoints,
    isClosedToPages: true,
    security: {
      default: {
        description: 'None for programs on this machine; the control token on other machines.',
        schemes: {
          controlToken: { type: 'http', scheme: 'bearer', description: 'The setting `control-token`.' },
        },
        isOptional: true,
      },
    },
    tags: {
      Server: 'The state and health of the server.',
      Data: 'Seeds, snapshots, messages and one-time passwords.',
      Time: 'The clock, and the lifecycle of the API that follows it.',
      Journal: 'The recorded requests of the testing service.',
      Faults: 'Errors and delays for selected calls.',
      Audit: 'The recorded calls.',
    },
    errorContent: { 'application/problem+json': ProblemDetails },
    otherResponses: { 204: emptyResponse('The response to OPTIONS.') },
    // Requires the token, which no page of an attacker has.
    anyHost: 'with-credentials',
    context,
    jsonType: 'application/json',
    reasonPhrase,
    toJson,
    commonFields: () => COMMON_FIELDS,
    toHttpError: storeErrorToHttp,
    renderError: (error) => ({
      fields: [['Content-Type', 'application/problem+json'], ...error.fields],
      content: toJson(toProblemDetails(error)),
    }),
    close: async () => context.metrics.close(),
    authenticate: access.check,
    options(exchange, allow) {
      access.check(exchange);
      exchange.empty(204, [['Allow', allow]]);
    },
    handleUnmatched(exchange, allow) {
      access.check(exchange);
      throw allow === undefined ? notFound() : methodNotAllowed(allow);
    },
  };
}

/** Indented, for use with curl. */
function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Maximum number of callers that wait for requests. */
const MAX_WAITERS = 100;

/** Maximum number of readers of the live journal. */
const MAX_STREAMS = 20;

const COMMON_FIELDS: Fields = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
