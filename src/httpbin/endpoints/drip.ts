import { Type } from 'typebox';
import { delayResponse } from '../../http/delay.ts';
import type { Field } from '../../http/fields.ts';
import { anyResponse, binaryResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { errorOrBytesResponse } from '../error-content.ts';
import { createPace, type Pace } from '../pace.ts';
import { serverTiming } from '../server-timing.ts';

/** Compat: whoever asks for more gets so many, unless the server is set to make up even more. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Milliseconds below which it is not worth waking up for a single byte. */
const SHORTEST_PAUSE = 4;
const LONGEST_STEP = 64 * 1024;

export const drip = endpoint({
  path: '/drip',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Drips bytes over a duration, after a delay.',
  description:
    'A pause follows each byte, so the last one comes a pause before the end. Delay and duration together are cut to the longest that the server holds an answer back (`--max-duration`).',
  query: {
    duration: Type.Number({
      description: 'Seconds over which the bytes are spread.',
      default: 2,
      minimum: 0,
    }),
    numbytes: Type.Integer({ description: 'How many bytes, ten mebibytes at most.', default: 10 }),
    code: Type.Integer({ description: 'Status of the answer.', default: 200, minimum: 200, maximum: 999 }),
    delay: Type.Number({ description: 'Seconds before the answer begins.', default: 0 }),
  },
  responses: {
    200: binaryResponse('The bytes, each an asterisk.'),
    204: 'As with every status that has no content, nothing.',
    400: errorOrBytesResponse('A parameter is no number, or there is nothing to send.'),
    418: binaryResponse('Asterisks, as with every other status.'),
    default: anyResponse('The requested status.'),
  },
  examples: [
    { path: '/drip?numbytes=5&duration=0.02', status: 200, answers: [['Content-Length', '5']] },
    {
      path: '/drip?numbytes=3&duration=0.01&delay=0.01&code=418',
      status: 418,
      answers: [['Server-Timing', /^total_duration;dur=20, initial_delay;dur=10, /]],
    },
    { path: '/drip?duration=0&code=204', status: 204 },
    { path: '/drip?numbytes=0', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    if (query.numbytes <= 0) return exchange.send(400, PLAIN_TEXT, 'number of bytes must be positive');
    const whole = Math.min(query.numbytes, Math.max(MOST_BYTES, maxGeneratedSize));
    const delay = Math.min(Math.max(0, query.delay) * 1000, maxDuration);
    const duration = Math.min(query.duration * 1000, maxDuration - delay);
    const fields: Field[] = [
      ['Content-Type', 'application/octet-stream'],
      serverTiming({
        total_duration: delay + duration,
        initial_delay: delay,
        write_duration: duration,
        pause_per_write: duration / whole,
      }),
    ];
    if (!(await delayResponse(exchange, runtime, delay))) return;
    if (query.code === 204 || query.code === 304) return exchange.empty(query.code, fields);
    const pace = createPace({ exchange, runtime, whole, duration });
    const source = drops(whole, stepOf(whole, duration), pace);
    await exchange.stream(query.code, [...fields, ['Content-Length', String(whole)]], source);
  },
});

const PLAIN_TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

/** One byte at a time as long as there is time for it. */
function stepOf(whole: number, duration: number): number {
  return duration === 0
    ? LONGEST_STEP
    : Math.min(Math.ceil((SHORTEST_PAUSE * whole) / duration), LONGEST_STEP);
}

async function* drops(whole: number, size: number, pace: Pace): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(Math.min(size, whole), '*');
  for (let given = 0; given < whole; ) {
    const step = Math.min(size, whole - given);
    yield block.subarray(0, step);
    given += step;
    if (!(await pace(given))) return;
  }
}
