import { htmlResponse } from '#http/message/response.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { invalidField } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { SECURITY_PATH, SET_UP_SMS_PATH } from '../shell/paths.ts';
import { hasTooManyAttempts, tooManyAttempts } from '../sign-in/attempts.ts';
import { invalidCode } from '../sign-in/sign-in.ts';
import { checkPasswordOrProof, confirmedPasswordFields } from '../two-factor/confirmed-password.ts';
import { enableTwoFactor, setUpFormResponses, setUpPageResponses } from '../two-factor/recovery-codes.ts';

export const setUpSmsPage = memberPage({
  path: SET_UP_SMS_PATH,
  tag: 'Settings',
  summary: 'Returns the page that asks for the phone number of the second factor.',
  responses: setUpPageResponses,
  examples: [{ status: 302 }],

  async handle(call) {
    if (call.caller.user.twoFactor) return redirectTo(call.exchange, SECURITY_PATH);
    const { phoneView } = await import('../two-factor/sms-page.ts');
    await showPage(call, phoneView(''));
  },
});

export const setUpSms = memberForm({
  path: SET_UP_SMS_PATH,
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
    const { codeView, phoneView } = await import('../two-factor/sms-page.ts');
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
