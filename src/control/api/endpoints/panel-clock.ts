import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { sendControlPage } from '../../pages/control-page.ts';
import { clockPage } from '../../pages/panel/panel-pages.ts';
import { problems } from '../errors.ts';

export const panelClock = pageEndpoint({
  path: '/_sparring/panel/clock',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows and changes the clock.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/clock', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, clockPage),
});
