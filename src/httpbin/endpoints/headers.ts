import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { HeaderView, requestView } from '../request-view.ts';

export const headers = endpoint({
  path: '/headers',
  methods: ['GET'],
  tag: 'Request inspection',
  summary: "Returns the incoming request's HTTP headers.",
  responses: { 200: Type.Object({ headers: HeaderView }) },
  examples: [{ path: '/headers', fields: [['X-Custom', 'one']], status: 200 }],

  handle({ exchange }) {
    exchange.json(200, { headers: requestView(exchange).headers });
  },
});
