import { Type } from 'typebox';
import { scopeFields } from '../answers/answer.ts';
import { rateLimitSection } from '../answers/documentation.ts';
import { rateLimitOff } from '../answers/errors.ts';
import { refusals } from '../answers/refusals.ts';
import { publicEndpoint } from '../context.ts';

const Quota = Type.Object({ limit: Type.Integer(), remaining: Type.Integer(), reset: Type.Integer() });

export const rateLimit = publicEndpoint({
  path: '/api/v3/rate_limit',
  methods: ['GET'],
  tag: 'Meta',
  summary: "Returns how many calls are left of this hour's.",
  description:
    'It costs none. Where calls are not counted, as the release of an appliance leaves it unless told otherwise, it answers 404.',
  documentation: rateLimitSection('get-rate-limit-status-for-the-authenticated-user'),
  responses: {
    200: Type.Object({
      resources: Type.Object({ core: Quota, search: Quota, graphql: Quota }),
      rate: Quota,
    }),
    ...refusals(401, 404),
  },
  examples: [{ path: '/api/v3/rate_limit', status: 404 }],

  handle({ exchange, service, caller }) {
    const { quota } = service.facts.of(exchange);
    if (!quota) throw rateLimitOff();
    const { limit, remaining, reset } = quota;
    const rate = { limit, remaining, reset };
    const now = Math.floor(service.runtime.now() / 1000);
    const whole = (most: number, seconds: number) => ({ limit: most, remaining: most, reset: now + seconds });
    // Compat: clients read these two as well; nothing here draws on them.
    const search = whole(caller ? 30 : 10, 60);
    const graphql = whole(caller ? limit : 0, 3600);
    exchange.json(200, { resources: { core: rate, search, graphql }, rate }, [
      ['Cache-Control', 'no-cache'],
      ...scopeFields(service.facts, exchange),
    ]);
  },
});
