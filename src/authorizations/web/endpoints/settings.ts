import { redirectResponse } from '../../../http/response.ts';
import { page } from '../context.ts';
import { goOn } from '../page.ts';

export const settings = page({
  path: '/settings',
  methods: ['GET'],
  tag: 'Settings',
  summary: 'Leads to the first page of the settings.',
  responses: { 303: redirectResponse('On to the applications.') },
  examples: [{ path: '/settings', status: 303, answers: [['Location', '/settings/applications']] }],

  handle({ exchange }) {
    goOn(exchange, '/settings/applications');
  },
});
