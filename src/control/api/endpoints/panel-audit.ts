import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelAudit = pageEndpoint({
  path: '/_sparring/panel/audit',
  tag: 'Pages',
  access: 'page',
  summary: 'Plots the calls of the authorization API over time, by program.',
  description: 'Access is that of the inspector. Without JavaScript, it has all calls.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/audit', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendAuditPage } = await import('../../pages/audit/audit-page.ts');
    await sendAuditPage(exchange, service, caller);
  },
});
