import { button, descriptionList } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { toTotpUri } from '../../domain/sign-in/totp.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { formAlert } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { type MemberRequest, redirectTo, showPage, type View } from '../shell/page.ts';
import { SECURITY_PATH } from '../shell/paths.ts';
import { codeField, invalidCode } from '../sign-in/sign-in.ts';
import {
  type AppCandidate,
  createCandidate,
  qrCode,
  readCandidate,
} from '../two-factor/authenticator-app.ts';
import {
  checkPasswordOrProof,
  confirmedPasswordField,
  confirmedPasswordFields,
  type SetUpState,
} from '../two-factor/confirmed-password.ts';
import { enableTwoFactor, setUpFormResponses, setUpPageResponses } from '../two-factor/recovery-codes.ts';

const PATH = '/settings/two-factor/app';

export const setUpAppPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary: 'Returns the page with a new secret for an authenticator app, as a QR code and as text.',
  responses: setUpPageResponses,
  examples: [{ status: 302 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (caller.user.twoFactor) return redirectTo(exchange, SECURITY_PATH);
    await showCandidate(call, await createCandidate(service.runtime, caller), {});
  },
});

export const setUpApp = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Checks the first code of the app, and enables two-factor authentication.',
  body: formBody({
    secret: textField('The value of the page.'),
    proof: textField('The value of the page.'),
    code: textField('A code of the app.'),
    ...confirmedPasswordFields,
  }),
  responses: {
    ...setUpFormResponses,
    422: 'The code or the password is incorrect.',
    429: 'Too many passwords are being verified.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    if (caller.user.twoFactor) return redirectTo(exchange, SECURITY_PATH);
    const candidate = readCandidate(form, caller);
    if (!candidate) {
      const fresh = await createCandidate(service.runtime, caller);
      const problem = 'The page has expired. Scan the new secret.';
      return showCandidate(call, fresh, { rejected: { problem, status: 422 } });
    }
    const code = form.text('code').replace(/\s/g, '');
    const result = await checkPasswordOrProof(service, exchange, caller, form, candidate.secret);
    if ('problem' in result) return showCandidate(call, candidate, { rejected: result, code });
    const twoFactor = { method: 'app', secret: candidate.secret } as const;
    if (!(await service.oneTimePasswords.check({ ...caller.user, twoFactor }, code)))
      return showCandidate(call, candidate, { ...result, rejected: invalidCode() });
    await enableTwoFactor(call, twoFactor);
  },
});

async function showCandidate(
  call: MemberRequest,
  candidate: AppCandidate,
  { rejected, code, passwordProof }: SetUpState,
): Promise<void> {
  const { secret, proof } = candidate;
  const uri = await toTotpUri(secret, call.caller.user.login);
  const image = await qrCode(uri, 'QR code of the secret below');
  const form = (html: Html, token: Markup) => html`
      <form method="post" action=${PATH}>
        ${token}
        <input type="hidden" name="secret" value=${secret} />
        <input type="hidden" name="proof" value=${proof} />
        ${codeField(html, rejected, { hint: 'The six digits that the app shows', inputmode: 'numeric', value: code })}
        ${confirmedPasswordField(html, rejected, passwordProof)}
        ${button(html, 'Enable two-factor authentication', { kind: 'primary' })}
      </form>`;
  // After a rejection, the field with its error is at the top, because the app has the secret already.
  const view: View = {
    title: 'Set up an authenticator app',
    section: SECURITY_PATH,
    main: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up an authenticator app</h1>
      ${formAlert(html, rejected)}
      ${rejected?.field === undefined ? null : form(html, token)}
      <p>Scan the QR code with the app, or enter the secret in the app.</p>
      ${image(html)}
      ${descriptionList(html, [
        ['Secret', html`<code class="secret">${secret}</code>`],
        ['URI', html`<a href=${uri}><code>${uri}</code></a>`],
      ])}
      ${rejected?.field === undefined ? form(html, token) : null}`,
  };
  await showPage(call, view, rejected?.status);
}
