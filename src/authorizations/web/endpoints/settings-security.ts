import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { listQuery } from '../components/pagination.ts';
import { memberPage } from '../context.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { goOn } from '../page.ts';
import { SECURITY_PATH as PATH, problemOfNewPassword, showSecurity } from '../settings/security-page.ts';
import { confirmPassword } from '../sign-in/sign-in.ts';

export const securityPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page to change the password on, and to set up two-factor authentication.',
  access: 'session',
  query: { notice: listQuery.notice },
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [{ path: PATH, status: 302, answers: [['Location', '/login?return_to=%2Fsettings%2Fsecurity']] }],

  handle: ({ query, ...call }) => showSecurity(call, query),
});

export const changePassword = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: "Changes the password, and ends the user's sessions in all other browsers. Tokens stay.",
  access: 'session',
  body: formBody({
    login: optionalField('For password managers. The server does not read it.'),
    password: textField(),
    new_password: textField(),
    new_password_again: textField(),
  }),
  responses: {
    303: redirectResponse('Done.'),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The present password is not right, or the new one cannot be.',
    429: 'Too many passwords are being checked.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { passwords, runtime, securityLog, sessions, store } = service;
    const { user } = caller;
    const form = readForm(call);
    const problem = problemOfNewPassword(form);
    if (problem !== undefined) return showSecurity(call, { refused: { problem, status: 422 } });
    const refused = await confirmPassword(service, exchange, user, form.exact('password'));
    if (refused) return showSecurity(call, { refused });
    const passwordHash = await passwords.hash(form.exact('new_password'));
    await store.users.update(user.id, { passwordHash, updatedAt: toApiTime(runtime.now()) });
    await sessions.endOthers(caller, user.id);
    const cookies = await sessions.begin(exchange, { ...user, passwordHash }, 'signed-in');
    await securityLog.note(exchange, user.id, 'user.change_password');
    goOn(exchange, `${PATH}?notice=password-changed`, cookies);
  },
});
