import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { sendControlPage } from '../../pages/control-page.ts';
import { outboxPage } from '../../pages/panel/panel-pages.ts';
import { problems } from '../errors.ts';

export const panelOutbox = pageEndpoint({
  path: '/_sparring/panel/outbox',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the messages that the server would have sent.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/outbox', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, outboxPage),
});
