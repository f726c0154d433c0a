import { formBody, readForm, textField } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { redirectTo } from '../shell/page.ts';
import { SECURITY_PATH, SET_UP_APP_PATH } from '../shell/paths.ts';
import { invalidCode } from '../sign-in/sign-in.ts';
import { createCandidate, readCandidate } from '../two-factor/authenticator-app.ts';
import { checkPasswordOrProof, confirmedPasswordFields } from '../two-factor/confirmed-password.ts';
import { enableTwoFactor, setUpFormResponses, setUpPageResponses } from '../two-factor/recovery-codes.ts';

export const setUpAppPage = memberPage({
  path: SET_UP_APP_PATH,
  tag: 'Settings',
  summary: 'Returns the page with a new secret for an authenticator app, as a QR code and as text.',
  responses: setUpPageResponses,
  examples: [{ status: 302 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (caller.user.twoFactor) return redirectTo(exchange, SECURITY_PATH);
    const { showCandidate } = await import('../two-factor/app-page.ts');
    await showCandidate(call, await createCandidate(service.runtime, caller), {});
  },
});

export const setUpApp = memberForm({
  path: SET_UP_APP_PATH,
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
    const { showCandidate } = await import('../two-factor/app-page.ts');
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
