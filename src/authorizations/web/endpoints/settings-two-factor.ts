import type { Exchange } from '../../../http/exchange.ts';
import { redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import type { User } from '../../store.ts';
import { memberPage, type WebContext } from '../context.ts';
import { choiceField, formBody, optionalField, readForm } from '../forms/form.ts';
import { goOn } from '../page.ts';
import { passSecrets } from '../sessions/one-time-secret.ts';
import { SECURITY_PATH, showSecurity } from '../settings/security-page.ts';
import { confirmPassword, type Refused, signInWithCode } from '../sign-in/sign-in.ts';
import { RECOVERY_CODES_PATH } from '../two-factor/recovery-codes.ts';

export const changeTwoFactor = memberPage({
  path: '/settings/two-factor',
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Makes new recovery codes, switches two-factor authentication off, or sends a code for either.',
  access: 'session',
  body: formBody({
    action: choiceField('recovery-codes', 'disable', 'send-code'),
    login: optionalField('For password managers. The server does not read it.'),
    password: optionalField('Needed for all but `send-code`, as is `code`.'),
    code: optionalField('A one-time password, or a recovery code.'),
  }),
  responses: {
    303: redirectResponse('Done. After `recovery-codes`, to the page that shows them, once.'),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The password or the code is not right.',
    429: 'Too many passwords or codes are being checked.',
  },
  examples: [{ path: '/settings/two-factor', status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { recoveryCodes, runtime, securityLog, store } = service;
    const { user } = caller;
    const form = readForm(call);
    if (!user.twoFactor) return goOn(exchange, SECURITY_PATH);
    const action = form.text('action');
    if (action === 'send-code') {
      await service.outbox.sendCode(user);
      return goOn(exchange, `${SECURITY_PATH}?notice=code-sent`);
    }
    const refused =
      (await confirmPassword(service, exchange, user, form.exact('password'))) ??
      (await confirmCode(service, exchange, user, form.text('code')));
    if (refused) return showSecurity(call, { refused });

    switch (action) {
      case 'recovery-codes': {
        const codes = await recoveryCodes.renew(user);
        await securityLog.note(exchange, user.id, 'two_factor_authentication.recovery_codes_regenerated');
        const fields = passSecrets(call, RECOVERY_CODES_PATH, codes);
        return goOn(exchange, `${RECOVERY_CODES_PATH}?notice=recovery-codes-renewed`, fields);
      }

      case 'disable':
        await store.users.update(user.id, { twoFactor: null, updatedAt: toApiTime(runtime.now()) });
        await store.recoveryCodes.replace(user.id, []);
        await securityLog.note(exchange, user.id, 'two_factor_authentication.disabled');
        return goOn(exchange, `${SECURITY_PATH}?notice=two-factor-off`);

      default:
        goOn(exchange, SECURITY_PATH);
    }
  },
});

/** Whoever has the password alone must not get rid of the second factor, nor of the need for it by new recovery codes. */
async function confirmCode(
  service: WebContext,
  exchange: Exchange,
  user: User,
  code: string,
): Promise<Refused | undefined> {
  const result = await signInWithCode(service, exchange, user, code);
  if (result.problem !== undefined) return result;
  if (result.isRecovery)
    await service.securityLog.note(exchange, user.id, 'two_factor_authentication.recovery_code_used');
  return undefined;
}
