import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toAppUri } from '../../sign-in/app-secret.ts';
import { alert } from '../components/notices.ts';
import { memberPage } from '../context.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { goOn, type MemberCall, show, type View } from '../page.ts';
import { SECURITY_PATH } from '../settings/security-page.ts';
import type { Refused } from '../sign-in/sign-in.ts';
import { confirmPassword, passwordField } from '../sign-in/sign-in.ts';
import {
  type AppCandidate,
  createCandidate,
  qrCode,
  readCandidate,
} from '../two-factor/authenticator-app.ts';
import { enableTwoFactor } from '../two-factor/recovery-codes.ts';

const PATH = '/settings/two-factor/app';

export const setUpAppPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page with a new secret for an authenticator app, as a QR code and as text.',
  access: 'session',
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    303: redirectResponse('Two-factor authentication is on already.'),
  },
  examples: [{ path: PATH, status: 302 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (caller.user.twoFactor) return goOn(exchange, SECURITY_PATH);
    await showCandidate(call, await createCandidate(service.runtime, caller));
  },
});

export const setUpApp = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Takes the first code of the app, and switches two-factor authentication on.',
  access: 'session',
  body: formBody({
    secret: textField('Of the page.'),
    proof: textField('Of the page.'),
    code: textField('Of the app.'),
    password: textField(),
  }),
  responses: {
    303: redirectResponse(
      'To the page that shows recovery codes, once, or two-factor authentication was on.',
    ),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The code or the password is not right.',
    429: 'Too many passwords are being checked.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    if (caller.user.twoFactor) return goOn(exchange, SECURITY_PATH);
    const candidate = readCandidate(form, caller);
    if (!candidate) {
      const fresh = await createCandidate(service.runtime, caller);
      const problem = 'The page was too old. This is a new secret: scan it again.';
      return showCandidate(call, fresh, { problem, status: 422 });
    }
    const refused = await confirmPassword(service, exchange, caller.user, form.exact('password'));
    if (refused) return showCandidate(call, candidate, refused);
    const twoFactor = { method: 'app', secret: candidate.secret } as const;
    const code = form.text('code').replace(/\s/g, '');
    if (!(await service.oneTimePasswords.check({ ...caller.user, twoFactor }, code)))
      return showCandidate(call, candidate, { problem: 'This code is not right, or too old.', status: 422 });
    await enableTwoFactor(call, twoFactor);
  },
});

async function showCandidate(call: MemberCall, candidate: AppCandidate, refused?: Refused): Promise<void> {
  const { secret, proof } = candidate;
  const uri = await toAppUri(secret, call.caller.user.login);
  const picture = await qrCode(uri, 'QR code of the secret that stands below');
  const view: View = {
    title: 'Set up an authenticator app',
    section: SECURITY_PATH,
    body: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up an authenticator app</h1>
      ${alert(html, refused?.problem)}
      <p>Scan this with the app, or type the secret there.</p>
      ${picture(html)}
      <dl class="facts">
        <dt>Secret</dt><dd><code class="secret">${secret}</code></dd>
        <dt>Address</dt><dd><a href=${uri}><code>${uri}</code></a></dd>
      </dl>
      <form method="post" action=${PATH}>
        ${token}
        <input type="hidden" name="secret" value=${secret} />
        <input type="hidden" name="proof" value=${proof} />
        <label>Code <small>The six digits that the app shows now</small>
          <input name="code" required inputmode="numeric" autocomplete="one-time-code" spellcheck="false" /></label>
        ${passwordField(html)}
        <button class="main">Switch two-factor authentication on</button>
      </form>`,
  };
  await show(call, view, refused?.status);
}
