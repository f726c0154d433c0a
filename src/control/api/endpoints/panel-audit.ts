import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { auditPage } from '../../pages/audit/audit-page.ts';
import { sendControlPage } from '../../pages/control-page.ts';
import { problems } from '../errors.ts';

export const panelAudit = pageEndpoint({
  path: '/_sparring/panel/audit',
  tag: 'Pages',
  access: 'page',
  summary: 'Plots the calls of the authorization API over time, by program.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/audit', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, auditPage),
});
