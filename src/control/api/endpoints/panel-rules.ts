import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { problems } from '../errors.ts';

export const panelRules = pageEndpoint({
  path: '/_sparring/panel/rules',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows, adds, changes and explains rules.',
  description: 'Access is that of the inspector. Without JavaScript, it lists the rules.',
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/panel/rules', status: 200 }],

  async handle({ exchange, service, caller }) {
    const { sendRulesPage } = await import('../../pages/rules/rules-page.ts');
    await sendRulesPage(exchange, service, caller);
  },
});
