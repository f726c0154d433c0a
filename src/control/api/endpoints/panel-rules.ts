import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { sendControlPage } from '../../pages/control-page.ts';
import { rulesPage } from '../../pages/rules/rules-page.ts';
import { problems } from '../errors.ts';

export const panelRules = pageEndpoint({
  path: '/_sparring/panel/rules',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows, adds, changes and explains rules.',
  description: 'Access is that of the inspector. The page requires JavaScript.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/rules', status: 200 }],

  handle: ({ exchange, service, caller }) => sendControlPage(exchange, service, caller, rulesPage),
});
