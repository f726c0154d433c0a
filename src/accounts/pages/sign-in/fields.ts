import { inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';

export const CURRENT_PASSWORD = {
  type: 'password',
  required: true,
  autocomplete: 'current-password',
} as const;

/** The password of a signed-in user, for an action that requires more than a session. */
export function passwordField(rejected: FormProblem | undefined, id = 'password'): Markup {
  const error = errorAt(rejected, id);
  return inputField({ name: 'password', label: 'Password', id, error, ...CURRENT_PASSWORD });
}

/** A one-time password. */
export function codeField(
  rejected: FormProblem | undefined,
  options: {
    readonly id?: string;
    readonly hint?: string;
    readonly [attribute: string]: string | boolean | undefined;
  },
): Markup {
  const attributes = { required: true, autocomplete: 'one-time-code', spellcheck: 'false' };
  const error = errorAt(rejected, options.id ?? 'code');
  return inputField({ name: 'code', label: 'Code', ...attributes, ...options, error });
}

/** The field of the password, or the proof that it was correct. */
export function confirmedPasswordField(
  rejected: FormProblem | undefined,
  passwordProof: string | undefined,
): Markup {
  if (passwordProof === undefined) return passwordField(rejected);
  return html`
    <div>
      <input type="hidden" name="password_proof" value=${passwordProof} />
      <p class="soft">Your password is confirmed.</p>
    </div>`;
}
