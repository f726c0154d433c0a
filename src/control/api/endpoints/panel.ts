import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';
import { readOverview } from './root.ts';

export const panel = pageEndpoint({
  path: '/_sparring/panel',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the state of the server, with links to the pages that change it.',
  description: 'Access is that of the inspector. `/_sparring` is the same page in a browser.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel', status: 200 }],

  async handle({ exchange, service, caller }) {
    const state = caller === 'shell' ? undefined : await readOverview(exchange, service);
    const { sendOverview } = await import('../../pages/overview/overview-page.ts');
    await sendOverview(exchange, service, caller, state);
  },
});
