import { Type } from 'typebox';
import { endpoint } from '../context.ts';
import { requestView } from '../request-view.ts';

export const ip = endpoint({
  path: '/ip',
  methods: ['GET'],
  tag: 'Request inspection',
  summary: "Returns the requester's IP address.",
  responses: { 200: Type.Object({ origin: Type.String() }) },
  examples: [{ path: '/ip', status: 200 }],

  handle({ exchange }) {
    exchange.json(200, { origin: requestView(exchange).origin });
  },
});
