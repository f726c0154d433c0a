import { Type } from 'typebox';
import { binaryResponse, emptyResponse } from '#http/message/response.ts';
import type { Field } from '#http/syntax/fields.ts';
import { ChunkSize, chooseChunkSize } from '../generation/chunk-size.ts';
import { errorOrTextResponse } from '../generation/error-response.ts';
import { endpoint } from '../request/context.ts';
import { createAlphabet } from '../responses/content/alphabet.ts';
import { createThrottle, type Throttle, throttledChunks } from '../responses/content/throttle.ts';
import {
  type ByteRange,
  buildRangeParts,
  contentRange,
  lengthOf,
  type RangeParts,
  readByteRanges,
} from '../responses/syntax/byte-ranges.ts';

const BYTES = 'application/octet-stream';

export const range = endpoint({
  path: '/range/{n}',
  tag: 'Dynamic data',
  summary: 'Returns n bytes, or the requested ranges.',
  description:
    'The bytes are the letters from a to z, repeated. A single range that ends after the last byte gets 416. Several ranges get `multipart/byteranges` with the satisfiable ones. `If-Range` may be the entity tag, with or without quotes.',
  params: {
    n: Type.Integer({ description: 'Number of bytes, at most `--max-generated-size` (102400 by default).' }),
  },
  query: {
    duration: Type.Number({
      description: 'Seconds over which all n bytes are spread.',
      default: 0,
      minimum: 0,
    }),
    chunk_size: ChunkSize,
  },
  anyCaseQuery: true,
  responses: {
    200: binaryResponse('All bytes.'),
    206: binaryResponse('One or several ranges.', 'application/octet-stream', 'multipart/byteranges'),
    400: 'A parameter is not a number.',
    404: errorOrTextResponse('n is zero or above the limit.'),
    416: emptyResponse('The range is not satisfiable.'),
  },
  compare: {
    httpbin: ['better', 'Supports several ranges and `If-Range`; the duration is bounded.'],
    'go-httpbin': ['different', 'A range past the end gets 416, all bytes get 200; the tag has no quotes.'],
    httpbun: ['different', 'Supports ranges, and each byte follows from its position.'],
    httpcan: ['better', 'The duration is bounded.'],
  },
  examples: [
    { title: 'The whole content', path: '/range/26', status: 200, responseFields: [['ETag', 'range26']] },
    {
      title: 'A part',
      path: '/range/1024',
      fields: [['Range', 'bytes=100-199']],
      status: 206,
      responseFields: [['Content-Range', 'bytes 100-199/1024']],
    },
    {
      title: 'Two parts',
      path: '/range/1024',
      fields: [['Range', 'bytes=0-9,-10']],
      status: 206,
      responseFields: [['Content-Type', /^multipart\/byteranges; boundary=/]],
    },
    {
      title: 'If-Range does not match: the whole',
      path: '/range/1024',
      fields: [
        ['Range', 'bytes=100-199'],
        ['If-Range', '"another"'],
      ],
      status: 200,
    },
    {
      title: 'A part behind the end',
      path: '/range/26',
      fields: [['Range', 'bytes=26-']],
      status: 416,
      responseFields: [['Content-Range', 'bytes */26']],
    },
    { title: 'No content', path: '/range/0', status: 404 },
  ],

  handle({ params: { n }, query, exchange, service }) {
    const { runtime, maxGeneratedSize, maxDuration } = service;
    // Compat: the entity tag has no quotes.
    const tag = `range${n}`;
    const common: Field[] = [
      ['ETag', tag],
      ['Accept-Ranges', 'bytes'],
    ];
    if (n === 0 || n > maxGeneratedSize) {
      const content = `number of bytes must be in the range (0, ${maxGeneratedSize}]`;
      return exchange.send(404, [...common, PLAIN_TEXT], content);
    }
    const rangeHeader = isCurrent(exchange.field('If-Range'), tag) ? exchange.field('Range') : undefined;
    const ranges = readByteRanges(rangeHeader, n, maxGeneratedSize) ?? [{ first: 0, last: n - 1 }];
    if (ranges.length === 0) {
      return exchange.send(416, [...common, ['Content-Range', `bytes */${n}`], PLAIN_TEXT], '');
    }

    const length = ranges.reduce((sum, each) => sum + lengthOf(each), 0);
    const duration = (Math.min(query.duration * 1000, maxDuration) * length) / n;
    const throttle = createThrottle({ exchange, runtime, total: length, duration });
    const options = { size: chooseChunkSize(query.chunk_size, length), throttle };
    const [first, ...others] = ranges;
    if (first && others.length === 0) {
      const head: Field[] = [
        ['Content-Type', BYTES],
        ...common,
        ['Content-Length', String(length)],
        // Compat: also for status 200.
        ['Content-Range', contentRange(first, n)],
      ];
      return exchange.stream(length === n ? 200 : 206, head, single(first, options));
    }
    const parts = buildRangeParts(BOUNDARY, n, BYTES);
    const head: Field[] = [
      ['Content-Type', parts.type],
      ...common,
      ['Content-Length', String(parts.lengthOf(ranges))],
    ];
    return exchange.stream(206, head, several(ranges, parts, options));
  },
});

/** The content consists of letters, so it never contains this boundary. */
const BOUNDARY = 'next-range-0123456789';

const PLAIN_TEXT = ['Content-Type', 'text/plain; charset=utf-8'] as const;

/** Whether the ranges apply to the current content (RFC 9110 §13.1.5); never for a weak tag or a date. */
function isCurrent(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange === tag || ifRange === `"${tag}"`;
}

interface Options {
  readonly size: number;
  readonly throttle: Throttle;
}

function single(range: ByteRange, { size, throttle }: Options, before = 0): AsyncGenerator<Uint8Array> {
  const length = lengthOf(range);
  const letters = createAlphabet(Math.min(size, length));
  let offset = range.first;
  const next = (step: number) => {
    const chunk = letters(offset, step);
    offset += step;
    return chunk;
  };
  return throttledChunks({ length, size, next, throttle: (sent) => throttle(before + sent) });
}

async function* several(
  ranges: readonly ByteRange[],
  parts: RangeParts,
  options: Options,
): AsyncGenerator<string | Uint8Array> {
  let before = 0;
  for (const range of ranges) {
    yield parts.head(range);
    yield* single(range, options, before);
    before += lengthOf(range);
  }
  yield parts.end;
}
