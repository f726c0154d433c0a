import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelLifecycle = pageEndpoint({
  path: '/_sparring/panel/lifecycle',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the lifecycle of the API on a time axis, and changes its schedule.',
  description: 'Access is that of the inspector. Without JavaScript, it shows the schedule.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/lifecycle', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendLifecyclePage } = await import('../../pages/panel/panel-pages.ts');
    await sendLifecyclePage(exchange, service, caller);
  },
});
