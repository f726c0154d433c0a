import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { sendControlPage } from '../../pages/control-page.ts';
import { dataPage } from '../../pages/panel/panel-pages.ts';
import { problems } from '../errors.ts';

export const panelData = pageEndpoint({
  path: '/_sparring/panel/data',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the number of records, takes and restores snapshots, and resets the server.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/data', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, dataPage),
});
