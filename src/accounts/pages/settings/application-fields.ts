import { inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { ApplicationDraft } from './application-form.ts';
import { MAX_LINE_LENGTH, MAX_URL_LENGTH } from './application-form.ts';

/** The form fields of a new or existing application. */
export function applicationFields(draft: ApplicationDraft, rejected?: FormProblem): Markup {
  const { name, url, description, callbackUrl } = draft;
  return html`
    <div class="fields">
      ${inputField({ name: 'name', error: errorAt(rejected, 'name'), label: 'Name', hint: 'Shown to users who authorize the application', value: name, required: true, ...LINE_FIELD })}
      ${inputField({ name: 'url', error: errorAt(rejected, 'url'), label: 'Homepage URL', type: 'url', value: url, required: true, ...URL_FIELD })}
      ${inputField({ name: 'description', error: errorAt(rejected, 'description'), label: 'Description', hint: 'Optional', value: description ?? '', ...LINE_FIELD })}
      ${inputField({ name: 'callback_url', error: errorAt(rejected, 'callback_url'), label: 'Callback URL', hint: 'Users are redirected to this URL. Required for the web flow.', type: 'url', value: callbackUrl ?? '', ...URL_FIELD })}
    </div>`;
}

const LINE_FIELD = { maxlength: MAX_LINE_LENGTH, autocomplete: 'off' } as const;

const URL_FIELD = {
  maxlength: MAX_URL_LENGTH,
  autocomplete: 'off',
  placeholder: 'https://',
} as const;
