import { button } from '#pages/components/button.ts';
import { factList } from '#pages/components/facts.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatTotpUri } from '../../domain/sign-in/totp.ts';
import { heading } from '../components/heading.ts';
import { formAlert } from '../components/notices.ts';
import { type MemberRequest, showPage } from '../shell/page.ts';
import { SECURITY_PATH, SET_UP_APP_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { codeField, confirmedPasswordField } from '../sign-in/fields.ts';
import type { AppCandidate } from './authenticator-app.ts';
import type { SetUpState } from './confirmed-password.ts';

export async function showCandidate(
  call: MemberRequest,
  candidate: AppCandidate,
  { rejected, code, passwordProof }: SetUpState,
): Promise<void> {
  const { secret, proof } = candidate;
  const uri = await formatTotpUri(secret, call.caller.user.login);
  const image = await qrCode(uri, 'QR code of the secret below');
  const form = (token: Markup) => html`
      <form method="post" action=${SET_UP_APP_PATH}>
        ${token}
        <input type="hidden" name="secret" value=${secret} />
        <input type="hidden" name="proof" value=${proof} />
        ${codeField(rejected, { hint: 'The six digits that the app shows', inputmode: 'numeric', value: code })}
        ${confirmedPasswordField(rejected, passwordProof)}
        ${button('Enable two-factor authentication', { kind: 'primary' })}
      </form>`;
  // After a rejection, the field with its error is at the top, because the app has the secret already.
  const view: View = {
    title: 'Set up an authenticator app',
    section: SECURITY_PATH,
    main: ({ token }) => html`
      ${heading('Set up an authenticator app', { parent: { path: SECURITY_PATH, title: 'Password and two-factor' } })}
      ${formAlert(rejected)}
      ${rejected?.field === undefined ? null : form(token)}
      <p>Scan the QR code with the app, or enter the secret in the app.</p>
      ${image}
      ${factList([
        ['Secret', html`<code class="secret">${secret}</code>`],
        ['URI', html`<a href=${uri}><code>${uri}</code></a>`],
      ])}
      ${rejected?.field === undefined ? form(token) : null}`,
  };
  await showPage(call, view, rejected?.status);
}

/** A QR code, dark on light in every colour scheme: some readers do not support the inverse. */
async function qrCode(text: string, label: string): Promise<Markup> {
  const { encode } = await import('uqr');
  // ISO/IEC 18004 requires a margin of four modules.
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`
    <svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" /><path d=${path} fill="#000" />
    </svg>`;
}
