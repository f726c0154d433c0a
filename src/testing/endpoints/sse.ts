import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { delayResponse } from '#http/message/delay.ts';
import { textResponse } from '#http/message/response.ts';
import type { Field } from '#http/syntax/fields.ts';
import {
  type IntervalOptions,
  intervalQuery,
  intervals,
  parseIntervalTimes,
  serverTiming,
} from '../generation/timing.ts';
import { endpoint } from '../request/context.ts';
import { canSendTrailers } from '../responses/headers/client-headers.ts';

const DEFAULT_DURATION_MS = 5000;

/** An upper bound for the size of an event. */
const EVENT_SIZE = 100;

export const sse = endpoint({
  path: '/sse',
  tag: 'Dynamic data',
  summary: 'Streams server-sent events over a duration.',
  description:
    'Each event is a `ping` with its number as `id`. Numbers continue after `Last-Event-ID`, which an EventSource sends when it reconnects.',
  query: {
    count: Type.Integer({ description: 'Number of events.', default: 10, minimum: 1 }),
    ...intervalQuery,
  },
  responses: {
    200: textResponse('The events, and a `Server-Timing` trailer.', 'text/event-stream'),
    400: 'A parameter is out of range.',
  },
  compare: {
    'go-httpbin': ['better', 'A client that reconnects continues after `Last-Event-ID`.'],
    httpcan: ['better', 'A client that reconnects continues after `Last-Event-ID`.'],
    httpbun: ['different', '`duration` spreads the events; `delay` applies before the first.'],
  },
  examples: [
    {
      title: 'Three events over 20 ms',
      path: '/sse?count=3&duration=20ms',
      status: 200,
      responseFields: [['Content-Type', 'text/event-stream; charset=utf-8']],
    },
    {
      title: 'Continue after the last event',
      path: '/sse?count=1&duration=0',
      fields: [['Last-Event-ID', '41']],
      status: 200,
    },
    { title: 'No events', path: '/sse?count=0', status: 400 },
    { title: 'Too long', path: '/sse?duration=1h', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    const { duration, delay } = parseIntervalTimes(query, DEFAULT_DURATION_MS, maxDuration);
    const maximum = Math.max(1, Math.floor(maxGeneratedSize / EVENT_SIZE));
    if (query.count > maximum) throw new HttpError(400, `The maximum is ${maximum} events.`);
    const startedAt = runtime.now();
    if (!(await delayResponse(exchange, runtime, delay))) return;

    const fields: Field[] = [
      ['Content-Type', 'text/event-stream; charset=utf-8'],
      ['Cache-Control', 'no-store'],
    ];
    const options = { exchange, runtime, count: query.count, duration, jitter: query.jitter };
    const source = createEvents(firstId(exchange.field('Last-Event-ID')), options);
    if (!canSendTrailers(exchange)) return exchange.stream(200, fields, source);
    fields.push(['Trailer', 'Server-Timing']);
    await exchange.stream(200, fields, source, () => {
      const total = runtime.now() - startedAt;
      const metrics = { total_duration: total, initial_delay: delay, write_duration: total - delay };
      return [serverTiming(metrics)];
    });
  },
});

async function* createEvents(first: number, options: IntervalOptions): AsyncGenerator<string> {
  for await (const index of intervals(options)) {
    const id = first + index;
    const data = JSON.stringify({ id, timestamp: options.runtime.now() });
    yield `event: ping\nid: ${id}\ndata: ${data}\n\n`;
  }
}

/** The number after the last one that the client received; 0 for a new client. */
function firstId(last: string | undefined): number {
  return last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) + 1 : 0;
}
