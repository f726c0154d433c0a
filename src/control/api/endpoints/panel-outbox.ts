import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelOutbox = pageEndpoint({
  path: '/_sparring/panel/outbox',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the messages that the server would have sent.',
  description: 'Access is that of the inspector. Without JavaScript, it is as it was when it was opened.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/outbox', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendOutboxPage } = await import('../../pages/panel/panel-pages.ts');
    await sendOutboxPage(exchange, service, caller);
  },
});
