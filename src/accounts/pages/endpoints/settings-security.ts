import { formatApiTime } from '../../store/api-time.ts';
import { listQuery } from '../components/list-query.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { findPasswordProblem } from '../settings/new-password.ts';
import { redirectTo } from '../shell/page.ts';
import { SECURITY_PATH } from '../shell/paths.ts';
import { confirmPassword } from '../sign-in/sign-in.ts';

export const securityPage = memberPage({
  path: SECURITY_PATH,
  tag: 'Settings',
  summary: 'Returns the page to change the password and to set up two-factor authentication.',
  query: { notice: listQuery.notice },
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Fsecurity']] }],

  async handle({ query, ...call }) {
    const { showSecurity } = await import('../settings/security-page.ts');
    await showSecurity(call, query);
  },
});

export const changePassword = memberForm({
  path: SECURITY_PATH,
  tag: 'Settings',
  summary: 'Changes the password, and signs out all other sessions. Tokens remain valid.',
  body: formBody({
    login: optionalField('For password managers. The server ignores it.'),
    password: textField(),
    new_password: textField(),
    new_password_again: textField(),
  }),
  responses: {
    403: 'The form is not from a page of this server, or too many sign-in attempts failed.',
    422: 'The current password is incorrect, or the new one is invalid.',
    429: 'Too many passwords are being verified.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { passwords, runtime, securityLog, sessions } = service;
    const { user } = caller;
    const form = readForm(call);
    const rejected =
      findPasswordProblem(form) ?? (await confirmPassword(service, exchange, user, form.exact('password')));
    if (rejected) {
      const { showSecurity } = await import('../settings/security-page.ts');
      return showSecurity(call, { rejected });
    }
    const passwordHash = await passwords.hash(form.exact('new_password'));
    const change = { passwordHash, updatedAt: formatApiTime(runtime.now()) };
    const event = securityLog.event(exchange, user.id, 'user.change_password');
    const cookies = await sessions.restart(exchange, user, change, event);
    redirectTo(exchange, `${SECURITY_PATH}?notice=password-changed`, cookies);
  },
});
