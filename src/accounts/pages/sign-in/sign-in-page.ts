import { button } from '#pages/components/button.ts';
import { inputField } from '#pages/components/field.ts';
import { html } from '#pages/html.ts';
import { accountsSentence } from '../components/control-pages.ts';
import { formAlert } from '../components/notices.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { PageRequest } from '../shell/page.ts';
import type { View } from '../shell/view.ts';
import { CURRENT_PASSWORD } from './fields.ts';

interface SignInForm {
  readonly returnTo: string;
  readonly login: string;
  readonly rejected?: FormProblem;
}

export function signInView(
  { exchange, service }: Pick<PageRequest, 'exchange' | 'service'>,
  { returnTo, login, rejected }: SignInForm,
): View {
  return {
    title: 'Sign in',
    isSolo: true,
    formTargets: ANY_ORIGIN,
    main: ({ token }) => html`
      <div class="card stack">
        <h1>Sign in</h1>
        ${formAlert(rejected)}
        <form method="post" action="/login">
          ${token}
          <input type="hidden" name="return_to" value=${returnTo} />
          ${inputField({ name: 'login', label: 'Login or e-mail address', value: login, required: true, autofocus: login === '' && rejected === undefined, autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' })}
          ${inputField({ name: 'password', label: 'Password', autofocus: login !== '', error: errorAt(rejected, 'password'), ...CURRENT_PASSWORD })}
          ${button('Sign in', { kind: 'primary', isWide: true })}
        </form>
      </div>
      <p class="after">${accountsSentence(exchange, service)}</p>`,
  };
}

/** `form-action` applies to redirects too, and sign-in may redirect to the callback of an application. */
export const ANY_ORIGIN: readonly string[] = ['http:', 'https:'];
