import { Type } from 'typebox';
import { AnyContent, describedResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { PYTHON } from '../json-line.ts';
import { createLineView } from '../line-view.ts';
import { ownChunk } from '../own-chunk.ts';

const MOST_LINES = 100;

export const stream = endpoint({
  path: '/stream/{n}',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Streams n lines of JSON.',
  description:
    'Each line is a picture of the request and its own number, from 0; there are 100 lines at most.',
  params: { n: Type.Integer({ description: 'How many lines.' }) },
  responses: { 200: describedResponse('The lines, each a JSON text.', { 'application/json': AnyContent }) },
  compare: {
    httpbin: ['same', 'The same member order and spaces, one chunk for each line.'],
    'go-httpbin': ['different', 'The type is JSON, and zero lines give no content.'],
  },
  examples: [{ path: '/stream/3', status: 200, answers: [['Content-Type', 'application/json']] }],

  handle({ params, exchange }) {
    const lines = createLines(Math.min(params.n, MOST_LINES), createLineView(exchange, PYTHON));
    return exchange.stream(200, [['Content-Type', 'application/json']], lines);
  },
});

async function* createLines(count: number, lineOf: (id: number) => string): AsyncGenerator<string> {
  for (let id = 0; id < count; id++) {
    yield lineOf(id);
    await ownChunk();
  }
}
