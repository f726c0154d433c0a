import { Type } from 'typebox';
import { binaryResponse } from '../../http/response.ts';
import { ChunkSize, toPieceSize } from '../chunk-size.ts';
import { endpoint } from '../context.ts';
import { createPace } from '../pace.ts';
import { pieces } from '../pieces.ts';
import { createRandomPieces } from '../random-pieces.ts';
import { Seed, toSeed } from '../seed.ts';

export const streamBytes = endpoint({
  path: '/stream-bytes/{n}',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Streams n random bytes in chunks.',
  description:
    'Whoever asks for more than the server makes up (`--max-generated-size`, 100 KiB by default) gets as many as that.',
  params: { n: Type.Integer({ description: 'How many.', minimum: 0 }) },
  query: { seed: Seed, chunk_size: ChunkSize },
  anyCaseQuery: true,
  responses: {
    200: binaryResponse('The bytes, without a `Content-Length`.'),
    400: 'A parameter is no whole number.',
  },
  compare: {
    httpbin: ['better', 'The same chunks; the limit is configurable; an invalid seed gets 400.'],
    'go-httpbin': ['different', 'Seeds are those of CPython.'],
    httpcan: ['different', 'Seeds are those of CPython.'],
  },
  examples: [
    { path: '/stream-bytes/16', status: 200, answers: [['Content-Type', 'application/octet-stream']] },
    { path: '/stream-bytes/10?seed=42&chunk_size=4', status: 200 },
    { path: '/stream-bytes/10?chunk_size=some', status: 400 },
  ],

  handle({ params, query, exchange, service: { runtime, maxGeneratedSize } }) {
    const seed = query.seed === undefined ? undefined : toSeed(query.seed);
    const length = Math.min(params.n, maxGeneratedSize);
    const next = createRandomPieces(length, seed, runtime);
    const pace = createPace({ exchange, runtime, whole: length, duration: 0 });
    const source = pieces({ length, size: toPieceSize(query.chunk_size, length), next, pace });
    return exchange.stream(200, [['Content-Type', 'application/octet-stream']], source);
  },
});
