import { toTotpUri } from '../../../authorizations/sign-in/totp.ts';
import { alert, button, descriptionList } from '../../../http/pages/components.ts';
import { memberForm, memberPage } from '../context.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { type MemberRequest, redirectTo, showPage, type View } from '../page.ts';
import { SECURITY_PATH } from '../settings/paths.ts';
import {
  codeField,
  confirmPassword,
  INVALID_CODE,
  passwordField,
  type SignInProblem,
} from '../sign-in/sign-in.ts';
import {
  type AppCandidate,
  createCandidate,
  qrCode,
  readCandidate,
} from '../two-factor/authenticator-app.ts';
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
    await showCandidate(call, await createCandidate(service.runtime, caller));
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
    password: textField(),
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
      return showCandidate(call, fresh, { problem, status: 422 });
    }
    const rejected = await confirmPassword(service, exchange, caller.user, form.exact('password'));
    if (rejected) return showCandidate(call, candidate, rejected);
    const twoFactor = { method: 'app', secret: candidate.secret } as const;
    const code = form.text('code').replace(/\s/g, '');
    if (!(await service.oneTimePasswords.check({ ...caller.user, twoFactor }, code)))
      return showCandidate(call, candidate, { problem: INVALID_CODE, status: 422 });
    await enableTwoFactor(call, twoFactor);
  },
});

async function showCandidate(
  call: MemberRequest,
  candidate: AppCandidate,
  rejected?: SignInProblem,
): Promise<void> {
  const { secret, proof } = candidate;
  const uri = await toTotpUri(secret, call.caller.user.login);
  const image = await qrCode(uri, 'QR code of the secret below');
  const view: View = {
    title: 'Set up an authenticator app',
    section: SECURITY_PATH,
    main: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up an authenticator app</h1>
      ${alert(html, rejected?.problem)}
      <p>Scan the QR code with the app, or enter the secret in the app.</p>
      ${image(html)}
      ${descriptionList(html, [
        ['Secret', html`<code class="secret">${secret}</code>`],
        ['URI', html`<a href=${uri}><code>${uri}</code></a>`],
      ])}
      <form method="post" action=${PATH}>
        ${token}
        <input type="hidden" name="secret" value=${secret} />
        <input type="hidden" name="proof" value=${proof} />
        ${codeField(html, { hint: 'The six digits that the app shows', inputmode: 'numeric' })}
        ${passwordField(html)}
        ${button(html, 'Enable two-factor authentication', { kind: 'primary' })}
      </form>`,
  };
  await showPage(call, view, rejected?.status);
}
