import { toApiTime } from '../answers/api-time.ts';
import type { TwoFactor } from '../store.ts';
import { passSecrets } from './one-time-secret.ts';
import { RECOVERY_CODES_PATH } from './recovery-codes-view.ts';
import { goOn, type MemberCall } from './view.ts';

/** Asks for the second factor from now on, and sends the browser to a page with recovery codes. */
export async function enableTwoFactor(call: MemberCall, twoFactor: TwoFactor): Promise<void> {
  const { exchange, service, caller } = call;
  const { store, recoveryCodes, securityLog, runtime } = service;
  const { user } = caller;
  // First the codes: a factor that is on without them could lock its user out.
  const codes = await recoveryCodes.renew(user);
  await store.users.update(user.id, { twoFactor, updatedAt: toApiTime(runtime.now()) });
  await securityLog.note(
    exchange,
    user.id,
    'two_factor_authentication.enabled',
    twoFactor.method === 'app' ? 'authenticator app' : 'text messages',
  );
  const fields = passSecrets(call, RECOVERY_CODES_PATH, codes);
  goOn(exchange, `${RECOVERY_CODES_PATH}?notice=two-factor-on`, fields);
}
