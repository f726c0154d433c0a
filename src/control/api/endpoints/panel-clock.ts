import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelClock = pageEndpoint({
  path: '/_sparring/panel/clock',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows and changes the clock.',
  description: 'Access is that of the inspector. Without JavaScript, it shows the time.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/clock', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendClockPage } = await import('../../pages/panel/panel-pages.ts');
    await sendClockPage(exchange, service, caller);
  },
});
