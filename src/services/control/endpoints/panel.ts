import { htmlResponse } from '../../../http/message/response.ts';
import { pageEndpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { sendControlPage } from '../pages/control-page.ts';
import { panelPage } from '../pages/panel/panel-page.ts';

export const panel = pageEndpoint({
  path: '/_sparring/panel',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows and changes the clock, the lifecycle, the outbox and snapshots.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, panelPage),
});
