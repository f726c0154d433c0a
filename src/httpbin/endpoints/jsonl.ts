import { Type } from 'typebox';
import { delayResponse } from '../../http/delay.ts';
import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { COMPACT } from '../json-line.ts';
import { createLineView } from '../line-view.ts';
import { readTickTimes, type TickOptions, tickQuery, ticks } from '../ticks.ts';

export const jsonl = endpoint({
  path: '/jsonl',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Streams lines of JSON over a duration.',
  description:
    'The lines are those of `/stream/{n}`, without spaces. There are at least one and at most as many as the server makes up for one answer (`--max-generated-size`).',
  query: {
    count: Type.Integer({ description: 'How many lines.', default: 10 }),
    ...tickQuery,
  },
  responses: {
    200: textResponse('The lines.', 'application/x-ndjson'),
    400: 'A parameter is out of its bounds.',
  },
  examples: [
    {
      path: '/jsonl?count=3',
      status: 200,
      answers: [['Content-Type', 'application/x-ndjson; charset=utf-8']],
    },
    { path: '/jsonl?count=3&duration=20ms&jitter=0.5', status: 200 },
    { path: '/jsonl?jitter=2', status: 400 },
  ],

  async handle({ query, exchange, service: { runtime, maxDuration, maxGeneratedSize } }) {
    const { duration, delay } = readTickTimes(query, 0, maxDuration);
    const lineOf = createLineView(exchange, COMPACT);
    const most = Math.floor(maxGeneratedSize / (lineOf(0).length + String(maxGeneratedSize).length));
    const count = Math.max(1, Math.min(query.count, most));
    if (!(await delayResponse(exchange, runtime, delay))) return;
    const lines = createLines(lineOf, { exchange, runtime, count, duration, jitter: query.jitter });
    await exchange.stream(200, [['Content-Type', 'application/x-ndjson; charset=utf-8']], lines);
  },
});

async function* createLines(lineOf: (id: number) => string, options: TickOptions): AsyncGenerator<string> {
  for await (const id of ticks(options)) yield lineOf(id);
}
