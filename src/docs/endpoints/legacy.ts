import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

export const legacy = endpoint({
  path: '/legacy',
  tag: 'Documentation',
  summary:
    'Returns the endpoints of the testing service as a manual page, like the old home page of httpbin.',
  responses: { 200: htmlResponse('A page.'), ...CONDITIONAL },
  compare: {
    httpbin: ['different', 'A different text in the form of a manual page.'],
  },
  examples: [
    { path: '/legacy', status: 200, responseFields: [['Content-Type', 'text/html; charset=utf-8']] },
  ],

  async handle({ exchange, service }) {
    const [testing] = service.services;
    if (!testing) throw notFound();
    const { sendManualPage } = await import('../pages/manual-page.ts');
    await sendManualPage(exchange, service, testing);
  },
});
