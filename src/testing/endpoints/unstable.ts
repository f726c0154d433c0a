import { Type } from 'typebox';
import { emptyResponse } from '#http/message/response.ts';
import { parseSeedNumber, Seed } from '../generation/generated-bytes.ts';
import { createMersenneTwister } from '../python/mersenne-twister.ts';
import { endpoint } from '../request/context.ts';

export const unstable = endpoint({
  path: '/unstable',
  tag: 'Status codes',
  summary: 'Returns 200 or, at random, 500.',
  description: 'With a seed, the same request always gets the same response.',
  query: {
    failure_rate: Type.Number({
      description: 'Probability of 500, from 0 to 1.',
      default: 0.5,
      minimum: 0,
      maximum: 1,
    }),
    seed: Seed,
  },
  responses: {
    200: emptyResponse('No content.'),
    400: 'A parameter is out of range.',
    500: emptyResponse('No content.'),
  },
  compare: {
    'go-httpbin': ['same', 'The results for a seed differ, because the generator is not that of Go.'],
  },
  examples: [
    { title: 'Never fails', path: '/unstable?failure_rate=0', status: 200 },
    { title: 'Always fails', path: '/unstable?failure_rate=1', status: 500 },
    { title: 'A seed that succeeds', path: '/unstable?seed=0', status: 200 },
    { title: 'A seed that fails', path: '/unstable?seed=1', status: 500 },
    { title: 'Not a rate', path: '/unstable?failure_rate=2', status: 400 },
  ],

  handle({ query, exchange, service: { runtime } }) {
    const fraction =
      query.seed === undefined
        ? runtime.fraction()
        : createMersenneTwister(parseSeedNumber(query.seed)).fraction();
    const status = fraction < query.failure_rate ? 500 : 200;
    exchange.send(status, [['Content-Type', 'text/plain; charset=utf-8']], '');
  },
});
