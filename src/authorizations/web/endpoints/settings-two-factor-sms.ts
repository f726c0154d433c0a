import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { alert } from '../components/notices.ts';
import { memberPage } from '../context.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { SECURITY_PATH } from '../settings/security-page.ts';
import { isTriedTooOften } from '../sign-in/attempts.ts';
import { confirmPassword, passwordField } from '../sign-in/sign-in.ts';
import { enableTwoFactor } from '../two-factor/recovery-codes.ts';

const PATH = '/settings/two-factor/sms';

export const setUpSmsPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page that asks for the number that codes are to be sent to.',
  access: 'session',
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    303: redirectResponse('Two-factor authentication is on already.'),
  },
  examples: [{ path: PATH, status: 302 }],

  async handle(call) {
    if (call.caller.user.twoFactor) return goOn(call.exchange, SECURITY_PATH);
    await show(call, phoneView(''));
  },
});

export const setUpSms = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Sends a code to the number; then takes the code, and switches two-factor authentication on.',
  access: 'session',
  body: formBody({
    phone: textField(),
    code: optionalField('Of the text message.'),
    password: optionalField('With the code.'),
  }),
  responses: {
    200: htmlResponse('A page that asks for the code.'),
    303: redirectResponse(
      'To the page that shows recovery codes, once, or two-factor authentication was on.',
    ),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The number cannot be, or code or password are not right.',
    429: 'Too many codes were sent or tried.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const { user } = caller;
    if (user.twoFactor) return goOn(exchange, SECURITY_PATH);
    const phone = form.text('phone').replace(/[\s().-]/g, '');
    if (!PHONE.test(phone))
      return show(call, phoneView(form.text('phone'), 'This is no number. It begins with a plus sign.'), 422);
    if (await isTriedTooOften(service, `sms:user:${user.id}`))
      return show(call, phoneView(phone, 'Too many codes were asked for. Try again in an hour.'), 429);

    const twoFactor = { method: 'sms', phone } as const;
    const candidate = { ...user, twoFactor };
    const code = form.text('code').replace(/\s/g, '');
    if (code === '') {
      await service.outbox.sendCode(candidate);
      return show(call, codeView(phone));
    }
    const refused = await confirmPassword(service, exchange, user, form.exact('password'));
    if (refused) return show(call, codeView(phone, refused.problem), refused.status);
    // The code is good for the number that it was sent to, and for no other that the form may name now.
    if (!(await service.oneTimePasswords.check(candidate, code)))
      return show(call, codeView(phone, 'This code is not right, or too old.'), 422);
    await enableTwoFactor(call, twoFactor);
  },
});

/** E.164. */
const PHONE = /^\+[1-9]\d{3,14}$/;

function phoneView(phone: string, problem?: string): View {
  return toView(
    (html) => html`
      <label>Telephone number <small>With the country, such as +15550100</small>
        <input name="phone" type="tel" value=${phone} required autocomplete="tel" /></label>
      <button class="main">Send a code</button>`,
    problem,
  );
}

function codeView(phone: string, problem?: string): View {
  return toView(
    (html) => html`
      <p>A code was sent to ${phone}. On this server an operator finds it in the outbox.</p>
      <input type="hidden" name="phone" value=${phone} />
      <label>Code <input name="code" required autofocus inputmode="numeric" autocomplete="one-time-code" spellcheck="false" /></label>
      ${passwordField(html)}
      <button class="main">Switch two-factor authentication on</button>`,
    problem,
  );
}

function toView(fields: (html: Html) => Markup, problem: string | undefined): View {
  return {
    title: 'Set up text messages',
    section: SECURITY_PATH,
    body: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up text messages</h1>
      ${alert(html, problem)}
      <form method="post" action=${PATH}>${token}${fields(html)}</form>`,
  };
}
