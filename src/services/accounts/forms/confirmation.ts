import { Type } from 'typebox';
import { HttpError } from '../../../http/message/errors.ts';
import { button, checkbox } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Form } from './form.ts';

export const confirmationFormFields = { confirmed: Type.Optional(Type.Enum(['yes'])) };

/** An action that takes effect only if the user confirms it with a checkbox. */
interface ConfirmedAction {
  readonly path: string;
  /** Value of the field `action`, where the path has several actions. */
  readonly action?: string;
  readonly summary: string;
  readonly consequence: string;
  readonly button: string;
}

/** A collapsed form with a checkbox that confirms the action. */
export function confirmationForm(html: Html, token: Markup, confirmed: ConfirmedAction): Markup {
  const { path, action, summary, consequence } = confirmed;
  const name = action === undefined ? undefined : 'action';
  return html`
    <details class="box">
      <summary>${summary}</summary>
      <form method="post" action=${path}>
        ${token}
        <p>${consequence}</p>
        ${checkbox(html, { name: 'confirmed', value: 'yes', required: true }, 'I understand the consequences')}
        ${button(html, confirmed.button, { kind: 'danger', name, value: action })}
      </form>
    </details>`;
}

/** @throws HttpError 422 if the checkbox is not checked. */
export function requireConfirmation(form: Form): void {
  if (form.text('confirmed') !== 'yes')
    throw new HttpError(422, 'Select the checkbox to confirm the action.');
}
