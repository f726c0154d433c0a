import { Type } from 'typebox';
import { delayResponse } from '#http/message/delay.ts';
import { textResponse } from '#http/message/response.ts';
import { COMPACT, createLineView } from '../generation/json-line.ts';
import { type IntervalOptions, intervalQuery, intervals, parseIntervalTimes } from '../generation/timing.ts';
import { endpoint } from '../request/context.ts';

export const jsonl = endpoint({
  path: '/jsonl',
  tag: 'Dynamic data',
  summary: 'Streams lines of JSON over a duration.',
  description:
    'The lines are those of `/stream/{n}` without spaces. The minimum is one line; `--max-generated-size` limits the size of all lines.',
  query: {
    count: Type.Integer({ description: 'Number of lines.', default: 10 }),
    ...intervalQuery,
  },
  responses: {
    200: textResponse('The lines.', 'application/x-ndjson'),
    400: 'A parameter is out of range.',
  },
  compare: {
    'go-httpbin': ['same', 'Count, duration, delay and jitter; values are strings or lists.'],
  },
  examples: [
    {
      title: 'Three lines',
      path: '/jsonl?count=3',
      status: 200,
      responseFields: [['Content-Type', 'application/x-ndjson; charset=utf-8']],
    },
    {
      title: 'Three lines over 20 ms, with jitter',
      path: '/jsonl?count=3&duration=20ms&jitter=0.5',
      status: 200,
    },
    { title: 'Too much jitter', path: '/jsonl?jitter=2', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    const { duration, delay } = parseIntervalTimes(query, 0, maxDuration);
    const lineOf = createLineView(exchange, COMPACT);
    const most = Math.floor(maxGeneratedSize / (lineOf(0).length + String(maxGeneratedSize).length));
    const count = Math.max(1, Math.min(query.count, most));
    if (!(await delayResponse(exchange, runtime, delay))) return;
    const lines = createLines(lineOf, { exchange, runtime, count, duration, jitter: query.jitter });
    await exchange.stream(200, [['Content-Type', 'application/x-ndjson; charset=utf-8']], lines);
  },
});

async function* createLines(
  lineOf: (id: number) => string,
  options: IntervalOptions,
): AsyncGenerator<string> {
  for await (const id of intervals(options)) yield lineOf(id);
}
