import { htmlResponse } from '../../../http/message/response.ts';
import { alert, button, inputField } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { memberForm, memberPage } from '../context.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { redirectTo, showPage, type View } from '../page.ts';
import { SECURITY_PATH } from '../settings/paths.ts';
import {
  codeField,
  confirmPassword,
  hasTooManyAttempts,
  INVALID_CODE,
  passwordField,
} from '../sign-in/sign-in.ts';
import { enableTwoFactor, setUpFormResponses, setUpPageResponses } from '../two-factor/recovery-codes.ts';

const PATH = '/settings/two-factor/sms';

export const setUpSmsPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary: 'Returns the page that asks for the phone number of the second factor.',
  responses: setUpPageResponses,
  examples: [{ status: 302 }],

  async handle(call) {
    if (call.caller.user.twoFactor) return redirectTo(call.exchange, SECURITY_PATH);
    await showPage(call, phoneView(''));
  },
});

export const setUpSms = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Sends a code to the number; checks the code, and enables two-factor authentication.',
  body: formBody({
    phone: textField(),
    code: optionalField('The code of the text message.'),
    password: optionalField('Required with the code.'),
  }),
  responses: {
    200: htmlResponse('A page that asks for the code.'),
    ...setUpFormResponses,
    422: 'The number is invalid, or the code or the password is incorrect.',
    429: 'Too many attempts.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const { user } = caller;
    if (user.twoFactor) return redirectTo(exchange, SECURITY_PATH);
    const phone = form.text('phone').replace(/[\s().-]/g, '');
    if (!PHONE.test(phone))
      return showPage(
        call,
        phoneView(
          form.text('phone'),
          'Enter a phone number that begins with a plus sign and the country code.',
        ),
        422,
      );
    if (await hasTooManyAttempts(service, `sms:user:${user.id}`))
      return showPage(call, phoneView(phone, 'Too many codes were requested. Try again in an hour.'), 429);

    const twoFactor = { method: 'sms', phone } as const;
    const candidate = { ...user, twoFactor };
    const code = form.text('code').replace(/\s/g, '');
    if (code === '') {
      await service.outbox.sendCode(candidate);
      return showPage(call, codeView(phone));
    }
    const rejected = await confirmPassword(service, exchange, user, form.exact('password'));
    if (rejected) return showPage(call, codeView(phone, rejected.problem), rejected.status);
    // A code is valid only for the phone number that it was sent to.
    if (!(await service.oneTimePasswords.check(candidate, code)))
      return showPage(call, codeView(phone, INVALID_CODE), 422);
    await enableTwoFactor(call, twoFactor);
  },
});

/** E.164. */
const PHONE = /^\+[1-9]\d{3,14}$/;

function phoneView(phone: string, problem?: string): View {
  return toView(
    (html) => html`
      ${inputField(html, { name: 'phone', label: 'Phone number', hint: 'With country code, such as +15550100', type: 'tel', value: phone, required: true, autocomplete: 'tel' })}
      ${button(html, 'Send a code', { kind: 'primary' })}`,
    problem,
  );
}

function codeView(phone: string, problem?: string): View {
  return toView(
    (html) => html`
      <p>A code was sent to ${phone}. An administrator can read it in the outbox of this server.</p>
      <input type="hidden" name="phone" value=${phone} />
      ${codeField(html, { autofocus: true, inputmode: 'numeric' })}
      ${passwordField(html)}
      ${button(html, 'Enable two-factor authentication', { kind: 'primary' })}`,
    problem,
  );
}

function toView(fields: (html: Html) => Markup, problem: string | undefined): View {
  return {
    title: 'Set up text messages',
    section: SECURITY_PATH,
    main: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up text messages</h1>
      ${alert(html, problem)}
      <form method="post" action=${PATH}>${token}${fields(html)}</form>`,
  };
}
