import { redirectResponse } from '../../../http/response.ts';
import { page } from '../context.ts';
import { formBody, readForm } from '../forms/form.ts';
import { goOn } from '../page.ts';

export const signOut = page({
  path: '/logout',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Ends the session.',
  body: formBody(),
  responses: { 303: redirectResponse('Signed out.'), 403: 'The form did not come from a page.' },
  examples: [{ path: '/logout', status: 403 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    readForm(call);
    if (caller.user) await service.securityLog.note(exchange, caller.user.id, 'user.logout');
    goOn(exchange, '/login', await service.sessions.end(exchange));
  },
});
