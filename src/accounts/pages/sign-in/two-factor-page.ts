import type { Exchange } from '#http/message/exchange.ts';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import type { User } from '../../store/index.ts';
import { outboxSentence } from '../components/control-pages.ts';
import { formAlert } from '../components/notices.ts';
import type { FormProblem } from '../forms/problem.ts';
import type { View } from '../shell/view.ts';
import { codeField } from './fields.ts';
import { ANY_ORIGIN } from './sign-in-page.ts';

export function twoFactorView(
  exchange: Exchange,
  user: User,
  returnTo: string,
  rejected?: FormProblem,
): View {
  const isSms = user.twoFactor?.method === 'sms';
  const hint = isSms ? 'The code in the text message' : 'The code that your authenticator app shows';
  return {
    title: 'Two-factor authentication',
    isSolo: true,
    formTargets: ANY_ORIGIN,
    main: ({ token }) => html`
      <div class="card stack">
        <div>
          <h1>Two-factor authentication</h1>
          <p class="soft">Code for <b>${user.login}</b></p>
        </div>
        ${formAlert(rejected)}
        <form method="post" action="/login/two-factor">
          ${token}
          <input type="hidden" name="return_to" value=${returnTo} />
          ${codeField(rejected, { hint, autofocus: true })}
          ${button('Verify', { kind: 'primary', isWide: true })}
        </form>
        ${isSms ? resendForm(token, returnTo) : null}
        <p class="soft small">${isSms ? outboxSentence(exchange, user) : html`<code>sparring user code ${user.login}</code> prints the code.`}</p>
        <p class="soft small">Without your second factor, enter a recovery code. Each works once.</p>
      </div>
      <p class="after"><a href=${`/login?return_to=${encodeURIComponent(returnTo)}`}>Sign in as another user</a></p>`,
  };
}

function resendForm(token: Markup, returnTo: string): Markup {
  return html`
    <form method="post" action="/login/two-factor">
      ${token}
      <input type="hidden" name="return_to" value=${returnTo} />
      ${button('Send a new code', { name: 'again', value: '1', isWide: true })}
    </form>`;
}
