import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Service } from '#http/routing/service.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import type { ProbesContext } from './probes/context.ts';
import { endpoints } from './probes/endpoints/index.ts';

/**
 * The probes of load balancers and orchestrators. They need no token, no host of the settings and no control API, and tell
 * nothing but whether the server works.
 */
export function createProbesService(version: string, check: () => Promise<void>): Service {
  let running: Promise<void> | undefined;
  const context: ProbesContext = {
    checkDatabase() {
      // Anyone can send probes, so they must not use all connections to the database.
      running ??= check().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
  return {
    name: 'probes',
    documentation: {
      title: 'Health checks',
      version,
      description: 'Whether the server runs and can use its database, for probes without credentials.',
      tags: { Probes: 'For load balancers and orchestrators.' },
      errorContent: { 'text/plain': TextContent },
      otherResponses: { 204: emptyResponse('The response to OPTIONS.') },
    },
    prefix: '',
    pathDecoding: 'segment',
    endpoints,
    anyHost: 'always',
    // A server that is busy with hanging requests is not to be restarted.
    isUnlimited: true,
    inScopes: 'absent',
    context,
    format: {
      jsonType: 'application/json',
      reasonPhrase,
      toJson: (value) => `${JSON.stringify(value, null, 2)}\n`,
      commonFields: () => COMMON_FIELDS,
      renderError: (error) => ({
        fields: [['Content-Type', 'text/plain; charset=utf-8'], ...error.fields],
        content: `${error.message}\n`,
      }),
    },
    fallback: {
      options: (exchange, allow) => exchange.empty(204, [['Allow', allow]]),
    },
  };
}

const COMMON_FIELDS: Fields = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];
