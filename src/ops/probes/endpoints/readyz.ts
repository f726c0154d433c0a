import { HttpError } from '#http/errors/errors.ts';
import { textResponse } from '#http/message/response.ts';
import { endpoint } from '../context.ts';

export const readyz = endpoint({
  path: '/readyz',
  tag: 'Probes',
  summary: 'Returns 200 when the database is available and writable, to anyone.',
  description:
    'For load balancers and readiness probes. No rule acts on it, and the journal does not record it. `/_sparring/ready` returns the reason of a 503.',
  responses: {
    200: textResponse('The text `ok`.'),
    503: textResponse('The text `unavailable`.'),
  },
  examples: [{ path: '/readyz', status: 200, responseFields: [['Cache-Control', 'no-store']] }],

  async handle({ exchange, service }) {
    try {
      await service.checkDatabase();
    } catch (cause) {
      throw new HttpError(503, 'unavailable', { cause, fields: [['Retry-After', '2']] });
    }
    exchange.send(200, [['Content-Type', 'text/plain; charset=utf-8']], 'ok\n');
  },
});
