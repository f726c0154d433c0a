import { toApiTime } from '../../answers/api-time.ts';
import type { TwoFactor } from '../../store.ts';
import { notice } from '../components/notices.ts';
import { copyButton } from '../components/secret.ts';
import type { View } from '../page.ts';
import { goOn, type MemberCall } from '../page.ts';
import { passSecrets } from '../sessions/one-time-secret.ts';

export const RECOVERY_CODES_PATH = '/settings/two-factor/recovery-codes';

/** The page that shows recovery codes, once. */
export function recoveryCodesView(codes: readonly string[], word: string | undefined): View {
  return {
    title: 'Recovery codes',
    section: '/settings/security',
    hasCopyButtons: true,
    body: (html) => html`
      <p><a href="/settings/security">Password and two-factor</a></p>
      <h1>Recovery codes</h1>
      ${notice(html, word)}
      <p>Each code signs you in once, when you do not have your phone. Copy, download or print them now: they are not shown again.</p>
      <ul class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="actions">
        ${copyButton(html, 'codes')}
        <a class="button" download="sparring-recovery-codes.txt" href=${toFile(codes)}>Download</a>
        <a class="button main" href="/settings/security">Done</a>
      </div>`,
  };
}

/** A text file, as a URL: it needs no script and no second request. */
function toFile(codes: readonly string[]): string {
  return `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
}

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
