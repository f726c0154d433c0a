import { notFound } from '../../http/errors.ts';
import { sendPage } from '../../http/pages/page.ts';
import { htmlResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { manual } from '../pages/manual-page.ts';
import { stylesheet } from '../pages/stylesheet.ts';

export const legacy = endpoint({
  path: '/legacy',
  methods: ['GET'],
  tag: 'Documentation',
  summary: 'The testing service as a page of a manual, in the manner of the old home page.',
  responses: { 200: htmlResponse('A page.') },
  examples: [{ path: '/legacy', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] }],

  handle({ exchange, service }) {
    const [testing] = service.services;
    if (!testing) throw notFound();
    return sendPage(exchange, {
      title: 'sparring(1)',
      stylesheet,
      policy: ["form-action 'none'"],
      body: (html) => manual(html, testing),
    });
  },
});
