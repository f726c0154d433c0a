import { button } from '#pages/components/button.ts';
import { inputField } from '#pages/components/field.ts';
import { html } from '#pages/html.ts';
import { formAlert } from '../components/notices.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { View } from '../shell/view.ts';

export function codeView(entered: string, rejected?: FormProblem): View {
  return {
    title: 'Connect a device',
    isSolo: true,
    main: ({ token }) => html`
      <div class="card stack">
        <h1>Connect a device</h1>
        ${formAlert(rejected)}
        <form method="post" action="/login/device">
          ${token}
          ${inputField({ name: 'user_code', label: 'Code', error: errorAt(rejected, 'user_code'), hint: 'The eight letters that your device shows, such as WDJB-MJHT', value: entered, required: true, autofocus: true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' })}
          ${button('Continue', { kind: 'primary', isWide: true })}
        </form>
      </div>`,
  };
}
