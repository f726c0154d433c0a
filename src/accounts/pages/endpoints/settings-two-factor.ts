import type { Exchange } from '#http/message/exchange.ts';
import { redirectResponse } from '#http/message/response.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { User } from '../../store/index.ts';
import { choiceField, formBody, optionalField, readForm } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import { memberForm, type WebContext } from '../sessions/context.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { redirectTo } from '../shell/page.ts';
import { RECOVERY_CODES_PATH, SECURITY_PATH } from '../shell/paths.ts';
import { confirmPassword, signInWithCode } from '../sign-in/sign-in.ts';

export const changeTwoFactor = memberForm({
  path: '/settings/two-factor',
  tag: 'Settings',
  summary: 'Generates new recovery codes, disables two-factor authentication, or sends a code for either.',
  body: formBody({
    action: choiceField('recovery-codes', 'disable', 'send-code'),
    login: optionalField('For password managers. The server ignores it.'),
    password: optionalField('Required, like `code`, except for `send-code`.'),
    code: optionalField('A one-time password, or a recovery code.'),
  }),
  responses: {
    303: redirectResponse(
      'The action is complete. After `recovery-codes`, the target page shows the codes once.',
    ),
    403: 'The form is not from a page of this server, or too many sign-in attempts failed.',
    422: 'The password or the code is incorrect.',
    429: 'Too many passwords or codes are being verified.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { recoveryCodes, runtime, securityLog, store } = service;
    const { user } = caller;
    const form = readForm(call);
    if (!user.twoFactor) return redirectTo(exchange, SECURITY_PATH);
    if (form.text('action') === 'send-code') {
      await service.outbox.sendCode(user);
      return redirectTo(exchange, `${SECURITY_PATH}?notice=code-sent`);
    }
    // The page has one form for each action, whose controls have its name in their ids.
    const action = form.text('action') === 'disable' ? 'disable' : 'recovery-codes';
    const [password, code] = [form.exact('password'), form.text('code')];
    const rejected =
      (await confirmPassword(service, exchange, user, password, `${action}-password`)) ??
      (await confirmCode(service, exchange, user, code, `${action}-code`));
    if (rejected) {
      const { showSecurity } = await import('../settings/security-page.ts');
      return showSecurity(call, { rejected });
    }

    switch (form.text('action')) {
      case 'recovery-codes': {
        const action = 'two_factor_authentication.recovery_codes_regenerated';
        const codes = await recoveryCodes.renew(user, securityLog.event(exchange, user.id, action));
        const fields = passSecrets(call, RECOVERY_CODES_PATH, codes);
        return redirectTo(exchange, `${RECOVERY_CODES_PATH}?notice=recovery-codes-renewed`, fields);
      }

      case 'disable': {
        const event = securityLog.event(exchange, user.id, 'two_factor_authentication.disabled');
        const change = { twoFactor: null, updatedAt: formatApiTime(runtime.now()) };
        await store.users.update(user.id, change, { recoveryCodes: [], event });
        return redirectTo(exchange, `${SECURITY_PATH}?notice=two-factor-off`);
      }

      default:
        redirectTo(exchange, SECURITY_PATH);
    }
  },
});

/** Checks the second factor: the password alone must not disable it or generate recovery codes. */
async function confirmCode(
  service: WebContext,
  exchange: Exchange,
  user: User,
  code: string,
  field: string,
): Promise<FormProblem | undefined> {
  const result = await signInWithCode(service, exchange, user, code, field);
  return result.problem === undefined ? undefined : result;
}
