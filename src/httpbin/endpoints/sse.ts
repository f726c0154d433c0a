import { Type } from 'typebox';
import { delayResponse } from '../../http/delay.ts';
import { HttpError } from '../../http/errors.ts';
import type { Field } from '../../http/fields.ts';
import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { hasTrailers } from '../has-trailers.ts';
import { serverTiming } from '../server-timing.ts';
import { readTickTimes, type TickOptions, tickQuery, ticks } from '../ticks.ts';

const USUAL_DURATION = 5000;

/** More than any one event takes. */
const EVENT_SIZE = 100;

export const sse = endpoint({
  path: '/sse',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Streams server-sent events over a duration.',
  description:
    'Each event is a `ping` with its number as `id`. Numbers go on behind that of `Last-Event-ID`, as an EventSource sends it when it connects again.',
  query: {
    count: Type.Integer({ description: 'How many events.', default: 10, minimum: 1 }),
    ...tickQuery,
  },
  responses: {
    200: textResponse('The events, and `Server-Timing` behind them as a trailer.', 'text/event-stream'),
    400: 'Out of bounds.',
  },
  examples: [
    {
      path: '/sse?count=3&duration=20ms',
      status: 200,
      answers: [['Content-Type', 'text/event-stream; charset=utf-8']],
    },
    { path: '/sse?count=1&duration=0', fields: [['Last-Event-ID', '41']], status: 200 },
    { path: '/sse?count=0', status: 400 },
    { path: '/sse?duration=1h', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    const { duration, delay } = readTickTimes(query, USUAL_DURATION, maxDuration);
    const most = Math.max(1, Math.floor(maxGeneratedSize / EVENT_SIZE));
    if (query.count > most) throw new HttpError(400, `There are at most ${most} events.`);
    const begun = runtime.now();
    if (!(await delayResponse(exchange, runtime, delay))) return;

    const fields: Field[] = [
      ['Content-Type', 'text/event-stream; charset=utf-8'],
      ['Cache-Control', 'no-store'],
    ];
    const options = { exchange, runtime, count: query.count, duration, jitter: query.jitter };
    const source = createEvents(firstId(exchange.field('Last-Event-ID')), options);
    if (!hasTrailers(exchange)) return exchange.stream(200, fields, source);
    fields.push(['Trailer', 'Server-Timing']);
    await exchange.stream(200, fields, source, () => {
      const total = runtime.now() - begun;
      const metrics = { total_duration: total, initial_delay: delay, write_duration: total - delay };
      return [serverTiming(metrics)];
    });
  },
});

async function* createEvents(first: number, options: TickOptions): AsyncGenerator<string> {
  for await (const index of ticks(options)) {
    const id = first + index;
    const data = JSON.stringify({ id, timestamp: options.runtime.now() });
    yield `event: ping\nid: ${id}\ndata: ${data}\n\n`;
  }
}

/** The number behind the one that the client has seen last; 0 when it has seen none of ours. */
function firstId(last: string | undefined): number {
  return last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) + 1 : 0;
}
