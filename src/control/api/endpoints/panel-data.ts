import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelData = pageEndpoint({
  path: '/_sparring/panel/data',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the number of records, takes and restores snapshots, and resets the server.',
  description:
    'Access is that of the inspector. Without JavaScript, it shows the numbers of records and the snapshots.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/data', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendDataPage } = await import('../../pages/panel/panel-pages.ts');
    await sendDataPage(exchange, service, caller);
  },
});
