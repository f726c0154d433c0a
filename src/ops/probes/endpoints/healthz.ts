import { textResponse } from '#http/message/response.ts';
import { endpoint } from '../context.ts';

export const healthz = endpoint({
  path: '/healthz',
  tag: 'Probes',
  summary: 'Returns 200 while the process is running, to anyone.',
  description:
    'For load balancers and liveness probes. No rule acts on it, and the journal does not record it.',
  responses: { 200: textResponse('The text `ok`.') },
  compare: {
    httpbun: ['same', 'Both say that the server runs.', '/health, /healthz'],
    httpcan: ['same', 'Both say that the server runs.', '/health, /healthz'],
  },
  examples: [{ path: '/healthz', status: 200, responseFields: [['Cache-Control', 'no-store']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'text/plain; charset=utf-8']], 'ok\n');
  },
});
