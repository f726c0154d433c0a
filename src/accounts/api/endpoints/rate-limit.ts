import { Type } from 'typebox';
import { rateLimitSection } from '../../domain/errors/documentation.ts';
import { rateLimitOff } from '../../domain/errors/errors.ts';
import { errorResponses } from '../../domain/resources/response-schemas.ts';
import { respondUncached } from '../../domain/responses/respond.ts';
import { publicEndpoint } from '../endpoint.ts';

const Quota = Type.Object({ limit: Type.Integer(), remaining: Type.Integer(), reset: Type.Integer() });

export const rateLimit = publicEndpoint({
  path: '/api/v3/rate_limit',
  tag: 'Meta',
  summary: 'Returns the number of calls that are left in this hour.',
  description:
    'This call is free. Without rate limits, the default of appliance releases, the response is 404.',
  documentation: rateLimitSection('get-rate-limit-status-for-the-authenticated-user'),
  responses: {
    200: Type.Object({
      resources: Type.Object({ core: Quota, search: Quota, graphql: Quota }),
      rate: Quota,
    }),
    ...errorResponses(401, 404),
  },
  examples: [{ status: 404 }],

  handle({ exchange, service, caller }) {
    const { quota } = service.requestStates.of(exchange);
    if (!quota) throw rateLimitOff();
    const { limit, remaining, reset } = quota;
    const rate = { limit, remaining, reset };
    const now = Math.floor(service.runtime.now() / 1000);
    const unused = (max: number, seconds: number) => ({ limit: max, remaining: max, reset: now + seconds });
    // Compat: clients read these two as well; no call counts against them.
    const search = unused(caller ? 30 : 10, 60);
    const graphql = unused(caller ? limit : 0, 3600);
    respondUncached({ exchange, service, caller }, 200, { resources: { core: rate, search, graphql }, rate });
  },
});
