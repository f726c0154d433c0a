import { Type } from 'typebox';
import { binaryResponse } from '#http/message/response.ts';
import { createRandomBytes, parseSeedNumber, Seed } from '../generation/generated-bytes.ts';
import { endpoint } from '../request/context.ts';
import { createThrottle, throttledChunks } from '../responses/content/throttle.ts';

export const bytes = endpoint({
  path: '/bytes/{n}',
  tag: 'Dynamic data',
  summary: 'Returns n random bytes.',
  description: 'Larger sizes are reduced to `--max-generated-size` (100 KiB by default).',
  params: { n: Type.Integer({ description: 'Number of bytes.', minimum: 0 }) },
  query: { seed: Seed },
  anyCaseQuery: true,
  responses: { 200: binaryResponse('The bytes.'), 400: 'The seed is not an integer.' },
  compare: {
    httpbin: ['better', 'The same bytes for a seed; the limit is configurable; an invalid seed gets 400.'],
    'go-httpbin': ['different', 'Seeds are those of CPython, and a size above the limit is reduced to it.'],
    httpbun: ['different', 'Allows more than 90 bytes, and a seed.'],
    httpcan: ['different', 'Seeds are those of CPython, and a size above the limit is reduced, not a 404.'],
  },
  examples: [
    {
      title: 'Sixteen random bytes',
      path: '/bytes/16',
      status: 200,
      responseFields: [['Content-Length', '16']],
    },
    {
      title: 'The same bytes for a seed',
      path: '/bytes/10?seed=0',
      status: 200,
      responseFields: [['Content-Type', 'application/octet-stream']],
    },
    { title: 'A seed that is no number', path: '/bytes/10?seed=some', status: 400 },
  ],

  handle({ params, query, exchange, service: { runtime, maxGeneratedSize } }) {
    const seed = query.seed === undefined ? undefined : parseSeedNumber(query.seed);
    const length = Math.min(params.n, maxGeneratedSize);
    const next = createRandomBytes(length, seed, runtime);
    if (length <= CHUNK_SIZE) return exchange.send(200, BINARY, next(length));
    const throttle = createThrottle({ exchange, runtime, total: length, duration: 0 });
    return exchange.stream(
      200,
      [...BINARY, ['Content-Length', String(length)]],
      throttledChunks({ length, size: CHUNK_SIZE, next, throttle }),
    );
  },
});

const BINARY = [['Content-Type', 'application/octet-stream']] as const;

const CHUNK_SIZE = 64 * 1024;
