import { Type } from 'typebox';
import { delayResponse } from '#http/message/delay.ts';
import { anyResponse, binaryResponse } from '#http/message/response.ts';
import type { Field } from '#http/syntax/fields.ts';
import { errorOrBytesResponse } from '../generation/error-response.ts';
import { serverTiming } from '../generation/timing.ts';
import { endpoint } from '../request/context.ts';
import { createThrottle, type Throttle } from '../responses/content/throttle.ts';

/** Compat: the maximum size, unless `--max-generated-size` is larger. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Shorter intervals send several bytes at once. */
const MIN_PAUSE_MS = 4;
const MAX_STEP = 64 * 1024;

export const drip = endpoint({
  path: '/drip',
  tag: 'Dynamic data',
  summary: 'Sends bytes over a duration, after a delay.',
  description:
    'An interval follows each byte, including the last. Delay and duration together are reduced to `--max-duration`.',
  query: {
    duration: Type.Number({
      description: 'Seconds from the first byte to the end.',
      default: 2,
      minimum: 0,
    }),
    numbytes: Type.Integer({ description: 'Number of bytes, at most 10 MiB.', default: 10 }),
    code: Type.Integer({ description: 'Status of the response.', default: 200, minimum: 200, maximum: 999 }),
    delay: Type.Number({ description: 'Seconds before the response.', default: 0 }),
  },
  responses: {
    200: binaryResponse('Asterisks.'),
    204: 'No content.',
    400: errorOrBytesResponse('A parameter is not a number, or the number of bytes is not positive.'),
    418: binaryResponse('Asterisks.'),
    default: anyResponse('The requested status.'),
  },
  compare: {
    httpbin: ['better', 'The duration is bounded; a value that is not a number gets 400, not 500.'],
    'go-httpbin': ['different', 'The default delay is 0, and longer durations are reduced to the limit.'],
    httpbun: ['better', 'Supports `code` and fractions of a second.'],
    httpcan: ['better', 'The duration is bounded.'],
  },
  examples: [
    {
      title: 'Five bytes over 20 ms',
      path: '/drip?numbytes=5&duration=0.02',
      status: 200,
      responseFields: [['Content-Length', '5']],
    },
    {
      title: 'A delay, and another status',
      path: '/drip?numbytes=3&duration=0.01&delay=0.01&code=418',
      status: 418,
      responseFields: [['Server-Timing', /^total_duration;dur=20, initial_delay;dur=10, /]],
    },
    { title: 'No content', path: '/drip?duration=0&code=204', status: 204 },
    { title: 'No bytes', path: '/drip?numbytes=0', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    if (query.numbytes <= 0) return exchange.send(400, PLAIN_TEXT, 'number of bytes must be positive');
    const total = Math.min(query.numbytes, Math.max(MAX_BYTES, maxGeneratedSize));
    const delay = Math.min(Math.max(0, query.delay) * 1000, maxDuration);
    const duration = Math.min(query.duration * 1000, maxDuration - delay);
    const fields: Field[] = [
      ['Content-Type', 'application/octet-stream'],
      serverTiming({
        total_duration: delay + duration,
        initial_delay: delay,
        write_duration: duration,
        pause_per_write: duration / total,
      }),
    ];
    if (!(await delayResponse(exchange, runtime, delay))) return;
    if (query.code === 204 || query.code === 304) return exchange.empty(query.code, fields);
    const throttle = createThrottle({ exchange, runtime, total, duration });
    const source = drops(total, stepOf(total, duration), throttle);
    await exchange.stream(query.code, [...fields, ['Content-Length', String(total)]], source);
  },
});

const PLAIN_TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

/** The number of bytes per write: one, if the interval is long enough. */
function stepOf(total: number, duration: number): number {
  return duration === 0 ? MAX_STEP : Math.min(Math.ceil((MIN_PAUSE_MS * total) / duration), MAX_STEP);
}

async function* drops(total: number, size: number, throttle: Throttle): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(Math.min(size, total), '*');
  for (let sent = 0; sent < total; ) {
    const step = Math.min(size, total - sent);
    yield block.subarray(0, step);
    sent += step;
    if (!(await throttle(sent))) return;
  }
}
