import { endpoint } from '../request/context.ts';
import { RequestView, requestView } from '../request/view.ts';

export const head = endpoint({
  path: '/head',
  methods: ['HEAD'],
  tag: 'HTTP methods',
  summary: 'Returns the headers of `/get`, for HEAD only.',
  responses: { 200: RequestView },
  compare: {
    'go-httpbin': ['better', 'Sends the `Content-Length` of `/get`.'],
    httpcan: ['different', 'The request is not repeated in response headers; `/raw` shows it.'],
  },
  examples: [
    {
      title: 'The headers only',
      path: '/head',
      status: 200,
      responseFields: [['Content-Type', 'application/json']],
    },
  ],

  handle({ exchange }) {
    exchange.json(200, requestView(exchange));
  },
});
