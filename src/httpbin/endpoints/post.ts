import { anyBody } from '../../http/endpoint.ts';
import { endpoint } from '../context.ts';
import { bodyView, RequestWithBody } from '../request-body.ts';
import { requestView } from '../request-view.ts';

export const post = endpoint({
  path: '/post',
  methods: ['POST'],
  tag: 'HTTP methods',
  summary: "Returns the request's POST parameters.",
  body: anyBody('A form, JSON, text or any bytes.'),
  responses: { 200: RequestWithBody },
  examples: [
    {
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'size=large&topping=bacon&topping=cheese',
      status: 200,
    },
    { method: 'POST', path: '/post?a=1', body: '{"big": 12345678901234567890}', status: 200 },
  ],

  handle({ exchange, body }) {
    exchange.json(200, { ...requestView(exchange), ...bodyView(exchange, body) });
  },
});
