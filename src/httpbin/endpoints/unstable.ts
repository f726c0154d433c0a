import { Type } from 'typebox';
import { emptyResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { createMersenneTwister } from '../mersenne-twister.ts';
import { Seed, toSeed } from '../seed.ts';

export const unstable = endpoint({
  path: '/unstable',
  methods: ['GET'],
  tag: 'Status codes',
  summary: 'Answers 200, or now and then 500.',
  description: 'With a seed the answer to the same request is always the same.',
  query: {
    failure_rate: Type.Number({
      description: 'How likely 500 is, from 0 to 1.',
      default: 0.5,
      minimum: 0,
      maximum: 1,
    }),
    seed: Seed,
  },
  responses: {
    200: emptyResponse('Empty.'),
    400: 'A parameter is out of its bounds.',
    500: emptyResponse('Empty.'),
  },
  compare: {
    'go-httpbin': ['same', 'The results for a seed differ, because the generator is not that of Go.'],
  },
  examples: [
    { path: '/unstable?failure_rate=0', status: 200 },
    { path: '/unstable?failure_rate=1', status: 500 },
    { path: '/unstable?seed=0', status: 200 },
    { path: '/unstable?seed=1', status: 500 },
    { path: '/unstable?failure_rate=2', status: 400 },
  ],

  handle({ query, exchange, service: { runtime } }) {
    const fraction =
      query.seed === undefined ? runtime.fraction() : createMersenneTwister(toSeed(query.seed)).fraction();
    const status = fraction < query.failure_rate ? 500 : 200;
    exchange.send(status, [['Content-Type', 'text/plain; charset=utf-8']], '');
  },
});
