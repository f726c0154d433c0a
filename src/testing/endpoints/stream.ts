import { Type } from 'typebox';
import { binaryResponse } from '#http/message/response.ts';
import { createLineView, PYTHON } from '../generation/json-line.ts';
import { endpoint } from '../request/context.ts';

const MAX_LINES = 100;

export const stream = endpoint({
  path: '/stream/{n}',
  tag: 'Dynamic data',
  summary: 'Streams n lines of JSON.',
  description:
    'Each line is the request as JSON with the number of the line, from 0. The maximum is 100 lines.',
  params: { n: Type.Integer({ description: 'Number of lines.' }) },
  responses: {
    200: binaryResponse('Lines of JSON, which together are no JSON document.', 'application/json'),
  },
  compare: {
    httpbin: ['same', 'The same member order and spaces, one chunk for each line.'],
    'go-httpbin': ['different', 'The type is JSON, and zero lines give no content.'],
  },
  examples: [
    {
      title: 'Three lines of JSON',
      path: '/stream/3',
      status: 200,
      responseFields: [['Content-Type', 'application/json']],
    },
  ],

  handle({ params, exchange }) {
    const lines = createLines(Math.min(params.n, MAX_LINES), createLineView(exchange, PYTHON));
    return exchange.stream(200, [['Content-Type', 'application/json']], lines);
  },
});

function* createLines(count: number, lineOf: (id: number) => string): Generator<string> {
  for (let id = 0; id < count; id++) yield lineOf(id);
}
