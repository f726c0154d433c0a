import { button } from '#pages/components/button.ts';
import { inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { outboxSentence } from '../components/control-pages.ts';
import { heading } from '../components/heading.ts';
import { formAlert } from '../components/notices.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { MemberRequest } from '../shell/page.ts';
import { SECURITY_PATH, SET_UP_SMS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { codeField, confirmedPasswordField } from '../sign-in/fields.ts';
import type { SetUpState } from './confirmed-password.ts';

export function phoneView(phone: string, rejected?: FormProblem): View {
  return buildView(
    () => html`
      ${inputField({ name: 'phone', label: 'Phone number', hint: 'With country code, such as +15550100', type: 'tel', value: phone, required: true, autocomplete: 'tel', error: errorAt(rejected, 'phone') })}
      ${button('Send a code', { kind: 'primary' })}`,
    rejected,
  );
}

export function codeView(
  { exchange, caller }: MemberRequest,
  phone: string,
  { rejected, code, passwordProof }: SetUpState,
): View {
  const autofocus = rejected === undefined;
  return buildView(
    () => html`
      <p>A code was sent to ${phone}. ${outboxSentence(exchange, caller.user)}</p>
      <input type="hidden" name="phone" value=${phone} />
      ${codeField(rejected, { autofocus, inputmode: 'numeric', value: code })}
      ${confirmedPasswordField(rejected, passwordProof)}
      ${button('Enable two-factor authentication', { kind: 'primary' })}`,
    rejected,
  );
}

function buildView(fields: () => Markup, rejected: FormProblem | undefined): View {
  return {
    title: 'Set up text messages',
    section: SECURITY_PATH,
    main: ({ token }) => html`
      ${heading('Set up text messages', { parent: { path: SECURITY_PATH, title: 'Password and two-factor' } })}
      ${formAlert(rejected)}
      <form method="post" action=${SET_UP_SMS_PATH}>${token}${fields()}</form>`,
  };
}
