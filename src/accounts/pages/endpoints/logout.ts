import { redirectResponse } from '#http/message/response.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import { page } from '../sessions/context.ts';
import { redirectTo } from '../shell/page.ts';
import { chooseReturnPath } from '../sign-in/sign-in.ts';

export const signOut = page({
  path: '/logout',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Ends the session.',
  body: formBody({ return_to: optionalField('Path of the page to return to after the next sign-in.') }),
  responses: {
    303: redirectResponse('To the sign-in page.'),
    403: 'The form is not from a page of this server.',
  },
  examples: [{ status: 403 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const returnTo = readForm(call).text('return_to');
    const event = caller.user && service.securityLog.event(exchange, caller.user.id, 'user.logout');
    const query = returnTo === '' ? '' : `?return_to=${encodeURIComponent(chooseReturnPath(returnTo))}`;
    redirectTo(exchange, `/login${query}`, await service.sessions.end(exchange, event));
  },
});
