import { redirectResponse } from '#http/message/response.ts';
import { formBody, readForm } from '../forms/form.ts';
import { page } from '../sessions/context.ts';
import { redirectTo } from '../shell/page.ts';

export const signOut = page({
  path: '/logout',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Ends the session.',
  body: formBody(),
  responses: {
    303: redirectResponse('To the sign-in page.'),
    403: 'The form is not from a page of this server.',
  },
  examples: [{ status: 403 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    readForm(call);
    const event = caller.user && service.securityLog.event(exchange, caller.user.id, 'user.logout');
    redirectTo(exchange, '/login', await service.sessions.end(exchange, event));
  },
});
