import { endpoint } from '../context.ts';
import { RequestView, requestView } from '../request-view.ts';

export const get = endpoint({
  path: '/get',
  methods: ['GET'],
  tag: 'HTTP methods',
  summary: "Returns the request's query parameters.",
  responses: { 200: RequestView },
  examples: [{ path: '/get?a=1&b=two', status: 200, answers: [['Content-Type', 'application/json']] }],

  handle({ exchange }) {
    exchange.json(200, requestView(exchange));
  },
});
