import { banner } from '#pages/components/banner.ts';
import { button, buttonLink } from '#pages/components/button.ts';
import { inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import type { User } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { actionNotice, formAlert } from '../components/notices.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import { type MemberRequest, showPage } from '../shell/page.ts';
import { SECURITY_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { CURRENT_PASSWORD, codeField, passwordField } from '../sign-in/fields.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './new-password.ts';

/** Sends the page about the password and two-factor authentication. */
export async function showSecurity(
  call: MemberRequest,
  { notice, rejected }: { readonly notice?: string | undefined; readonly rejected?: FormProblem },
): Promise<void> {
  const { service, caller } = call;
  const codesLeft = await service.recoveryCodes.count(caller.user);
  const view: View = {
    title: 'Password and two-factor',
    section: SECURITY_PATH,
    main: ({ token }) => html`
      ${heading('Password and two-factor')}
      ${actionNotice(notice)}
      ${formAlert(rejected)}
      <h2>Change password</h2>
      <form method="post" action=${SECURITY_PATH}>
        ${token}
        ${loginField(caller.user)}
        ${inputField({ name: 'password', label: 'Current password', error: errorAt(rejected, 'password'), ...CURRENT_PASSWORD })}
        ${newPasswordField(rejected, 'new_password', 'New password', `At least ${MIN_PASSWORD_LENGTH} characters`)}
        ${newPasswordField(rejected, 'new_password_again', 'Confirm new password')}
        <p class="soft small">All other sessions are signed out. Tokens remain valid.</p>
        ${button('Change password', { kind: 'primary' })}
      </form>
      <h2>Two-factor authentication</h2>
      ${caller.user.twoFactor ? enabledState(token, { user: caller.user, codesLeft, rejected }) : disabledState()}`,
  };
  await showPage(call, view, rejected?.status);
}

/** Tells password managers which account the password belongs to. */
function loginField({ login }: User): Markup {
  return html`<input name="login" value=${login} autocomplete="username" readonly hidden />`;
}

function newPasswordField(
  rejected: FormProblem | undefined,
  name: string,
  label: string,
  hint?: string,
): Markup {
  const limits = { minlength: MIN_PASSWORD_LENGTH, maxlength: MAX_PASSWORD_LENGTH };
  return inputField({
    name,
    label,
    hint,
    error: errorAt(rejected, name),
    type: 'password',
    required: true,
    ...limits,
    autocomplete: 'new-password',
  });
}

function disabledState(): Markup {
  return html`
    <div class="stack">
      <p>Two-factor authentication is disabled. You sign in with your password only.</p>
      <div class="actions">
        ${buttonLink('Set up an authenticator app', '/settings/two-factor/app')}
        ${buttonLink('Set up text messages', '/settings/two-factor/sms')}
      </div>
    </div>`;
}

interface EnabledState {
  readonly user: User;
  readonly codesLeft: number;
  readonly rejected: FormProblem | undefined;
}

function enabledState(token: Markup, state: EnabledState): Markup {
  const { user, codesLeft } = state;
  const method =
    user.twoFactor?.method === 'sms'
      ? `Codes are sent to ${user.twoFactor.phone}.`
      : 'Codes come from your authenticator app.';
  return html`
    <div class="stack">
      <p>Two-factor authentication is enabled. ${method}</p>
      ${user.twoFactor?.method === 'sms' ? sendCodeForm(token) : null}
      ${recoveryCodesLeft(codesLeft)}
      ${protectedForm(token, state, {
        action: 'recovery-codes',
        button: 'Generate new recovery codes',
        consequence: 'The current recovery codes become invalid.',
      })}
      ${protectedForm(token, state, {
        action: 'disable',
        button: 'Disable two-factor authentication',
        consequence:
          'You sign in with your password only. To use another app or phone number, set it up afterwards.',
        kind: 'danger',
      })}
    </div>`;
}

/** Without a code left, a lost second factor locks the user out. */
function recoveryCodesLeft(count: number): Markup {
  if (count > 0)
    return html`<p class="soft">${count === 1 ? 'One recovery code is' : `${count} recovery codes are`} left.</p>`;
  return html`
    ${banner(
      'bad',
      html`
        <p><strong>0 recovery codes are left.</strong> If you lose your second factor, you cannot sign in.${' '}
          <a href="#recovery-codes-password">Generate new recovery codes</a></p>`,
    )}`;
}

function sendCodeForm(token: Markup): Markup {
  return html`
    <form method="post" action="/settings/two-factor">
      ${token}
      ${button('Send a code', { name: 'action', value: 'send-code' })}
    </form>`;
}

interface ProtectedAction {
  readonly action: string;
  readonly button: string;
  readonly consequence: string;
  readonly kind?: 'danger';
}

/** A form for an action that requires the password and the second factor. */
function protectedForm(
  token: Markup,
  { user, rejected }: EnabledState,
  { action, button: label, consequence, kind }: ProtectedAction,
): Markup {
  const isRejected = rejected?.field?.startsWith(`${action}-`);
  return html`
    <details class="box" open=${isRejected}>
      <summary>${label}</summary>
      <form method="post" action="/settings/two-factor">
        ${token}
        ${loginField(user)}
        <p>${consequence}</p>
        ${passwordField(rejected, `${action}-password`)}
        ${codeField(rejected, { id: `${action}-code`, hint: 'A code of the second factor, or a recovery code' })}
        ${button(label, { kind, name: 'action', value: action })}
      </form>
    </details>`;
}
