import { Type } from 'typebox';
import { binaryResponse } from '#http/message/response.ts';
import { ChunkSize, chooseChunkSize } from '../generation/chunk-size.ts';
import { createRandomBytes, parseSeedNumber, Seed } from '../generation/generated-bytes.ts';
import { endpoint } from '../request/context.ts';
import { createThrottle, throttledChunks } from '../responses/content/throttle.ts';

export const streamBytes = endpoint({
  path: '/stream-bytes/{n}',
  tag: 'Dynamic data',
  summary: 'Streams n random bytes in chunks.',
  description: 'Larger sizes are reduced to `--max-generated-size` (100 KiB by default).',
  params: { n: Type.Integer({ description: 'Number of bytes.', minimum: 0 }) },
  query: { seed: Seed, chunk_size: ChunkSize },
  anyCaseQuery: true,
  responses: {
    200: binaryResponse('The bytes, without `Content-Length`.'),
    400: 'A parameter is not an integer.',
  },
  compare: {
    httpbin: ['better', 'The same chunks; the limit is configurable; an invalid seed gets 400.'],
    'go-httpbin': ['different', 'Seeds are those of CPython.'],
    httpcan: ['different', 'Seeds are those of CPython.'],
  },
  examples: [
    {
      title: 'Sixteen random bytes',
      path: '/stream-bytes/16',
      status: 200,
      responseFields: [['Content-Type', 'application/octet-stream']],
    },
    { title: 'Chunks of four bytes', path: '/stream-bytes/10?seed=42&chunk_size=4', status: 200 },
    { title: 'A size that is no number', path: '/stream-bytes/10?chunk_size=some', status: 400 },
  ],

  handle({ params, query, exchange, service: { runtime, maxGeneratedSize } }) {
    const seed = query.seed === undefined ? undefined : parseSeedNumber(query.seed);
    const length = Math.min(params.n, maxGeneratedSize);
    const next = createRandomBytes(length, seed, runtime);
    const throttle = createThrottle({ exchange, runtime, total: length, duration: 0 });
    const source = throttledChunks({
      length,
      size: chooseChunkSize(query.chunk_size, length),
      next,
      throttle,
    });
    return exchange.stream(200, [['Content-Type', 'application/octet-stream']], source);
  },
});
