import { anyBody } from '../../http/endpoint.ts';
import { endpoint } from '../context.ts';
import { bodyView, RequestWithBody } from '../request-body.ts';
import { requestView } from '../request-view.ts';

export const patch = endpoint({
  path: '/patch',
  methods: ['PATCH'],
  tag: 'HTTP methods',
  summary: 'Returns the request and its body.',
  body: anyBody('A form, JSON, text or any bytes.'),
  responses: { 200: RequestWithBody },
  compare: {
    httpbin: ['same', 'As `/post`.'],
    'go-httpbin': ['different', 'As `/post`.'],
    httpbun: ['different', 'As `/post`.'],
    httpcan: ['different', 'As `/post`.'],
    mockhttp: ['different', 'As `/post`.'],
    'Postman Echo': ['different', 'As `/post`.'],
  },
  examples: [{ method: 'PATCH', path: '/patch', body: '[1, 2.0]', status: 200 }],

  handle({ exchange, body }) {
    exchange.json(200, { ...requestView(exchange), ...bodyView(exchange, body) });
  },
});
