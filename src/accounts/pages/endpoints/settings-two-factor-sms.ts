import { htmlResponse } from '#http/message/response.ts';
import { button, inputField } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { outboxSentence } from '../components/outbox.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { errorAt, type FormProblem, formAlert, invalidField } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { type MemberRequest, redirectTo, showPage, type View } from '../shell/page.ts';
import { SECURITY_PATH } from '../shell/paths.ts';
import { hasTooManyAttempts, tooManyAttempts } from '../sign-in/attempts.ts';
import { codeField, invalidCode } from '../sign-in/sign-in.ts';
import {
  checkPasswordOrProof,
  confirmedPasswordField,
  confirmedPasswordFields,
  type SetUpState,
} from '../two-factor/confirmed-password.ts';
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
    ...confirmedPasswordFields,
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
    if (!PHONE.test(phone)) return showPage(call, phoneView(form.text('phone'), INVALID_PHONE), 422);
    const attemptsKey = `sms:user:${user.id}`;
    if (await hasTooManyAttempts(service, attemptsKey)) {
      const problem = await tooManyAttempts(service, attemptsKey, 'Too many codes were requested.');
      return showPage(call, phoneView(phone, problem), problem.status);
    }
    const twoFactor = { method: 'sms', phone } as const;
    const candidate = { ...user, twoFactor };
    const code = form.text('code').replace(/\s/g, '');
    if (code === '') {
      await service.outbox.sendCode(candidate);
      return showPage(call, codeView(call, phone, {}));
    }
    const result = await checkPasswordOrProof(service, exchange, caller, form, phone);
    if ('problem' in result)
      return showPage(call, codeView(call, phone, { rejected: result, code }), result.status);
    // A code is valid only for the phone number that it was sent to.
    if (!(await service.oneTimePasswords.check(candidate, code))) {
      const rejected = invalidCode();
      return showPage(call, codeView(call, phone, { ...result, rejected }), rejected.status);
    }
    await enableTwoFactor(call, twoFactor);
  },
});

/** E.164. */
const PHONE = /^\+[1-9]\d{3,14}$/;

const INVALID_PHONE = invalidField(
  'phone',
  'Enter a phone number that begins with a plus sign and the country code.',
);

function phoneView(phone: string, rejected?: FormProblem): View {
  return toView(
    (html) => html`
      ${inputField(html, { name: 'phone', label: 'Phone number', hint: 'With country code, such as +15550100', type: 'tel', value: phone, required: true, autocomplete: 'tel', error: errorAt(rejected, 'phone') })}
      ${button(html, 'Send a code', { kind: 'primary' })}`,
    rejected,
  );
}

function codeView(
  { exchange, caller }: MemberRequest,
  phone: string,
  { rejected, code, passwordProof }: SetUpState,
): View {
  const autofocus = rejected === undefined;
  return toView(
    (html) => html`
      <p>A code was sent to ${phone}. ${outboxSentence(html, exchange, caller.user)}</p>
      <input type="hidden" name="phone" value=${phone} />
      ${codeField(html, rejected, { autofocus, inputmode: 'numeric', value: code })}
      ${confirmedPasswordField(html, rejected, passwordProof)}
      ${button(html, 'Enable two-factor authentication', { kind: 'primary' })}`,
    rejected,
  );
}

function toView(fields: (html: Html) => Markup, rejected: FormProblem | undefined): View {
  return {
    title: 'Set up text messages',
    section: SECURITY_PATH,
    main: (html, { token }) => html`
      <p><a href=${SECURITY_PATH}>Password and two-factor</a></p>
      <h1>Set up text messages</h1>
      ${formAlert(html, rejected)}
      <form method="post" action=${PATH}>${token}${fields(html)}</form>`,
  };
}
