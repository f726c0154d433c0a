import { redirectResponse } from '#http/message/response.ts';
import { page } from '../sessions/context.ts';
import { redirectTo } from '../shell/page.ts';
import { AUTHORIZED_APPLICATIONS_PATH } from '../shell/paths.ts';

export const settings = page({
  path: '/settings',
  tag: 'Settings',
  summary: 'Redirects to the first page of the settings.',
  responses: { 303: redirectResponse('To the authorized applications.') },
  examples: [{ status: 303, responseFields: [['Location', '/settings/applications']] }],

  handle({ exchange }) {
    redirectTo(exchange, AUTHORIZED_APPLICATIONS_PATH);
  },
});
