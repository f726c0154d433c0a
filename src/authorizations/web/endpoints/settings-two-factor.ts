import { redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { confirmPassword } from '../confirm-password.ts';
import { memberPage } from '../context.ts';
import { choiceField, formBody, readForm, textField } from '../form.ts';
import { passSecrets } from '../one-time-secret.ts';
import { RECOVERY_CODES_PATH } from '../recovery-codes-view.ts';
import { SECURITY_PATH, showSecurity } from '../security-view.ts';
import { goOn } from '../view.ts';

export const changeTwoFactor = memberPage({
  path: '/settings/two-factor',
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Makes new recovery codes, or switches two-factor authentication off.',
  access: 'session',
  body: formBody({ action: choiceField('recovery-codes', 'disable'), password: textField() }),
  responses: {
    303: redirectResponse('Done. After `recovery-codes`, to the page that shows them, once.'),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The password is not right.',
    429: 'Too many passwords are being checked.',
  },
  examples: [{ path: '/settings/two-factor', status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { recoveryCodes, runtime, securityLog, store } = service;
    const { user } = caller;
    const form = readForm(call);
    if (!user.twoFactor) return goOn(exchange, SECURITY_PATH);
    const refused = await confirmPassword(service, exchange, user, form.exact('password'));
    if (refused) return showSecurity(call, { refused });

    switch (form.text('action')) {
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
