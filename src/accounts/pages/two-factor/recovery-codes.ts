import { redirectResponse } from '#http/message/response.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { TwoFactor } from '../../store/index.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { type MemberRequest, redirectTo } from '../shell/page.ts';
import { RECOVERY_CODES_PATH } from '../shell/paths.ts';

/** The responses of a page that sets up two-factor authentication. */
export const setUpPageResponses = {
  303: redirectResponse('Two-factor authentication is already enabled.'),
};

/** The responses of a form that sets up two-factor authentication. */
export const setUpFormResponses = {
  303: redirectResponse(
    'To the page that shows the recovery codes once; to the security settings if two-factor authentication was enabled.',
  ),
  403: 'The form is not from a page of this server, or too many sign-in attempts failed.',
};

/** Enables two-factor authentication, and redirects to the page with recovery codes. */
export async function enableTwoFactor(call: MemberRequest, twoFactor: TwoFactor): Promise<void> {
  const { exchange, service, caller } = call;
  const { store, recoveryCodes, securityLog, runtime } = service;
  const { user } = caller;
  const { codes, digests } = recoveryCodes.create();
  const subject = twoFactor.method === 'app' ? 'authenticator app' : 'text messages';
  const event = securityLog.event(exchange, user.id, 'two_factor_authentication.enabled', subject);
  const change = { twoFactor, updatedAt: formatApiTime(runtime.now()) };
  await store.users.update(user.id, change, { recoveryCodes: digests, event });
  const fields = passSecrets(call, RECOVERY_CODES_PATH, codes);
  redirectTo(exchange, `${RECOVERY_CODES_PATH}?notice=two-factor-on`, fields);
}
