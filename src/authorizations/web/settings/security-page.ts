import type { Html, Markup } from '../../../http/pages/page.ts';
import type { User } from '../../store.ts';
import { alert, notice } from '../components/notices.ts';
import type { Form } from '../forms/form.ts';
import { type MemberCall, show, type View } from '../page.ts';
import type { Refused } from '../sign-in/sign-in.ts';
import { passwordField } from '../sign-in/sign-in.ts';

export const SECURITY_PATH = '/settings/security';

/** Answers with the page about password and second factor. */
export async function showSecurity(
  call: MemberCall,
  { notice: word, refused }: { readonly notice?: string | undefined; readonly refused?: Refused },
): Promise<void> {
  const { service, caller } = call;
  const codesLeft = await service.recoveryCodes.count(caller.user);
  const view: View = {
    title: 'Password and two-factor',
    section: SECURITY_PATH,
    body: (html, { token }) => html`
      <h1>Password and two-factor</h1>
      ${notice(html, word)}
      ${alert(html, refused?.problem)}
      <h2>Change the password</h2>
      <form method="post" action=${SECURITY_PATH}>
        ${token}
        ${loginField(html, caller.user)}
        <label>Present password
          <input name="password" type="password" required autocomplete="current-password" /></label>
        ${newPasswordField(html, 'new_password', 'New password', `At least ${SHORTEST_PASSWORD} characters`)}
        ${newPasswordField(html, 'new_password_again', 'New password again')}
        <p class="soft">You stay signed in here, and are signed out everywhere else. Tokens stay as they are.</p>
        <button class="main">Change the password</button>
      </form>
      <h2>Two-factor authentication</h2>
      ${caller.user.twoFactor ? whenOn(html, token, caller.user, codesLeft) : whenOff(html)}`,
  };
  await show(call, view, refused?.status);
}

/** Password managers want to know whose password it is. */
function loginField(html: Html, { login }: User): Markup {
  return html`<input name="login" value=${login} autocomplete="username" readonly hidden />`;
}

function newPasswordField(html: Html, name: string, words: string, hint?: string): Markup {
  return html`
    <label>${words} ${hint === undefined ? null : html`<small>${hint}</small>`}
      <input name=${name} type="password" required minlength=${SHORTEST_PASSWORD} maxlength=${LONGEST_PASSWORD} autocomplete="new-password" /></label>`;
}

function whenOff(html: Html): Markup {
  return html`
    <div>
      <p>It is off: the password alone signs you in.</p>
      <div class="actions">
        <a class="button main" href="/settings/two-factor/app">Set up an authenticator app</a>
        <a class="button" href="/settings/two-factor/sms">Set up text messages</a>
      </div>
    </div>`;
}

function whenOn(html: Html, token: Markup, user: User, codesLeft: number): Markup {
  const way =
    user.twoFactor?.method === 'sms'
      ? `Codes are sent to ${user.twoFactor.phone}.`
      : 'Codes come from your authenticator app.';
  return html`
    <div>
      <p>It is on. ${way}</p>
      ${user.twoFactor?.method === 'sms' ? sendCodeForm(html, token) : null}
      <p>${codesLeft === 1 ? 'One recovery code is' : `${codesLeft} recovery codes are`} left.</p>
      ${withPassword(html, token, user, {
        action: 'recovery-codes',
        button: 'Make new recovery codes',
        consequence: 'Those that you have are worth nothing from then on.',
        look: '',
      })}
      ${withPassword(html, token, user, {
        action: 'disable',
        button: 'Switch two-factor authentication off',
        consequence:
          'The password alone signs you in from then on. To use another app or number, set it up afterwards.',
        look: 'danger',
      })}
    </div>`;
}

function sendCodeForm(html: Html, token: Markup): Markup {
  return html`
    <form method="post" action="/settings/two-factor">
      ${token}
      <button name="action" value="send-code">Send a code</button>
    </form>`;
}

interface Deed {
  readonly action: string;
  readonly button: string;
  readonly consequence: string;
  readonly look: string;
}

function withPassword(
  html: Html,
  token: Markup,
  user: User,
  { action, button, consequence, look }: Deed,
): Markup {
  return html`
    <details class="box">
      <summary>${button}</summary>
      <form method="post" action="/settings/two-factor">
        ${token}
        ${loginField(html, user)}
        <p>${consequence}</p>
        ${passwordField(html)}
        <label>Code <small>Of the second factor, or one of your recovery codes</small>
          <input name="code" required autocomplete="one-time-code" spellcheck="false" /></label>
        <button class=${look} name="action" value=${action}>${button}</button>
      </form>
    </details>`;
}

/** Why what was typed cannot be a password, in words for the page. */
export function problemOfNewPassword(form: Form): string | undefined {
  const [password, again] = [form.exact('new_password'), form.exact('new_password_again')];
  if (password !== again) return 'The new password was not typed the same way twice.';
  if (password.length < SHORTEST_PASSWORD)
    return `The new password is shorter than ${SHORTEST_PASSWORD} characters.`;
  if (password.length > LONGEST_PASSWORD)
    return `The new password is longer than ${LONGEST_PASSWORD} characters.`;
  // RFC 7617 §2: it could not be sent with a call of the API.
  return /\p{Cc}/u.test(password) ? 'The new password holds control characters.' : undefined;
}

export const SHORTEST_PASSWORD = 8;

export const LONGEST_PASSWORD = 200;
